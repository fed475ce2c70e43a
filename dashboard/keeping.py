"""What a click on a repair, on undo, or on a kept study does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dashboard import compute, state, words
from privacy_core import (
    Origin,
    PrivacyError,
    Role,
    Roles,
    Study,
    as_toml,
    before_visits,
    fitted,
    from_toml,
    intake,
    same_file,
    samples,
)


@dataclass(frozen=True)
class Keeping:
    """What the popover of the study offers: the texts to save and what its buttons do."""

    can_undo: bool
    can_redo: bool
    undo: Callable[[], None]
    redo: Callable[[], None]
    load: Callable[[], None]
    text: str
    summary: str | None
    sample: str | None


def mend(repair: intake.Repair) -> None:
    """Do a repair, recorded and undoable; rows are put side by side last, because that renames columns."""
    _with_repairs(tuple(sorted((*state.study().repairs, repair), key=_renames)))


def _renames(repair: intake.Repair) -> bool:
    return repair.kind is intake.RepairKind.ONE_PERSON


def unmend(repair: intake.Repair) -> None:
    """Undo one repair; the others are done again without it."""
    _with_repairs(tuple(one for one in state.study().repairs if one != repair))


def _with_repairs(repairs: tuple[intake.Repair, ...]) -> None:
    """Change the repairs; roles of columns that are gone are let go; new ones wait to be accepted."""
    study = state.study()
    try:
        names = compute.repaired(study.source, study.missing_tokens, repairs).names
    except PrivacyError as refused:
        state.remember("refused", words.not_done(str(refused)))
        return
    state.remember("refused", None)
    suggested: dict[str, Role | None] = {one.column: one.role for one in state.loaded(study.source).suggestions}
    before, fresh = state.draft(), set(names) - set(state.draft())
    known = suggested | {before_visits(name): role for name, role in before.items()} | before
    state.set_draft({name: known.get(name, known.get(before_visits(name))) for name in names})
    state.renew("roles")
    state.change(repairs=repairs, roles=None if study.roles is None or fresh else _of(study.roles, names))
    state.remember("selected", None)


def _of(roles: Roles, names: list[str]) -> Roles | None:
    """The roles of the columns that are still there; None when nothing known is left."""
    there = set(names)
    known = tuple(name for name in roles.quasi_identifiers if name in there)
    single = {part: getattr(roles, part) for part in ("person", "weight", "household")}
    kept = replace(
        roles,
        quasi_identifiers=known,
        sensitive=tuple(name for name in roles.sensitive if name in there),
        identifiers=tuple(name for name in roles.identifiers if name in there),
        **{part: name if name in there else None for part, name in single.items()},
    )
    return kept if known else None


def undo() -> None:
    """One step back in the settings."""
    _go(state.history().undone.present, back=True)


def redo() -> None:
    """One undone step forward again."""
    _go(state.history().redone.present, back=False)


def _go(study: Study, back: bool) -> None:
    state.keep(state.history().undone if back else state.history().redone)
    _show_roles(study)


def _show_roles(study: Study) -> None:
    """Let the table of roles begin with the study's roles."""
    names = compute.repaired(study.source, study.missing_tokens, study.repairs).names
    if study.roles is not None:
        chosen = dict.fromkeys(study.roles.unused(names), Role.NOT_USED) | dict(study.roles)
        state.set_draft({name: chosen.get(name) for name in names})
    state.renew("roles")
    state.remember("selected", None)


def load() -> None:
    """Use a kept study for the open table, or say why it does not fit; what was there stays."""
    chosen, present = state.recall(state.key("study file")), state.study()
    if chosen is None:
        return
    try:
        kept = from_toml(chosen.getvalue())
        names = compute.repaired(present.source, kept.missing_tokens, kept.repairs).names
        study = fitted(kept, present.source, names)
    except PrivacyError as refused:
        state.remember("refused", words.not_done(str(refused)))
    else:
        state.remember("refused", None if same_file(kept, present.source) else words.ANOTHER_FILE)
        state.keep(state.history().then(study))
        _show_roles(study)
    state.renew("study file")


def context(**texts: str) -> None:
    """Change the context card."""
    state.change(context=replace(state.study().context, **texts))


def offered() -> Keeping:
    """What can be saved, loaded and undone now."""
    study, steps = state.study(), state.history()
    summed = compute.summed_up(study, compute.cut(study)) if study.roles is not None else None
    sample = samples.load(study.source.key).as_csv() if study.source.origin is Origin.SAMPLE else None
    return Keeping(steps.can_undo, steps.can_redo, undo, redo, load, as_toml(study), summed, sample)
