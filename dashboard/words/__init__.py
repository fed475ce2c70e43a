"""Every sentence of the pages that is not the core's. Names from a file are escaped here, always."""

from dashboard.words.again import *
from dashboard.words.attacked import *
from dashboard.words.blur import *
from dashboard.words.changing import *
from dashboard.words.costs import *
from dashboard.words.counting import *
from dashboard.words.crowd import *
from dashboard.words.cuts import *
from dashboard.words.demonstrations import *
from dashboard.words.estimates import *
from dashboard.words.giveaway import *
from dashboard.words.isolate import *
from dashboard.words.joining import *
from dashboard.words.lessons import *
from dashboard.words.linked import *
from dashboard.words.match import *
from dashboard.words.matched import *
from dashboard.words.mechanism import *
from dashboard.words.phrases import *
from dashboard.words.protected import *
from dashboard.words.publish import *
from dashboard.words.reading import *
from dashboard.words.reasons import *
from dashboard.words.releases import *
from dashboard.words.trees import *
from dashboard.words.weighed import *
