"""Two frames linked, with what most tests leave as it is."""

from __future__ import annotations

import numpy as np

from privacy_core import from_frame
from privacy_core.linkage import LinkageSettings, link

KNOWN = ("age", "city")


def run(source, target, known=KNOWN, *, seed=1, id_column="id", holdout=None, progress=None, **asked):
    more = {} if progress is None else {"progress": progress}
    return link(
        from_frame(source),
        from_frame(target),
        LinkageSettings(known, **asked),
        id_column=id_column,
        holdout=None if holdout is None else from_frame(holdout),
        random=np.random.default_rng(seed),
        **more,
    )
