"""How a test uses the dashboard without a browser: open it, upload, give roles, turn pages, read."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from streamlit.testing.v1 import AppTest

from dashboard.words import JOINER
from privacy_core import Crowd, Role, Roles, Table, collect_roles, crowd, equivalence_classes, intake

APP = Path(__file__).resolve().parents[2] / "dashboard" / "app.py"
KNOWN, SECRET, UNUSED = Role.QUASI_IDENTIFIER, Role.SENSITIVE, Role.NOT_USED
KINDS = "slider number_input selectbox multiselect radio toggle text_input text_area button_group".split()
PAGES = ("publish", "crowd", "giveaway")
DIRECTIVE = re.compile(r"(?<!\\):(?:orange|blue|gray|small)\[((?:\\.|[^\[\]\\])*)\]")


class Visit:
    """One session of the dashboard; every step runs the script and fails where a page fails."""

    def __init__(self) -> None:
        self.app = AppTest.from_file(str(APP), default_timeout=30)
        self.run()

    def run(self) -> Visit:
        self.app.run()
        assert not self.app.exception, [(e.message, e.stack_trace) for e in self.app.exception]
        self._name_widgets()
        return self

    def _name_widgets(self) -> None:
        """Let a widget that was begun afresh be found by the name it always has."""
        for one in (one for kind in KINDS for one in self.app.get(kind) if one.key):
            name, _, turn = one.key.rpartition(" ")
            if turn.isdigit() and self.state(f"generation of {name}") == int(turn):
                one.key = name

    def sample(self, name: str) -> Visit:
        self.app.button(key=f"open {name}").click()
        return self.run()

    def upload(self, content: bytes, name: str = "people.csv") -> Visit:
        """Upload a file; what the worker thread has read is taken in the same run or the next."""
        self.app.file_uploader[0].set_value((name, content, "application/octet-stream"))
        self.run()
        job = self.state("job")
        if job is not None:
            assert job.wait(30)
            self.run()
        return self

    def roles(self, **role_of: Role) -> Visit:
        """Give roles by column, the rest unused, and accept them."""
        names = list(self.state("draft"))
        self.app.session_state["draft"] = {name: role_of.get(name, UNUSED) for name in names}
        return self.run().accept()

    def roles_again(self, role_of: dict[str, Role]) -> Visit:
        """Change roles that were accepted."""
        names = list(self.state("draft"))
        self.app.session_state["draft"] = {name: role_of.get(name, UNUSED) for name in names}
        self.app.session_state["study"] = replace(self.state("study"), roles=roles_of(**role_of))
        return self.run()

    def accept(self) -> Visit:
        next(button for button in self.app.button if button.label.startswith("Accept")).click()
        self.run()
        job = self.state("job")
        if job is not None:
            assert job.wait(30)
            self.run()
        return self

    def page(self, name: str) -> Visit:
        self.app.switch_page(f"views/{name}.py")
        return self.run()

    def everywhere(self) -> Visit:
        """Turn every page, wake what sleeps in popovers and expanders, end where it began."""
        for name in (*PAGES, "blur", "again", "match", "undo", "isolate", PAGES[0]):
            self.page(name)
            assert self.question.endswith("?")
            assert self.answer
        return self

    def press(self, label: str) -> Visit:
        next(button for button in self.app.button if button.label == label).click()
        return self.run()

    def slide(self, name: str, to: float) -> Visit:
        self.app.slider(key=f"{name} slider").set_value(to)
        return self.run()

    def type_in(self, name: str, number: float) -> Visit:
        self.app.number_input(key=f"{name} box").set_value(number)
        return self.run()

    def count(self, **policies: Any) -> Visit:
        """What the popover of counting sets: policies, `missing_tokens`, `suppressed_token`."""
        study = self.state("study")
        fields = {name: policies.pop(name) for name in ("missing_tokens", "suppressed_token") if name in policies}
        changed = replace(study, policies=replace(study.policies, **policies), **fields)
        self.app.session_state["study"] = changed
        return self.run()

    def state(self, name: str) -> Any:
        return self.app.session_state[name] if name in self.app.session_state else None  # noqa: SIM401

    @property
    def question(self) -> str:
        return shown(self.app.title[0].value)

    @property
    def answer(self) -> str:
        return shown(self.app.header[0].value)

    @property
    def metrics(self) -> dict[str, str]:
        return {metric.label: metric.value for metric in self.app.metric}

    @property
    def errors(self) -> list[str]:
        return [shown(error.value) for error in self.app.error]

    @property
    def texts(self) -> str:
        """All Markdown of the page as one text."""
        return "\n".join(shown(one.value) for one in self.app.markdown)

    @property
    def figures(self) -> list[dict[str, Any]]:
        return [figure_of(element.proto) for element in self.app.get("vega_lite_chart")]


def figure_of(proto: Any) -> dict[str, Any]:
    """A drawn figure: its specification, and its rows by data set."""
    rows = {}
    for named in proto.datasets:
        with pa.ipc.open_stream(named.data.data) as stream:
            rows[named.name] = stream.read_all().to_pylist()
    return {"spec": json.loads(proto.spec), "rows": rows}


def shown(markdown: str) -> str:
    """Markdown as people read it: escapes, colours and joiners gone."""
    text = markdown.replace(JOINER, "")
    while (inner := DIRECTIVE.sub(r"\1", text)) != text:
        text = inner
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def csv_of(**columns: Any) -> bytes:
    """A small table as an uploaded file."""
    return pd.DataFrame(columns).to_csv(index=False).encode()


def read(content: bytes, name: str = "people.csv") -> Table:
    return intake.read(content, name).table


def roles_of(**role_of: Role) -> Roles:
    return collect_roles(list(role_of.items()))


def parquet_of(**columns: Any) -> bytes:
    held = io.BytesIO()
    pd.DataFrame(columns).to_parquet(held)
    return held.getvalue()


NINE = csv_of(
    zip=["476**"] * 3 + ["4790*"] * 3 + ["476**"] * 3, age=["2*"] * 3 + ["40"] * 3 + ["3*"] * 3, ill=list("abcdefbga")
)
"""Nine rows in three crowds of three."""

MOST = "Show the most telling crowd"


def seen(content: bytes, known: list[str], k: int) -> Crowd | None:
    """What the core says of the crowds of a file."""
    return crowd(equivalence_classes(read(content), known), k)
