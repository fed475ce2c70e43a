"""The script that makes a release again, packed with the hierarchies it reads."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping

from dashboard.compute.cutting import Cut
from dashboard.compute.recipes import Wanted, recipe, script_kind, tree_files
from privacy_core import Study, publishing

EPOCH = (1980, 1, 1, 0, 0, 0)
"""Time written into the archive, so that the same release gives the same bytes."""


def packed(study: Study, chosen: Cut, published: publishing.Publication, wanted: Wanted) -> Callable[[], bytes]:
    """An archive with the script and every hierarchy it reads; made on a click, outside the page's run."""
    files = tree_files(study, chosen, wanted.promise)
    kinds = {name: script_kind(chosen, name, wanted.promise.ground) for name in chosen.secrets}
    how = recipe(study, chosen, wanted, files, kinds)
    source = {} if how.sample else {study.source.name: study.source.key.split("-")[0]}

    def work() -> bytes:
        content = publishing.written(published, "release.csv").content
        text = publishing.script(how, "release.csv", content, files.content, source)
        return _archive({"make_release.py": text.encode(), **files.content})

    return work


def _archive(files: Mapping[str, bytes]) -> bytes:
    packed_ = io.BytesIO()
    with zipfile.ZipFile(packed_, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content)
    return packed_.getvalue()
