"""What a browser says is heard whole, once and in order: Streamlit's own way loses one click in many.

Each part takes the place of one function of Streamlit, of one line of versions; browser tests with a slow line tell
when its inside changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils import script_requests
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests, ScriptRequestType
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx
from streamlit.runtime.state import SafeSessionState, SessionState

TRIGGERS = script_requests._TRIGGER_PROTO_FIELDS


@dataclass(frozen=True)
class InOrder:
    """What a browser said several times while a run did not listen; the newest last."""

    each: tuple[WidgetStates, ...]

    @property
    def widgets(self) -> Iterator[WidgetState]:
        """Every widget that was told of."""
        return (one for said in self.each for one in said.widgets)


@dataclass
class Memory:
    """What a browser says and what it said before, of each widget: its mark, never its value."""

    before: dict[str, int] = field(default_factory=dict)
    now: dict[str, int] = field(default_factory=dict)


def lose_no_click() -> None:
    """Put our ways of hearing in the place of Streamlit's; later calls do nothing."""
    if SafeSessionState.on_script_will_rerun is _take_over:
        return
    SafeSessionState._yield_callback = property(lambda session: _hear_nothing, lambda session, heard: None)
    SafeSessionState.on_script_will_rerun = _take_over
    SessionState._widget_changed = _chosen(SessionState._widget_changed)
    script_requests._coalesce_widget_states = _in_order
    ScriptRequests._request_rerun_locked = _go_where_asked(ScriptRequests._request_rerun_locked)
    AppSession.request_rerun = _press_once(_keep_what_is_gone(AppSession.request_rerun))
    ScriptRunner._run_script = _show_what_is_there(ScriptRunner._run_script)
    ForwardMsgQueue.clear = _tell_all(ForwardMsgQueue.clear)


def _hear_nothing() -> None:
    """Look for no newer click where the session is used: only while something is drawn may a run be given up."""


def _take_over(session: SafeSessionState, said: WidgetStates | InOrder | None, **options: Any) -> None:
    """Do what one click after the other asks, each as though it had come alone."""
    memory = _memory(session._state)
    for one in said.each if isinstance(said, InOrder) else (said,):
        memory.before, memory.now = memory.now, _marks(one)
        with session._lock:
            session._state.on_script_will_rerun(one, **options)


def _memory(state: SessionState) -> Memory:
    """What the browser of this session says; it goes with the session, which itself has room for nothing more."""
    held: Memory = vars(state.query_params).setdefault("_heard", Memory())
    return held


def _marks(said: WidgetStates | None) -> dict[str, int]:
    """A mark of what each widget holds; none of a button, which may be pressed twice."""
    several = () if said is None else said.widgets
    held = (widget for widget in several if widget.WhichOneof("value") not in TRIGGERS)
    return {widget.id: hash(widget.SerializeToString(deterministic=True)) for widget in held}


def _in_order(old: WidgetStates | InOrder | None, new: WidgetStates | InOrder | None) -> InOrder | None:
    """Requests that wait together stay apart: merged, two clicks on one button are one, and some changes none."""
    each = tuple(
        said for one in (old, new) if one is not None for said in (one.each if isinstance(one, InOrder) else (one,))
    )
    return InOrder(each) if each else None


def _chosen(changed: Callable[[SessionState, str], bool]) -> Callable[[SessionState, str], bool]:
    """Take for a choice only what the browser did not say before.

    It says of every widget what it holds, with each click, also of those that are gone and it has not heard so.
    """

    @wraps(changed)
    def chosen(state: SessionState, widget: str) -> bool:
        return changed(state, widget) and not _repeated(state, widget)

    return chosen


def _repeated(state: SessionState, widget: str) -> bool:
    memory = _memory(state)
    now, before = memory.now.get(widget), memory.before.get(widget)
    if now is None:
        return False
    if before is not None:
        return now == before
    metadata = state._new_widget_state.widget_metadata.get(widget)
    if metadata is None or widget in state._old_state:
        return False
    return state._new_widget_state.get(widget) == metadata.deserializer(None)


def _go_where_asked(request: Callable[[ScriptRequests, RerunData], bool]) -> Callable[..., bool]:
    """Let neither a fragment nor a script that runs itself again take back a turn of the page that waits."""

    @wraps(request)
    def requested(requests: ScriptRequests, new: RerunData) -> bool:
        waits = requests._rerun_data
        stays = new.fragment_id or new.widget_states is None
        if requests._state == ScriptRequestType.RERUN and stays and script_requests._is_full_app_rerun(waits):
            going = waits.page_script_hash, waits.page_name, waits.query_string
            new = replace(new, **dict(zip(("page_script_hash", "page_name", "query_string"), going, strict=True)))
        return request(requests, new)

    return requested


def _press_once(request: Callable[[AppSession, ClientState | None], None]) -> Callable[..., None]:
    """Let a part that runs itself again press no button: it may repeat a press that is just being sent."""

    @wraps(request)
    def requested(session: AppSession, said: ClientState | None) -> None:
        if said is not None and said.is_auto_rerun:
            held = [widget for widget in said.widget_states.widgets if widget.WhichOneof("value") not in TRIGGERS]
            del said.widget_states.widgets[:]
            said.widget_states.widgets.extend(held)
        request(session, said)

    return requested


def _keep_what_is_gone(request: Callable[[AppSession, ClientState | None], None]) -> Callable[..., None]:
    """Take over what was chosen in a part of a page that is gone by now; the page that is there shows it."""

    @wraps(request)
    def requested(session: AppSession, said: ClientState | None) -> None:
        gone = said is not None and said.fragment_id and not session.has_fragment(said.fragment_id)
        if gone and not said.is_auto_rerun:
            said.fragment_id, said.page_script_hash = "", session.page_script_hash
        request(session, said)

    return requested


def _show_what_is_there(run: Callable[[ScriptRunner, RerunData], None]) -> Callable[..., None]:
    """Run the page that is there where every part that was asked for is gone."""

    @wraps(run)
    def shown(runner: ScriptRunner, asked: RerunData) -> None:
        parts, storage = asked.fragment_id_queue, runner._fragment_storage
        if parts and not any(storage.contains(part) for part in parts):
            here = get_script_run_ctx()
            where = here.page_script_hash if here is not None else asked.page_script_hash
            asked = replace(asked, fragment_id_queue=[], page_script_hash=where)
        run(runner, asked)

    return shown


def _tell_all(clear: Callable[..., None]) -> Callable[..., None]:
    """Send all that a part of a page has drawn, though it is about to be drawn again.

    Streamlit takes back what was not sent yet, but not what parts within that part have drawn in it: these came
    without the place they stand in, and the browser went blank.
    """

    @wraps(clear)
    def cleared(
        queue: ForwardMsgQueue, *args: bool, fragment_ids_this_run: list[str] | None = None, **more: bool
    ) -> None:
        if fragment_ids_this_run is None:
            clear(queue, *args, **more)
        else:
            queue._delta_index_map = {}  # nothing new is put in the place of something old

    return cleared
