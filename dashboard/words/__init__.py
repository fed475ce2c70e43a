"""Every sentence of the pages that is not the core's. Names from a file are escaped here, always."""

from dashboard.words.counting import *  # noqa: F403
from dashboard.words.crowd import *  # noqa: F403
from dashboard.words.giveaway import *  # noqa: F403
from dashboard.words.phrases import *  # noqa: F403
from dashboard.words.publish import *  # noqa: F403
