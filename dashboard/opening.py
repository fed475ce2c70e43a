"""What a click on `publish` does: open a table, accept or change roles, say how rows are counted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from hashlib import sha256
from time import sleep

from dashboard import compute, jobs, state, words
from privacy_core import (
    Origin,
    PrivacyError,
    Progress,
    Role,
    Roles,
    Source,
    Study,
    Table,
    UnevenRows,
    Unit,
    assigned,
    collect_roles,
    identified,
    intake,
    samples,
    special_uniques,
    staircase,
    suggest,
)


def sample(name: str) -> None:
    """Open a built-in table, its roles already known."""
    made = samples.load(name)
    findings = tuple(intake.doctor(made.table))
    found = state.Loaded(made.table, made.origin, findings, ".,", suggest(made.table), made.hierarchies)
    state.remember("refused", None)
    compute.let_go()
    state.open_table(Source(Origin.SAMPLE, made.title, made.name), found)
    unused = dict.fromkeys(made.roles.unused(made.table.names), Role.NOT_USED)
    state.set_draft(in_order(unused | dict(made.roles)))
    take_roles(made.roles)


def in_order(chosen: dict[str, Role | None]) -> dict[str, Role | None]:
    """Roles in the order of the table's columns."""
    return {name: chosen.get(name) for name in state.loaded(state.study().source).table.names}


KEPT = 64 * 1024 * 1024
"""Bytes of a file kept until its roles are accepted or another is opened, so that it can be read another way."""


def upload() -> None:
    """Begin to read the file just chosen; the uploader lets go of its bytes."""
    chosen = state.recall(state.key("upload"))
    if chosen is None:
        return
    state.remember("refused", None)
    state.remember("uneven", None)
    _begin(chosen.getvalue(), chosen.name, intake.Options())
    state.renew("upload")


def _begin(content: bytes, name: str, options: intake.Options) -> None:
    """Start reading; another way to read the same bytes is another source."""
    how = "" if options == intake.Options() else f"-{sha256(repr(options).encode()).hexdigest()[:12]}"
    key = ("read", name, sha256(content).hexdigest() + how)
    state.remember("reading", (content if len(content) <= KEPT else None, name))
    jobs.start(key, partial(read, content, name, options)).wait()


def reread(option: str, value: str | int | bool) -> None:
    """Read the file again with one guess overridden."""
    content, name = state.recall("content")
    options = state.loaded(state.study().source).options
    _begin(content, name, replace(options, **{option: value}))


def read_uneven(how: str) -> None:
    """Read the file that was refused for its uneven rows, these left out or kept."""
    held: state.Uneven = state.recall("uneven")
    _begin(held.content, held.name, replace(held.options, uneven=how))


def drop_uneven() -> None:
    """Let go of the file that was refused for its uneven rows."""
    state.remember("uneven", None)


def read(content: bytes, name: str, options: intake.Options, progress: Progress) -> state.Loaded | state.Uneven:
    """Read a file and suggest a role for each column; runs in the worker thread."""
    try:
        reading = intake.read(content, name, options, progress)
    except UnevenRows as refused:
        held = content if len(content) <= KEPT else None
        return state.Uneven(str(refused), held, name, options, refused.more, refused.fewer)
    how = words.read_as([words.guess(guess.what, guess.value) for guess in reading.guesses])
    findings = tuple(intake.doctor(reading.table, reading.facts, progress))
    suggestions = suggest(reading.table, progress)
    return state.Loaded(reading.table, how, findings, reading.marks, suggestions, {}, reading.guesses, reading.options)


def take(job: jobs.Job) -> None:
    """Open what was read, or keep what was there and say why."""
    jobs.done_with()
    _, name, digest = job.key
    content, _ = state.recall("reading")
    state.remember("reading", None)
    if job.failed is not None:
        raise job.failed
    if job.refused is not None:
        state.remember("refused", words.not_loaded(name, job.refused))
        return
    if isinstance(job.result, state.Uneven):
        state.remember("uneven", job.result)
        return
    compute.let_go()
    state.open_table(Source(Origin.UPLOAD, name, digest), job.result)
    state.remember("content", None if content is None else (content, name))
    state.set_draft(dict(assigned(job.result.suggestions)))


def roles_shown() -> dict[str, Role | None]:
    """The roles the table of roles began with; what the user changed since lies over them."""
    shown: dict[str, Role | None] = state.slot(f"{state.key('roles')} began", lambda: dict(state.draft()))
    return shown


def edit_roles() -> None:
    """Take over what the user changed in the table of roles; accepted roles follow at once."""
    began, edits = roles_shown(), state.recall(state.key("roles"))["edited_rows"]
    names = list(began)
    changed = {names[int(row)]: words.role_called(edit["Role"]) for row, edit in edits.items() if "Role" in edit}
    state.set_draft(began | changed)
    if state.study().roles is not None and problem() is None:
        accept()


def undecided() -> int:
    """Number of columns without a role."""
    return sum(role is None for role in state.draft().values())


def problem() -> str | None:
    """Why the roles as they stand cannot be used, or None."""
    if undecided():
        return words.waiting_for(undecided())
    try:
        roles = drafted()
        roles.check(list(state.draft()))
        _complete(roles)
    except PrivacyError as refused:
        return words.plain(str(refused))
    return None


def _complete(roles: Roles) -> None:
    """Refuse a person id that rows lack: every number of every page would be of persons."""
    if roles.person is not None:
        chosen = compute.cut(replace(state.study(), roles=roles))
        identified(compute.table(chosen), roles.person, compute.classes(chosen).kept)


def drafted() -> Roles:
    """The roles as they stand."""
    return collect_roles([(name, role) for name, role in state.draft().items() if role is not None])


ON_ITS_WAY = 0.2
"""Seconds until a change in the table of roles, which the browser holds back for 0.15 s, has arrived."""


def press_accept() -> None:
    """Accept the roles; a change of one that was made just before, and is still on its way, follows."""
    accept()
    state.remember("roles on their way", True)


def await_roles() -> None:
    """Wait once after roles were accepted: new numbers in their table would undo a change that is still on its way."""
    if state.recall("roles on their way"):
        state.remember("roles on their way", False)
        sleep(ON_ITS_WAY)


def accept() -> None:
    """Take the roles as they stand as the user's own; with a person id, persons are counted."""
    take_roles(drafted())


def take_roles(roles: Roles) -> None:
    """Set the roles, and the unit of k that they allow: persons once there is a person id."""
    state.remember("content", None)
    before = state.study()
    unit = Unit.ROWS if roles.person is None else before.policies.unit
    new = roles.person is not None and (before.roles is None or before.roles.person is None)
    state.change(roles=roles, policies=replace(before.policies, unit=Unit.PERSONS if new else unit))


def steps() -> jobs.Job | None:
    """The staircase of the accepted roles, made or being made; None before roles are accepted."""
    study = state.study()
    if study.roles is None or study.crowds_touched:
        return None
    chosen = compute.cut(study)
    table = compute.table(chosen)
    return jobs.ask(
        ("staircase", chosen), lambda told: staircase(table, chosen.known, chosen.policies, told, chosen.person)
    )


def few_facts() -> jobs.Job:
    """The smallest sets of columns that single rows out, found or being looked for."""
    cut = compute.cut(state.study())
    table = compute.table(cut)
    return jobs.ask(("few", cut), lambda told: special_uniques(table, cut.known, cut.policies, told, cut.person))


def table(study: Study) -> Table:
    """The open table after its repairs."""
    return compute.repaired(study.source, study.missing_tokens, study.repairs)


def population() -> None:
    """Read the table of the whole population that was just chosen; a file that cannot be read changes nothing."""
    chosen = state.recall(state.key("population file"))
    if chosen is None:
        return
    content = chosen.getvalue()
    try:
        state.keep_everyone(intake.read(content, chosen.name).table, sha256(content).hexdigest())
    except PrivacyError as refused:
        state.remember("refused", words.not_loaded(chosen.name, str(refused)))
    state.renew("population file")
