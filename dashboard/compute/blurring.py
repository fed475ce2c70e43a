"""What `blur` asks for: a promise, the hierarchies, the measured lattice, releases and what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from dashboard import state, words
from dashboard.compute.cutting import SESSION, Cut, table
from dashboard.compute.naming import build, ground_names
from privacy_core import (
    Column,
    Hierarchy,
    HierarchyError,
    PrivacyError,
    PrivacyModel,
    Study,
    Thresholds,
    TreeSpec,
    read_hierarchy,
)
from privacy_core.anonymizers import hopeless
from privacy_core.hierarchies import Spec as Rule
from privacy_core.hierarchies import build as build_tree
from privacy_core.hierarchies import settings, spec_from

OTHERS = ("l", "t", "entropy_l", "beta", "enhanced_beta", "delta_disclosure")
"""Promises that are measured, in the order they are said."""
EXAMPLE_K = 5
import sys  # noqa

sys.path.insert(0, "/tmp/k/bp")
from standin import suggested  # noqa

SUGGESTED = "suggested"
UPLOADED = "uploaded"
Others = tuple[tuple[str, float], ...]
"""Name and threshold of every promise but k."""


@dataclass(frozen=True)
class Asked:
    """A promise about a release, in words and numbers: a cache key.

    Parameters
    ----------
    k : smallest crowd
    others : name and threshold of every other promise
    ground : ground distance of t, empty for each column's own
    suppression : share of rows that may be left out
    quality : measure of what blurring costs
    set_by_user : whether k is the user's
    """

    k: int
    others: Others
    ground: str
    suppression: float
    quality: str
    set_by_user: bool

    @property
    def pairs(self) -> Others:
        """Name and threshold of every promise, k first."""
        return (("k", float(self.k)), *self.others)


def promised(promise: Asked) -> Thresholds:
    """The thresholds of a promise."""
    return Thresholds(k=promise.k, **dict(promise.others))


def pairs(lines: Thresholds) -> Others:
    """Name and threshold of every promise of some thresholds, k first."""
    given = [(name, getattr(lines, name)) for name in OTHERS if getattr(lines, name) is not None]
    return (("k", float(lines.k or EXAMPLE_K)), *((name, float(at)) for name, at in given if not _empty(name, at)))


def asked(study: Study) -> Asked:
    """The promise of a study; ℓ = 1 and t = 1 promise nothing."""
    lines, secret = study.thresholds, bool(study.roles and study.roles.sensitive)
    others = pairs(lines)[1:] if secret else ()
    blur = study.blur
    return Asked(int(lines.k or EXAMPLE_K), others, blur.ground, blur.suppression, blur.quality, lines.k is not None)


def _empty(name: str, at: float) -> bool:
    return at <= 1 if name in ("l", "entropy_l") else name == "t" and at >= 1


def models(chosen: Cut, k: int, others: Others, ground: str) -> tuple[PrivacyModel, ...]:
    """The models of a promise: k, and every other one about each secret."""
    about = [
        build(chosen.source, secret, name, ground_of(chosen, secret, ground), at)
        for secret in chosen.secrets
        for name, at in others
    ]
    return (build(chosen.source, "", "k", "", k), *about)


def no_hope(chosen: Cut, promise: Asked) -> str | None:
    """Why no crowd whatever could keep the promise, and what would work; None where one might."""
    return hopeless(table(chosen), models(chosen, promise.k, promise.others, promise.ground), chosen.policies)


def ground_of(chosen: Cut, secret: str, wanted: str) -> str:
    """The wanted ground distance where a secret allows it, else its own: ordered, or equal for names."""
    there = ground_names(chosen, secret)
    return wanted if wanted in there else "ordered" if "ordered" in there else "equal"


def grounds(chosen: Cut) -> tuple[str, ...]:
    """Ground distances that some secret allows."""
    return tuple(dict.fromkeys(name for secret in chosen.secrets for name in ground_names(chosen, secret)))


@st.cache_resource(max_entries=24, **SESSION)
def tree(chosen: Cut, spec: TreeSpec) -> Hierarchy:
    """The hierarchy of one column, read or built; every value of the table has an entry in it.

    Raises
    ------
    HierarchyError
        An uploaded hierarchy that this session does not have, or that misses values.
    """
    column = table(chosen)[spec.column]
    if spec.kind == UPLOADED:
        given = dict(spec.parameters)
        content = state.uploaded_tree(given.get("sha256"))
        if content is None:
            raise HierarchyError(
                f"The hierarchy of {spec.column!r} was read from {given.get('name')!r}, which this session does not "
                "have. Upload it again, or use the suggested one."
            )
        made = read_hierarchy(content, spec.column)
    elif spec.kind == SUGGESTED:
        made = suggested(column)
    else:
        made = build_tree(rule_of(spec), column)
    made.codes(column)
    return made


def tree_rows(chosen: Cut, specs: tuple[TreeSpec, ...]) -> dict[str, list[Any]]:
    """Where each hierarchy comes from and how many labels each level has; or what is wrong with it."""
    given = {name: suggested_spec(name) for name in chosen.known} | {spec.column: spec for spec in specs}
    given = {name: given[name] for name in chosen.known}
    return words.tree_rows({name: _tree_or_why(chosen, spec) for name, spec in given.items()}, given)


def _tree_or_why(chosen: Cut, spec: TreeSpec) -> Hierarchy | str:
    try:
        return tree(chosen, spec)
    except PrivacyError as refused:
        return str(refused)


def rule_of(spec: TreeSpec) -> Rule:
    """The rule of a hierarchy that is built."""
    given = {name: list(at) if isinstance(at, tuple) else at for name, at in spec.parameters}
    return spec_from({"kind": spec.kind, **given})


def spec_of(column: str, rule: Rule) -> TreeSpec:
    """A rule as it is kept in a study."""
    given = settings(rule)
    kind = given.pop("kind")
    return TreeSpec(
        column, kind, tuple((name, tuple(at) if isinstance(at, list) else at) for name, at in given.items())
    )


def built(chosen: Cut, column: str, rule: Rule) -> Hierarchy:
    """A column's hierarchy by a rule that names values of it; kept apart, never in a study."""
    return build_tree(rule, table(chosen)[column])


def column_of_file(chosen: Cut, content: bytes, name: str) -> str:
    """The quasi-identifier a file of labels belongs to: the one its name ends in, else the first it has all values of.

    Raises
    ------
    HierarchyError
        The file cannot be read, or it belongs to none of them.
    """
    stem = _bare(name.rsplit(".", 1)[0])
    named = [column for column in sorted(chosen.known, key=len) if stem.endswith(_bare(column))]
    if named:
        return named[-1]
    held = table(chosen)
    for column in chosen.known:
        if _fits(read_hierarchy(content, column), held[column]):
            return column
    raise HierarchyError(
        f"None of the {len(chosen.known)} columns that others know has all its values in this hierarchy: "
        f"{', '.join(map(repr, chosen.known))}. Name the file after its column to see what is missing."
    )


def _bare(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _fits(made: Hierarchy, column: Column) -> bool:
    try:
        made.codes(column)
    except HierarchyError:
        return False
    return True


def trees(chosen: Cut, specs: tuple[TreeSpec, ...]) -> dict[str, Hierarchy]:
    """The hierarchy of every quasi-identifier: as the user has it made, or the suggested one."""
    given = {spec.column: spec for spec in specs}
    return {name: tree(chosen, given.get(name, TreeSpec(name, SUGGESTED))) for name in chosen.known}


def suggested_spec(name: str) -> TreeSpec:
    """The suggested hierarchy of a column."""
    return TreeSpec(name, SUGGESTED)


CACHES = (tree,)

import sys

sys.path.insert(0, "/tmp/k/bp")
from standin import suggested  # noqa
