"""No click is lost, done by half, done twice or made up: what people do faster than pages answer, or on a slow line."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.proto.ClientState_pb2 import ClientState

from dashboard import hearing
from tests.dashboard.browsing import PATIENCE, slow_line, surfing

CLICKS = """
from time import sleep
import streamlit as st
from dashboard import server
server.prepare()

def note(what):
    for step in range(5):
        sleep(0.2)
        st.session_state.setdefault("done", {})[what] = step

done = st.session_state.get("done", {})
for what in ("red", "green"):
    st.button(what, on_click=note, args=(what,))
st.checkbox("blue", on_change=note, args=("blue",))
st.write("done: " + ", ".join(f"{what} {step}" for what, step in sorted(done.items())))
"""

PAGES = """
from time import sleep
import streamlit as st
from dashboard import server
server.prepare()
AT_FIRST, AT_SECOND = %s, %s
noted = st.session_state.setdefault("noted", [])

def told():
    st.write("noted: " + (", ".join(noted) or "nothing"))

@st.fragment
def part():
    told()
    st.number_input("box", 0, 99, 5, key="box", on_change=lambda: noted.append(f"box {st.session_state['box']}"))
    st.button("more", on_click=lambda: noted.append("more"))
    st.button("less", on_click=lambda: noted.append("less"))
    sleep(AT_FIRST)

def first():
    st.header("first")
    part()

@st.fragment(run_every=0.25)
def look():
    sleep(0.6)
    st.rerun()

def restless():
    st.header("restless")
    look()

def second():
    st.header("second")
    sleep(AT_SECOND)
    told()

st.navigation([st.Page(first, default=True), st.Page(second), st.Page(restless)], position="top").run()
"""


@pytest.fixture
def opened(chromium, start_app, tmp_path: Path):
    """A page of a small script, as a browser shows it."""
    begun = []

    def open_(script: str):
        (tmp_path / "script.py").write_text(script)
        server = start_app(tmp_path / "script.py")
        page = chromium.new_page()
        begun.append((server, page))
        page.goto(server.__enter__().url)
        page.get_by_role("button", name="red").or_(page.locator("h2")).first.wait_for(timeout=PATIENCE)
        return page

    yield open_
    for server, page in begun:
        page.close()
        server.__exit__(None, None, None)


@pytest.mark.parametrize("pause", [0, 100, 300])
def test_a_click_is_done_whole_though_another_follows_at_once(opened, pause):
    page = opened(CLICKS)
    page.get_by_text("done:").wait_for()
    page.get_by_role("button", name="red").click()
    page.wait_for_timeout(pause)
    page.get_by_text("blue", exact=True).click()
    page.wait_for_timeout(pause)
    page.get_by_role("button", name="green").click()
    page.get_by_text("done: blue 4, green 4, red 4").wait_for()


def test_clicks_that_wait_together_are_done_one_after_the_other(opened):
    page = opened(PAGES % (0.8, 0))
    for label in ("less", "more", "more", "less", "more"):
        page.get_by_role("button", name=label).click()
    page.get_by_text("noted: less, more, more, less, more").wait_for()


def test_what_was_typed_before_a_click_that_waits_too_comes_first(opened):
    page = opened(PAGES % (0.8, 0))
    page.get_by_role("button", name="less").click()
    box = page.get_by_role("spinbutton", name="box")
    box.fill("7")
    box.press("Enter")
    page.get_by_role("button", name="more").click()
    box.fill("8")
    box.press("Enter")
    page.get_by_text("noted: less, box 7, more, box 8").wait_for()


def test_what_was_typed_is_kept_though_the_page_is_turned_while_it_waits(opened):
    page = opened(PAGES % (0.8, 0))
    page.get_by_role("button", name="less").click()
    page.get_by_role("spinbutton", name="box").fill("7")
    page.get_by_role("link", name="second").first.click()
    page.get_by_text("noted: less, box 7").wait_for()
    page.get_by_role("heading", name="second").wait_for()


@pytest.mark.parametrize("busy", [0, 0.8])
def test_a_click_on_a_page_that_is_gone_by_then_is_heard(opened, busy):
    page = opened(PAGES % (0, busy))
    slow_line(page, 1500)
    page.reload()
    more = page.get_by_role("button", name="more")
    more.wait_for()
    page.get_by_role("link", name="second").first.click()
    page.wait_for_timeout(300)
    more.click()
    page.get_by_text("noted: more").wait_for()
    page.get_by_role("heading", name="second").wait_for()


def test_a_page_that_runs_itself_again_takes_no_turn_back(opened):
    page = opened(PAGES % (0, 0))
    for _ in range(3):
        page.get_by_role("link", name="restless").first.click()
        page.get_by_role("heading", name="restless").wait_for()
        page.wait_for_timeout(400)
        page.get_by_role("link", name="second").first.click()
        page.get_by_role("heading", name="second").wait_for()
        page.wait_for_timeout(900)
        assert page.get_by_role("heading", name="second").count()


@pytest.mark.parametrize("pause", [0, 30, 100, 300])
def test_a_typed_number_outlasts_what_is_typed_beside_it_at_once(chromium, app_url, pause):
    with surfing(chromium, app_url) as surfer:
        surfer.turn("Again")
        slow_line(surfer.page, 250)
        surfer.page.goto(app_url)
        surfer.turn("Again")
        releases, values = (surfer.page.get_by_role("spinbutton", name=name) for name in ("Releases", "Possible diag"))
        for first, second in (("2", "9"), ("3", "10"), ("2", "11")):
            releases.fill(first)
            releases.press("Enter")
            surfer.page.wait_for_timeout(pause)
            values.fill(second)
            values.press("Enter")
            surfer.answered({"2": "^Two", "3": "^Three"}[first])
            surfer.page.wait_for_timeout(1000)
            assert (releases.input_value(), values.input_value()) == (first, second)
            assert surfer.page.get_by_role("slider", name="Releases").input_value() == first


WITHIN = """
from time import sleep
import streamlit as st
from dashboard import server
server.prepare()

@st.fragment
def whole():
    sleep(0.4)
    st.button("again", on_click=lambda: st.session_state.update(n=st.session_state.get("n", 0) + 1))
    for line in range(st.session_state.get("n", 0) % 5):
        st.write(f"line {line}")
    with st.container():
        part()
    st.header(f"{st.session_state.get('n', 0)} times")

@st.fragment(run_every=0.25)
def part():
    with st.container():
        st.write("within")

whole()
"""


def test_a_page_drawn_again_before_it_was_sent_does_not_go_blank(opened):
    page, broken = opened(WITHIN), []
    page.on("pageerror", lambda error: broken.append(str(error)))
    for times in range(1, 13):
        page.get_by_role("button", name="again").click()
        if times % 3 == 0:
            page.get_by_role("heading", name=f"{times} times").wait_for()
    assert not broken


PAIR = """
from time import sleep
import streamlit as st
from dashboard import server, state
server.prepare()
torn = state.recall("torn", 0) + (state.recall("first") != state.recall("second"))
state.remember("torn", torn)
state.remember("first", state.recall("first", 0) + 1)
sleep(0.5)
state.remember("second", state.recall("first"))
st.header(f"torn: {torn}")
st.button("again", on_click=lambda: state.remember("clicks", state.recall("clicks", 0) + 1))
st.write(f"clicks: {state.recall('clicks')}")
"""


def test_what_a_page_does_to_the_session_is_done_whole_though_a_click_comes_between(opened):
    page = opened(PAIR)
    for _ in range(6):
        page.get_by_role("button", name="again").click()
        page.wait_for_timeout(200)
    page.get_by_text("clicks: 6").wait_for()
    page.get_by_role("heading", name="torn: 0").wait_for()


def test_a_part_that_runs_itself_again_presses_no_button():
    said, heard = ClientState(is_auto_rerun=True), []
    for name, value in (("pressed", {"trigger_value": True}), ("typed", {"int_value": 7})):
        said.widget_states.widgets.add(id=name, **value)
    hearing._press_once(lambda session, told: heard.append([one.id for one in told.widget_states.widgets]))(None, said)
    said.is_auto_rerun = False
    said.widget_states.widgets.add(id="pressed", trigger_value=True)
    hearing._press_once(lambda session, told: heard.append([one.id for one in told.widget_states.widgets]))(None, said)
    assert heard == [["typed"], ["typed", "pressed"]]
