"""The session: the study, the tables it names, and what widgets remember. The only user of st.session_state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from privacy_core import Hierarchy, History, Role, Source, Study, Suggestion, Table, intake


@dataclass(frozen=True, eq=False)
class Loaded:
    """A table in the session and everything noticed while it was read.

    Parameters
    ----------
    table : as read, before any repair
    how : how the file was read, or where the sample comes from
    findings : what was noticed, each with its repairs
    guesses, options : what was guessed about the file, and the options it was read with; none for a sample
    marks : decimal marks a number may have in this file
    suggestions : a role per column with its reason
    hierarchies : per column, where known
    """

    table: Table
    how: str
    findings: tuple[intake.Finding, ...]
    marks: str
    suggestions: tuple[Suggestion, ...]
    hierarchies: Mapping[str, Hierarchy]
    guesses: tuple[intake.Guess, ...] = ()
    options: intake.Options | None = None


@dataclass(frozen=True, eq=False)
class Uneven:
    """A file that was refused for its uneven rows, kept so that it can be read another way.

    Parameters
    ----------
    told : why it was refused
    content, name, options : its bytes, None when they are too many to be kept; its name; how it was read
    more, fewer : rows with more and with fewer fields than the header
    """

    told: str
    content: bytes | None
    name: str
    options: intake.Options
    more: int
    fewer: int


def study() -> Study:
    """What the user has chosen so far."""
    chosen: Study = st.session_state.setdefault("study", Study())
    return chosen


def change(**fields: Any) -> None:
    """Replace the study by one with other fields; the step can be undone."""
    keep(history().then(replace(study(), **fields)))


def history() -> History:
    """The studies before and after the present one."""
    return st.session_state.setdefault("history", History(present=study()))


def keep(steps: History) -> None:
    """Make a history the session's own; its present study is the study."""
    st.session_state["history"], st.session_state["study"] = steps, steps.present


def promise(**thresholds: float | None) -> None:
    """Set thresholds of the study."""
    change(thresholds=replace(study().thresholds, **thresholds))


OF_A_TABLE = frozenset(
    (
        "selected",
        "secret",
        "model",
        "refused",
        "everyone",
        "results",
        "trees",
        "why not",
        "tree refused",
        "change refused",
        "figures",
        "predicted",
        "tried",
        "content",
        "uneven",
        "reading",
        "own ways",
        "own chosen ways",
        "own secret",
        "own person",
        "own reveal",
        "own linked",
        "own with open",
        "plan secret",
        "way columns",
    )
)
"""What is remembered about one table, and let go with it; nobody of another table is shown unmasked."""
OF_ITS_COLUMNS = "order ", "way level ", "match ", "isolate ", "undo own"
"""What is remembered about its columns, about matching it, singling people out in it or undoing its blur, begins so."""
OUTLASTING = frozenset(("match view", "isolate part"))
"""What begins so and yet belongs to no table."""


def open_table(source: Source, loaded: Loaded) -> None:
    """Begin a new study of a table; the one before is let go, with the work on it, nothing is mixed."""
    _stop_work()
    st.session_state["tables"] = {source.key: loaded}
    keep(History(present=Study(source)))
    st.session_state["draft"] = None
    for kept in [name for name in st.session_state if _of_a_table(str(name))]:
        del st.session_state[kept]
    renew("roles")
    renew("how read")


def _stop_work() -> None:
    worker = st.session_state.pop("job", None)
    if worker is not None:
        worker.cancel()


def _of_a_table(name: str) -> bool:
    return name in OF_A_TABLE or (name.startswith(OF_ITS_COLUMNS) and name not in OUTLASTING)


def loaded(source: Source) -> Loaded:
    """The table a source names, in this session."""
    found: Loaded = st.session_state["tables"][source.key]
    return found


def keep_everyone(everyone: Table | None, key: str | None) -> None:
    """Keep a table of the whole population beside the open one, named by its hash."""
    st.session_state["everyone"] = (everyone, key)


def everyone() -> Table | None:
    """The table of the whole population, if one was given."""
    return st.session_state.get("everyone", (None, None))[0]


def population() -> str | None:
    """The hash of the table of the whole population, if one was given."""
    return st.session_state.get("everyone", (None, None))[1]


def keep_tree(content: bytes, key: str) -> None:
    """Keep an uploaded hierarchy, named by its hash."""
    st.session_state.setdefault("trees", {})[key] = content


def uploaded_tree(key: str) -> bytes | None:
    """An uploaded hierarchy, if this session has it."""
    return st.session_state.get("trees", {}).get(key)


def draft() -> dict[str, Role]:
    """The role of each column as the user has it now, accepted or not."""
    found: dict[str, Role] | None = st.session_state.get("draft")
    return found or {}


def set_draft(roles: Mapping[str, Role]) -> None:
    """Remember the roles as they stand in the table of roles."""
    st.session_state["draft"] = dict(roles)


def remember(name: str, value: Any) -> None:
    """Keep a small thing of a page: what is selected, which secret, an error."""
    st.session_state[name] = value


def widget(name: str, value: Any) -> str:
    """The key of a widget that begins with a value which is set elsewhere too: another widget once that has happened.

    A browser repeats with each click what all its widgets hold. Given a value from here, the same widget would be
    told back with the old one by whoever clicked before they heard of it, and that would be taken for a choice.
    """
    if recall(_turned(name), value) != value:
        renew(name)
    return _turned(name)


def _turned(name: str) -> str:
    turn = recall(f"generation of {name}", 0)
    return f"{name} {turn}" if turn else name


def recall(name: str, default: Any = None) -> Any:
    """A small thing of a page."""
    return st.session_state.get(name, default)


def key(name: str) -> str:
    """A widget key that `renew` can change, so that the widget starts afresh."""
    return f"{name}-{st.session_state.get(f'generation of {name}', 0)}"


def renew(name: str) -> None:
    """Let a widget start afresh; what it held is freed."""
    st.session_state[f"generation of {name}"] = st.session_state.get(f"generation of {name}", 0) + 1


def enter(page: str) -> None:
    """A run of a page begins; coming from another its widgets start from the study; what was refused there is past."""
    if st.session_state.get("page") != page:
        renew("roles")
        st.session_state.pop("match refused", None)
        st.session_state["page"] = page


def slot(name: str, make: Callable[[], Any]) -> Any:
    """A place in the session for something that is made once."""
    if name not in st.session_state:
        st.session_state[name] = make()
    return st.session_state[name]


def forget() -> None:
    """Let go of everything: tables, results, choices, widgets."""
    _stop_work()
    generation = {name: value + 1 for name, value in st.session_state.items() if str(name).startswith("generation")}
    st.session_state.clear()
    st.session_state.update(generation)
    st.cache_data.clear()
    st.cache_resource.clear()
