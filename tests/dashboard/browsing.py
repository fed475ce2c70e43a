"""How a test uses the dashboard in a browser: what people see and press, never what is inside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from dashboard.words import JOINER

PAINTED = "[data-testid=stVegaLiteChart] svg path, [data-testid=stVegaLiteChart] svg line"
SEEN = "el => el.innerText"
PATIENCE, AT_ONCE = 60_000, 20
HEAD, ROLE = 35, 54
"""Height of the head and of each row of the table of roles, in pixels."""


AT_REST = """const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
    const given = typeof options === "object" ? options : {};
    return animate.call(this, frames, {...given, duration: 0});
};"""
"""What opens stands open at once: a button that still moves is pressed here and let go there."""
OVERHANG = """() => Math.max(...[document.scrollingElement, ...document.querySelectorAll('[data-testid=stMain]')]
    .map(part => part.scrollWidth - Math.min(part.clientWidth, innerWidth)))"""


SLOW = """(() => {
    const Plain = window.WebSocket
    window.WebSocket = class extends Plain {
        addEventListener(kind, heard, ...more) {
            const late = kind !== 'message' ? heard : event => setTimeout(() => heard.call(this, event), %d)
            super.addEventListener(kind, late, ...more)
        }
    }
})()"""


def slow_line(page: Any, milliseconds: int) -> None:
    """Let all that the server says arrive late, in every document the page opens from now on."""
    page.add_init_script(SLOW % milliseconds)


class Run(Enum):
    """How far the server is with what the page asked last."""

    ASKED, BEGUN, OVER = range(3)


@dataclass
class Surfer:
    """One browser context on the dashboard, with everything it asked the network for."""

    page: Any
    asked: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    run: Run = Run.OVER

    def listen(self, socket: Any) -> None:
        """Follow what the page asks of the server, and whether it was answered."""
        self.asked.append(socket.url)
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: bytes) -> None:
        asked = BackMsg.FromString(frame)
        if asked.WhichOneof("type") == "rerun_script" and not asked.rerun_script.is_auto_rerun:
            self.run = Run.ASKED

    def _received(self, frame: bytes) -> None:
        told = ForwardMsg.FromString(frame)
        if told.WhichOneof("type") == "new_session" and self.run is Run.ASKED:
            self.run = Run.BEGUN
        whole = told.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
        if told.WhichOneof("type") == "script_finished" and whole and self.run is Run.BEGUN:
            self.run = Run.OVER

    def settle(self) -> Surfer:
        """Wait until what was asked last has begun, the script has run and nothing is drawn as stale."""
        self.page.wait_for_timeout(AT_ONCE)
        give_up = monotonic() + PATIENCE / 1000
        while self.run is not Run.OVER and monotonic() < give_up:
            self.page.wait_for_timeout(AT_ONCE)
        self.page.wait_for_function(
            """() => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'
                && !document.querySelector('[data-stale=true]')
                && !document.querySelector('[data-testid=stSkeleton]')""",
            timeout=PATIENCE,
        )
        return self

    def upload(self, name: str, content: bytes) -> Surfer:
        file = {"name": name, "mimeType": "text/csv", "buffer": content}
        if not self.page.locator("input[type=file]").count():
            self.press("Another table")
        self.page.locator("input[type=file]").first.set_input_files(file)
        return self

    def press(self, label: str, sees: str = "") -> Surfer:
        """Press a button, and wait for another one that comes of it."""
        self.page.get_by_role("button", name=label).first.click()
        if sees:
            self.page.get_by_role("button", name=sees).first.wait_for(timeout=PATIENCE)
        return self.settle()

    def accept(self) -> Surfer:
        self.page.get_by_role("button", name="Accept").click()
        self.page.locator("[data-testid=stVegaLiteChart] svg").first.wait_for(timeout=PATIENCE)
        return self.settle()

    def give_role(self, row: int, role: str) -> Surfer:
        """Give a column a role in the table of roles, by mouse and keyboard."""
        grid = self.page.locator("[data-testid=stDataFrame] .dvn-scroller").first
        self.settle()
        grid.dblclick(position={"x": 180, "y": HEAD + ROLE * (row - 1) + ROLE // 2})
        choice = self.page.locator("#portal input")
        choice.wait_for(state="visible")
        choice.type(role)
        self.page.locator("#portal").get_by_text(role, exact=True).first.wait_for(state="visible")
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Escape")
        return self.settle()

    def save(self, label: str, to: Path) -> Path:
        """Press a button that saves a file, and keep the file."""
        with self.page.expect_download() as waiting:
            self.page.get_by_role("button", name=label, exact=True).click()
        waiting.value.save_as(to)
        return to

    def turn(self, title: str) -> Surfer:
        """Turn to a page by its name; on a phone the names are in the side bar."""
        before, phone = self.question, self.page.viewport_size["width"] < 768
        if phone:
            self.page.locator("[data-testid=stExpandSidebarButton]").click()
            self._side("left >= 0")
        self.page.get_by_role("link", name=title, exact=True).first.click()
        self.page.wait_for_function(
            "before => ![before, ''].includes(document.querySelector('h1')?.innerText ?? '')", arg=before
        )
        if phone:
            self.page.locator("[data-testid=stSidebarHeader]").hover()
            self.page.locator("[data-testid=stSidebarCollapseButton] button").click()
            self._side("right <= 0")
        return self.settle()

    def _side(self, stands: str) -> None:
        """Wait until the side bar has come or gone."""
        bar = "document.querySelector('[data-testid=stSidebar]')?.getBoundingClientRect() ?? {left: -1, right: 0}"
        self.page.wait_for_function(f"() => ({bar}).{stands}", timeout=PATIENCE)

    def answered(self, pattern: str) -> Surfer:
        """Wait for an answer with these words; a page that fails gives none."""
        self.page.wait_for_function(
            """pattern => document.querySelector('[data-testid=stException]')
                || new RegExp(pattern).test(document.querySelector('h2')?.innerText ?? '')""",
            arg=pattern,
            timeout=PATIENCE,
        )
        assert not self.page.locator("[data-testid=stException]").count()
        return self.settle()

    def type_in(self, label: str, number: str) -> Surfer:
        box = self.page.get_by_role("spinbutton", name=label)
        box.fill(number)
        box.press("Enter")
        return self.settle()

    @property
    def text(self) -> str:
        return self.page.locator("[data-testid=stMain]").evaluate(SEEN).replace(JOINER, "")

    @property
    def question(self) -> str:
        return self.page.locator("h1").first.inner_text()

    @property
    def answer(self) -> str:
        return self.page.locator("h2").first.inner_text().replace(JOINER, "")

    @property
    def metrics(self) -> dict[str, str]:
        cards = self.page.locator("[data-testid=stMetric]").all()
        told = [
            (
                card.locator("[data-testid=stMetricLabel]").inner_text(),
                card.locator("[data-testid=stMetricValue]").inner_text(),
            )
            for card in cards
        ]
        return dict(told)

    def wait_for_metric(self, label: str, value: str) -> Surfer:
        cards = self.page.locator("[data-testid=stMetric]").filter(has_text=label).filter(has_text=value)
        cards.first.wait_for(timeout=PATIENCE)
        return self

    @property
    def overhang(self) -> int:
        """Pixels the page could be scrolled sideways."""
        return self.page.evaluate(OVERHANG)

    def fits(self) -> Surfer:
        """Wait until the page has settled to a new width and cannot be scrolled sideways."""
        self.page.wait_for_function(f"() => ({OVERHANG})() <= 0", timeout=PATIENCE)
        return self

    def painted(self, at_least: int = 1) -> int:
        """Marks in every figure; waits until each has some. Figures of many marks are a canvas: some pixel is painted."""
        self.page.wait_for_function(
            """least => [...document.querySelectorAll('[data-testid=stVegaLiteChart]')].length &&
                [...document.querySelectorAll('[data-testid=stVegaLiteChart]')].every(figure => {
                    const canvas = figure.querySelector('canvas');
                    if (canvas && canvas.width) return canvas.getContext('2d')
                        .getImageData(0, 0, canvas.width, canvas.height).data.some(value => value);
                    return [...figure.querySelectorAll('svg path[aria-roledescription], svg line[aria-roledescription], '
                      + 'svg .mark-symbol path, svg .mark-rule line, svg .mark-rect path')]
                      .filter(mark => mark.getBoundingClientRect().width + mark.getBoundingClientRect().height > 0)
                      .length >= least})""",
            arg=at_least,
            timeout=PATIENCE,
        )
        return self.page.locator(PAINTED).count()


@contextmanager
def surfing(chromium: Any, url: str, **context: Any) -> Iterator[Surfer]:
    """A new browser context on the dashboard's first page."""
    options = {"viewport": {"width": 1440, "height": 900}, "accept_downloads": True, **context}
    visitor = chromium.new_context(**options)
    visitor.add_init_script(AT_REST)
    page = visitor.new_page()
    surfer = Surfer(page)
    page.on("request", lambda request: surfer.asked.append(request.url))
    page.on("websocket", surfer.listen)
    page.on("dialog", lambda dialog: (surfer.dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(url)
    page.locator("h2").first.wait_for(timeout=PATIENCE)
    try:
        yield surfer.settle()
    finally:
        visitor.close()
