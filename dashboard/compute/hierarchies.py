"""The hierarchies of a study: suggested, built by a rule, or uploaded; what is wrong with one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard import state, words
from dashboard.compute.cutting import SESSION, Cut, table
from privacy_core import Column, Hierarchy, HierarchyError, PrivacyError, Table, TreeSpec, hierarchies, utility

SUGGESTED = "suggested"
UPLOADED = "uploaded"


@st.cache_resource(max_entries=48, **SESSION)
def tree(chosen: Cut, spec: TreeSpec) -> Hierarchy:
    """The hierarchy of one column, read or built; every value of the table has an entry in it.

    Raises
    ------
    HierarchyError
        An uploaded hierarchy that this session does not have, or that misses values.
    ParameterError
        A rule with settings that cannot be used.
    """
    column = table(chosen)[spec.column]
    if spec.kind == UPLOADED:
        made = hierarchies.read_hierarchy(_content(spec), spec.column)
    else:
        made = hierarchies.build(rule_of(spec, column), column)
    made.codes(column)
    return made


def _content(spec: TreeSpec) -> bytes:
    given = dict(spec.parameters)
    content = state.uploaded_tree(given.get("sha256"))
    if content is None:
        raise HierarchyError(
            f"The hierarchy of {spec.column!r} was read from {given.get('name')!r}, which this session does not have. "
            "Upload it again, or use the suggested one."
        )
    return content


def tree_of_secret(chosen: Cut, secret: str) -> Hierarchy | None:
    """The hierarchy of a secret, which its hierarchical distance follows: the user's, or the sample's, or none."""
    spec = next((spec for spec in chosen.secret_trees if spec.column == secret), None)
    if spec is None:
        return state.loaded(chosen.source).hierarchies.get(secret)
    try:
        return tree(chosen, spec)
    except PrivacyError:  # an uploaded one that this session does not have: said where hierarchies are shown
        return None


def required_tree(chosen: Cut, secret: str) -> None:
    """Ask for the hierarchy of a secret, if the user gave one.

    Raises
    ------
    HierarchyError
        This session does not have it, or it misses values.
    """
    for spec in chosen.secret_trees:
        if spec.column == secret:
            tree(chosen, spec)


def trees(chosen: Cut, specs: tuple[TreeSpec, ...]) -> dict[str, Hierarchy]:
    """The hierarchy of every quasi-identifier: as the user has it made, or the suggested one."""
    return {name: tree(chosen, spec) for name, spec in specs_of(chosen, specs).items()}


@st.cache_resource(max_entries=6, **SESSION)
def given_up(chosen: Cut, specs: tuple[TreeSpec, ...]) -> dict[str, NDArray[np.float64]]:
    """Share of each column's detail that each level gives up."""
    held = table(chosen)
    return {name: utility.given_up(held[name], made, ~held.suppressed) for name, made in trees(chosen, specs).items()}


def specs_of(chosen: Cut, specs: tuple[TreeSpec, ...]) -> dict[str, TreeSpec]:
    """How the hierarchy of every quasi-identifier is made."""
    given = {spec.column: spec for spec in specs}
    return {name: given.get(name, suggested_spec(name)) for name in chosen.known}


def tree_of(chosen: Cut, specs: tuple[TreeSpec, ...], column: str) -> Hierarchy | None:
    """The hierarchy of a known or secret column; None of a secret that has none."""
    spec = (specs_of(chosen, specs) | {one.column: one for one in chosen.secret_trees}).get(column)
    return state.loaded(chosen.source).hierarchies.get(column) if spec is None else tree(chosen, spec)


def suggested_spec(name: str) -> TreeSpec:
    """The suggested hierarchy of a column."""
    return TreeSpec(name, SUGGESTED)


def rule_of(spec: TreeSpec, column: Column) -> hierarchies.Spec:
    """The rule of a hierarchy that is built or suggested."""
    if spec.kind == SUGGESTED:
        return hierarchies.suggest_hierarchy(column)[0]
    given = {name: list(at) if isinstance(at, tuple) else at for name, at in spec.parameters}
    return hierarchies.spec_from({**given, "kind": spec.kind})


def spec_of(column: str, rule: hierarchies.Spec) -> TreeSpec:
    """A rule as it is kept in a study."""
    given = hierarchies.settings(rule)
    kind = given.pop("kind")
    kept = ((name, tuple(at) if isinstance(at, list) else at) for name, at in given.items())
    return TreeSpec(column, kind, tuple(kept))


def built(chosen: Cut, column: str, rule: hierarchies.Spec) -> Hierarchy:
    """A column's hierarchy by a rule that names values of it; kept apart, never in a study."""
    return hierarchies.build(rule, table(chosen)[column])


def tree_rows(chosen: Cut, specs: tuple[TreeSpec, ...]) -> dict[str, list[Any]]:
    """Where each hierarchy comes from and how many labels each level has; or what is wrong with it."""
    given, held = specs_of(chosen, specs) | {spec.column: spec for spec in chosen.secret_trees}, table(chosen)
    made = {name: _tree_or_why(chosen, spec) for name, spec in given.items()}
    why = {name: hierarchies.suggest_hierarchy(held[name])[1] for name, spec in given.items() if spec.kind == SUGGESTED}
    return words.tree_rows(made, given, why)


def _tree_or_why(chosen: Cut, spec: TreeSpec) -> Hierarchy | str:
    try:
        return tree(chosen, spec)
    except PrivacyError as refused:
        return str(refused)


def faults(chosen: Cut, content: bytes, column: str) -> tuple[hierarchies.Fault, ...]:
    """Everything wrong with an uploaded hierarchy, by itself and beside its column; with the values it concerns."""
    made, found = hierarchies.examine(content, column)
    return found if made is None else (*found, *hierarchies.faults_beside(made, table(chosen)[column]))


def column_of_file(chosen: Cut, content: bytes, name: str) -> str:
    """The quasi-identifier or secret a file of labels belongs to.

    Raises
    ------
    HierarchyError
        The file cannot be read, or it belongs to none of them.
    """
    several = (*chosen.known, *chosen.secrets)
    found = fitting_column(several, table(chosen), content, name)
    if found is None and (other := fitting_column(table(chosen).names, table(chosen), content, name)):
        raise HierarchyError(
            f"This hierarchy fits {other!r}, which is neither known to others nor secret; give it a role first."
        )
    if found is None:
        raise HierarchyError(
            f"None of the {len(several)} known or secret columns has all its values in this hierarchy: "
            f"{', '.join(map(repr, several))}. Name the file after its column to see what is missing."
        )
    return found


def fitting_column(known: Sequence[str], held: Table, content: bytes, name: str) -> str | None:
    """The column whose name the file's name ends in, else the first with all its values in the file."""
    stem = _bare(name.rsplit(".", 1)[0])
    named = [column for column in sorted(known, key=len) if _bare(column) and stem.endswith(_bare(column))]
    if named:
        return named[-1]
    return next((column for column in known if _fits(hierarchies.read_hierarchy(content, column), held[column])), None)


def _bare(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _fits(made: Hierarchy, column: Column) -> bool:
    try:
        made.codes(column)
    except HierarchyError:
        return False
    return True


CACHES = (tree, given_up)
