"""What a click on a repair, on undo, or on a kept study does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dashboard import compute, state, words
from privacy_core import (
    COUNTED_SIZE,
    Origin,
    PrivacyError,
    Role,
    RoleError,
    Roles,
    Study,
    Unit,
    as_toml,
    before_visits,
    collect_roles,
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


_LAST = (intake.RepairKind.ONE_PERSON, intake.RepairKind.HOUSEHOLD_SIZE)
"""Done after all others, in this order, and once each: they rename columns, and count what is left."""


def mend(repair: intake.Repair) -> None:
    """Do a repair, recorded and undoable; another choice of a repair that is done once takes its place."""
    others = [one for one in state.study().repairs if repair.kind not in _LAST or one.kind is not repair.kind]
    _with_repairs(tuple(sorted((*others, repair), key=_turn)))


def _turn(repair: intake.Repair) -> int:
    return _LAST.index(repair.kind) + 1 if repair.kind in _LAST else 0


def unmend(repair: intake.Repair) -> None:
    """Undo one repair; the others are done again without it."""
    _with_repairs(tuple(one for one in state.study().repairs if one != repair))


def _with_repairs(repairs: tuple[intake.Repair, ...]) -> None:
    """Change the repairs; roles of columns that are gone are let go, unknown columns wait for a role."""
    study = state.study()
    try:
        names = compute.repaired(study.source, study.missing_tokens, repairs).names
    except PrivacyError as refused:
        state.remember("refused", words.not_done(str(refused)))
        return
    state.remember("refused", None)
    known = _known(repairs, names)
    roles = _accepted(known, names)
    state.set_draft({name: known.get(name) for name in names} if roles else _drafted(known, names))
    state.renew("roles")
    counts_rows = roles is not None and roles.person is None
    policies = replace(study.policies, unit=Unit.ROWS) if counts_rows else study.policies
    state.change(repairs=repairs, roles=roles, policies=policies)
    state.remember("selected", None)


def _known(repairs: tuple[intake.Repair, ...], names: list[str]) -> dict[str, Role]:
    """Accepted roles: as they are for columns that stay, as they were for columns that come back."""
    now, before = state.study().roles, state.history().accepted(repairs)
    counted = any(one.kind is intake.RepairKind.HOUSEHOLD_SIZE for one in repairs)
    roles = {COUNTED_SIZE: Role.QUASI_IDENTIFIER} if counted else {}
    for accepted, of in ((before, names), (now, list(state.draft()))):
        if accepted is not None:
            roles |= dict.fromkeys(accepted.unused(of), Role.NOT_USED) | dict(accepted)
    return {name: role for name, role in roles.items() if name in set(names)}


def _accepted(known: dict[str, Role], names: list[str]) -> Roles | None:
    """The roles that need not be accepted again: every column's is known, and together they can be used."""
    if set(known) != set(names):
        return None
    try:
        roles = collect_roles([(name, known[name]) for name in names])
        roles.check(names)
    except RoleError:
        return None
    return roles


def _drafted(known: dict[str, Role], names: list[str]) -> dict[str, Role | None]:
    """Roles to be accepted: of a column made of another one, the role of that one."""
    suggested: dict[str, Role | None] = {one.column: one.role for one in state.loaded(state.study().source).suggestions}
    before = state.draft()
    guessed = suggested | {before_visits(name): role for name, role in before.items()} | before | known
    return {name: guessed.get(name, guessed.get(before_visits(name))) for name in names}


def noticed() -> tuple[intake.Finding, ...]:
    """What was noticed in the file, and what households give away once their id is accepted; weightiest first."""
    study = state.study()
    done = next((one for one in study.repairs if one.kind is intake.RepairKind.HOUSEHOLD_SIZE), None)
    household, person = (None, None) if done is None else (*done.needs, None)[:2]
    if study.roles is not None and study.roles.household is not None:
        household, person = study.roles.household, study.roles.person
    homes = () if household is None else compute.counted_homes(study, household, person)
    return intake.by_weight((*homes, *state.loaded(study.source).findings))


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
