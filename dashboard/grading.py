"""What a click on a hierarchy does: upload, build by a rule, edit, go back to the suggested one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from dashboard import compute, state, words
from privacy_core import Blur, Hierarchy, PrivacyError, Setting, TreeSpec, hierarchies, hierarchy, write_hierarchy


def use_suggested() -> None:
    """Take the suggested hierarchy for every quasi-identifier that has none of its own."""
    given = {spec.column: spec for spec in state.study().blur.trees}
    _set(given)


def _set(given: dict[str, TreeSpec], blur: Blur | None = None) -> None:
    """Make these the hierarchies of the study, in the order of the roles; quasi-identifiers without one have the
    suggested one.
    """
    chosen = compute.cut(state.study())
    given = {name: compute.suggested_spec(name) for name in chosen.known} | given
    trees = tuple(given[name] for name in (*chosen.known, *chosen.secrets) if name in given)
    state.change(blur=replace(blur or state.study().blur, trees=trees))
    state.remember("why not", None)


def take(spec: TreeSpec, blur: Blur | None = None) -> None:
    """Make a column's hierarchy in this way, if its values allow it; else say why not.

    Parameters
    ----------
    spec : how it is made
    blur : the other settings, where levels have other numbers now; None leaves them
    """
    chosen = compute.cut(state.study())
    try:
        compute.tree(chosen, spec)
    except PrivacyError as refused:
        state.remember("tree refused", words.not_done(str(refused)))
        return
    state.remember("tree refused", None)
    _set({one.column: one for one in state.study().blur.trees} | {spec.column: spec}, blur)


def upload() -> None:
    """Take every uploaded hierarchy whose column is known; say which were refused, and why."""
    chosen = state.recall(state.key("tree files")) or []
    files = chosen if isinstance(chosen, list) else [chosen]
    refused, given = [], {spec.column: spec for spec in state.study().blur.trees}
    for file in files:
        try:
            spec = _kept(file.getvalue(), file.name)
            given[spec.column] = spec
        except PrivacyError as why:
            refused.append(words.tree_refused(file.name, str(why), _faults(file.getvalue(), file.name)))
    if given:
        _set(given)
    state.remember("tree refused", "  \n".join(refused) or None)
    state.renew("tree files")


def _kept(content: bytes, name: str) -> TreeSpec:
    """Keep one file under its hash; its values must have an entry for every value of its column."""
    column = compute.column_of_file(compute.cut(state.study()), content, name)
    return _keep(content, column, name)


def _faults(content: bytes, name: str) -> tuple[hierarchies.Fault, ...]:
    """What is wrong with a file that was refused, if it can be read at all."""
    chosen = compute.cut(state.study())
    try:
        return compute.faults(chosen, content, compute.column_of_file(chosen, content, name))
    except PrivacyError:
        return ()


def _keep(content: bytes, column: str, name: str) -> TreeSpec:
    key = sha256(content).hexdigest()
    state.keep_tree(content, key)
    spec = TreeSpec(column, compute.UPLOADED, (("name", name), ("sha256", key)))
    compute.tree(compute.cut(state.study()), spec)
    return spec


def build(column: str, kind: str, **parameters: Any) -> None:
    """Build a column's hierarchy by a rule; a rule that names values is kept as a hierarchy, not in the study."""
    if kind == compute.SUGGESTED:
        take(compute.suggested_spec(column))
        return
    try:
        rule = hierarchies.spec_from(
            {"kind": kind, **{name: at for name, at in parameters.items() if at not in (None, "", [])}}
        )
        if getattr(rule, "order", ()):
            made = compute.built(compute.cut(state.study()), column, rule)
            take(_keep(write_hierarchy(made), column, words.BUILT_HERE))
            return
    except PrivacyError as refused:
        state.remember("tree refused", words.not_done(str(refused)))
        return
    take(compute.spec_of(column, rule))


def edit(column: str, changes: Mapping[int, Mapping[str, str]]) -> None:
    """Take a hierarchy as it was edited in the table: for some rows, new labels by level."""
    made = compute.tree_of(compute.cut(state.study()), state.study().blur.trees, column)
    rows = [list(row) for row in hierarchies.as_rows(made)]
    for i, cells in changes.items():
        for head, label in cells.items():
            rows[int(i)][words.level_of(head)] = str(label or "")
    try:
        take(_keep(write_hierarchy(hierarchy(column, rows)), column, words.EDITED_HERE))
    except PrivacyError as refused:
        state.remember("tree refused", words.not_done(str(refused)))
    state.renew(f"edit {column}")


def move(column: str, level: int, label: str, parent: str) -> None:
    """Put a value or a group under another group of the next level; a group that does not exist yet is made."""
    _step(column, lambda tree: hierarchies.moved(tree, level, label, parent.strip()))


def add_level(column: str, level: int) -> None:
    """Put a level in, at first with the groups of the level below; what had that number or a higher one moves up."""
    _step(column, lambda tree: hierarchies.with_level(tree, level), lambda at: at + (at >= level))


def leave_level_out(column: str, level: int) -> None:
    """Take a level out; what had a higher number moves down."""
    _step(column, lambda tree: hierarchies.without_level(tree, level), lambda at: at - (at > level), level)


def add_value(column: str, value: str, group: str | None) -> None:
    """Add a value to a group of level 1; on every further level it is where that group is."""
    _step(column, lambda tree: hierarchies.with_value(tree, (value.strip(), *_above(tree, group))))


def leave_value_out(column: str, value: str) -> None:
    """Take a value out; refused where rows hold it."""
    _step(column, lambda tree: hierarchies.without_value(tree, value))


def why_not_changed(column: str) -> str | None:
    """Why the last change of a column's hierarchy could not be made."""
    asked, why = state.recall("change refused") or (None, None)
    return why if asked == column else None


def _above(tree: Hierarchy, group: str | None) -> tuple[str, ...]:
    return next((row[1:] for row in hierarchies.as_rows(tree) if row[1:2] == (group,)), ())


def _step(
    column: str,
    change: Callable[[Hierarchy], Hierarchy],
    number: Callable[[int], int] | None = None,
    gone: int | None = None,
) -> None:
    """Change a hierarchy by one step that can be undone, or say why it cannot be changed.

    Parameters
    ----------
    number : new number of a level, where levels come or go
    gone : the level that goes
    """
    study = state.study()
    try:
        made = compute.tree_of(compute.cut(study), study.blur.trees, column)
        spec = _keep(write_hierarchy(change(made)), column, words.EDITED_HERE)
    except PrivacyError as refused:
        state.remember("change refused", (column, words.not_done(str(refused))))
    else:
        state.remember("change refused", None)
        take(spec, None if number is None else _renumbered(study.blur, column, number, gone))
    state.renew(f"edit {column}")


def _renumbered(blur: Blur, column: str, number: Callable[[int], int], gone: int | None) -> Blur:
    """The same settings after a level came or went; a way that used the level that went is let go.

    A pinned setting that used it stays without a level for the column, so that its card says why it is none.
    """

    def moved(levels: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        return tuple(
            (name, number(at) if name == column else at) for name, at in levels if (name, at) != (column, gone)
        )

    def pinned(pin: Setting) -> Setting:
        return replace(pin, levels=moved(pin.levels))

    highest = tuple((n, number(at) - (at == gone) if n == column else at) for n, at in blur.max_level)
    levels = () if (column, gone) in blur.levels else moved(blur.levels)
    return replace(blur, levels=levels, max_level=highest, pinned=tuple(pinned(pin) for pin in blur.pinned))


def highest(column: str, level: int) -> None:
    """Allow a column no coarser level than this."""
    blur = state.study().blur
    kept = {**dict(blur.max_level), column: level}
    state.change(blur=replace(blur, max_level=tuple(sorted(kept.items()))))
    state.remember("why not", None)


def importance(column: str, weight: float) -> None:
    """Let a column weigh more or less in the cost."""
    blur = state.study().blur
    kept = {**dict(blur.importance), column: weight}
    kept = {name: one for name, one in kept.items() if one != 1}
    state.change(blur=replace(blur, importance=tuple(sorted(kept.items()))))
