"""The files of a release, made on a click and judged as they will be read; the command that judges one again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

import streamlit as st

from dashboard.compute.blurring import Others, ground_of
from dashboard.compute.cutting import SESSION, Cut, table
from dashboard.compute.hierarchies import trees
from dashboard.compute.recipes import KINDS, TreeFiles, Wanted, recipe, tree_files
from dashboard.compute.trying import ANYTHING, AT_ONCE
from privacy_core import Anonymization, MissingSensitive, Scale, Study, neutral, publishing

OPTIONS = {name: f"--{name.replace('_', '-')}" for name in ("l", "t", "entropy_l", "beta", "enhanced_beta")}
OPTIONS["delta_disclosure"] = "--delta-disclosure"
CSV = "release.csv"


@dataclass(frozen=True, eq=False)
class Offered:
    """A release as it would be saved.

    Parameters
    ----------
    published : its columns and rows
    save : the bytes of a file by its name; made and judged on a click, outside the page's run
    check : the command that judges the file again, or None where the original's mix is lost
    files : hierarchies that the command reads, by name
    """

    published: publishing.Publication
    save: Callable[[str], Callable[[], bytes]]
    check: str | None
    files: Mapping[str, bytes]


def offer(study: Study, chosen: Cut, answer: Anonymization, wanted: Wanted, salt: str) -> Offered:
    """Choose columns and rows, and read the CSV back; without a salt identifiers are left out.

    Raises
    ------
    ParameterError
        The salt is too short.
    TableError
        No row would be left.
    InternalError
        The file, read back, does not keep the promise.
    """
    found = publishing.publication(answer.table, study.roles, wanted.keep, salt.encode() if salt else None)
    files = tree_files(study, chosen, wanted.promise)
    judge = _judge(study, chosen, answer, wanted, found, files)

    def save(name: str) -> Callable[[], bytes]:
        return lambda: judge(name)

    _judged(chosen, study.blur.trees, wanted, sha256(salt.encode()).hexdigest(), save(CSV))
    read = {name: files.content[name] for name in files.secrets.values()} if wanted.promise.others else {}
    return Offered(found, save, _check(chosen, found.flag, wanted, files), read)


@st.cache_data(max_entries=4, **SESSION)
def _judged(chosen: Cut, specs: tuple, wanted: Wanted, salted: str, _save: Callable[[], bytes]) -> bool:
    """Whether a file keeps the promise; it is made and judged once."""
    _save()
    return True


def _judge(
    study: Study,
    chosen: Cut,
    answer: Anonymization,
    wanted: Wanted,
    found: publishing.Publication,
    files: TreeFiles,
) -> Callable[[str], bytes]:
    """Work that writes a file and reads it back; everything of the session is read here."""
    kinds = {name: KINDS[ground_of(chosen, name, wanted.promise.ground)] for name in chosen.secrets}
    how, held, made = recipe(study, chosen, wanted, files, kinds), table(chosen), trees(chosen, study.blur.trees)

    def work(name: str) -> bytes:
        file = publishing.written(found, name)
        release = publishing.Made(held, made, answer, tuple(found.table.names), found.flag, file, file.notes)
        publishing.judge_file(how, release, name, files.content.__getitem__)
        return file.content

    return work


def _check(chosen: Cut, flag: str | None, wanted: Wanted, files: TreeFiles) -> str | None:
    """The command line that judges the saved CSV against the original's mix, which the file still holds.

    None where that mix is lost, or where every set of a few columns would have to be judged.
    """
    given = dict(wanted.parameters)
    if flag is None or AT_ONCE in given:
        return None
    promise, words = wanted.promise, ["kelt", "assess", CSV, *(["--missing", "wildcard"] if ANYTHING in given else [])]
    for name in chosen.known:
        words += ["--qi", neutral(name)]
    for name in chosen.secrets if promise.others else ():
        words += ["--sensitive", f"{neutral(name)}:{_typed(chosen, name, promise.ground, files)}"]
    if chosen.policies.missing_sensitive is not MissingSensitive.OWN:
        words += ["--missing-sensitive", chosen.policies.missing_sensitive.value]
    return shlex.join([*words, *_thresholds(promise.k, promise.others), "--suppressed", flag, "--prior", CSV])


def _thresholds(k: int, others: Others) -> Iterator[str]:
    """The lines to the last digit: a rounded one would be another promise."""
    yield from ("--k", f"{k}")
    for model, at in others:
        yield from (OPTIONS[model], f"{int(at)}" if at.is_integer() else repr(at))


def _typed(chosen: Cut, secret: str, ground: str, files: TreeFiles) -> str:
    """The type of a secret on the command line; words from a file have an order only where it is written out."""
    used, column = ground_of(chosen, secret, ground), table(chosen)[secret]
    if used == "hierarchical":
        return f"hierarchy={files.secrets[secret]}"
    if used == "ordered" and column.scale is not Scale.NUMERIC:
        return f"ordered={'<'.join(neutral(label) for label in column.labels[: len(column.categories)])}"
    return KINDS[used]


CACHES = (_judged,)
