"""What the server promises is kept: in memory, without values, on this machine."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.formparsers import MultiPartParser
from starlette.requests import Request
from streamlit import net_util

from dashboard import opening, server, words
from privacy_core import intake

SECRET = "cell of row 7"
WANTED = {
    "server.address": "127.0.0.1",
    "server.allowedHosts": ["localhost", "127.0.0.1"],
    "server.enableStaticServing": False,
    "server.enableXsrfProtection": True,
    "server.enableCORS": True,
    "server.enableAgentApi": False,
    "server.headless": True,
    "server.maxUploadSize": 200,
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "client.disableDataExport": True,
    "logger.enableRich": False,
    "runner.postScriptGC": False,
    "runner.fastReruns": False,
    "browser.gatherUsageStats": False,
}
TELL_OPTIONS = (
    "import json; from streamlit import config; print(json.dumps({name: config.get_option(name) for name in NAMES}))"
)
RAISING = f"""
import streamlit as st
from dashboard import server
server.prepare()
st.write("before")
raise KeyError("{SECRET}")
"""


def flat(options: dict, prefix: str = "") -> dict:
    told = {}
    for name, value in options.items():
        told |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {f"{prefix}{name}": value}
    return told


def uploaded_file(content: bytes):
    """The file object that Starlette makes of `content`, sent as a form in pieces."""
    head = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\n'
    body = head + content + b"\r\n--edge--\r\n"
    pieces = [body[start : start + 65536] for start in range(0, len(body), 65536)]

    async def receive():
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    scope = {"type": "http", "method": "PUT", "headers": [(b"content-type", b"multipart/form-data; boundary=edge")]}

    async def parse():
        return (await Request(scope, receive).form())["file"].file

    with ThreadPoolExecutor(1) as apart:  # a browser test may have left a loop running in this thread
        return apart.submit(asyncio.run, parse()).result()


def test_an_upload_is_spooled_to_disk_unless_prepared():
    assert uploaded_file(b"x" * 3 * server.MEBIBYTE)._rolled


@pytest.mark.usefixtures("prepared")
def test_an_upload_stays_in_memory():
    file = uploaded_file(b"x" * 3 * server.MEBIBYTE)
    assert not file._rolled
    assert len(file.read()) == 3 * server.MEBIBYTE


OPENED: list[str] = []
KERNELS = "kernels"
"""Folder of compiled code, which the first start writes while it may; it holds no data."""
WATCHING = [False]


def _watch(event: str, arguments: tuple) -> None:
    """Note every file opened to be written while `WATCHING`; an audit hook cannot be taken back."""
    if WATCHING[0] and event == "open":
        path, mode, flags = arguments
        if (isinstance(mode, str) and set(mode) & set("wax+")) or (mode is None and flags & (os.O_WRONLY | os.O_RDWR)):
            OPENED.append(str(path))


@pytest.mark.usefixtures("prepared")
def test_a_large_upload_opens_no_file_to_write():
    sys.addaudithook(_watch)
    WATCHING[0] = True
    try:
        with open(os.devnull, "w"):  # the watch itself is awake
            pass
        awake = len(OPENED) == 1
        OPENED.clear()
        row = b"0123456789,abcdefghij,%d\n"
        content = b"a,b,c\n" + b"".join(row % (i % 1000) for i in range(2_100_000))
        assert len(content) > 50 * server.MEBIBYTE
        opening.read(uploaded_file(content).read(), "large.csv", intake.Options(), lambda share, doing: True)
    finally:
        WATCHING[0] = False
    assert awake
    assert [path for path in OPENED if KERNELS not in Path(path).parts] == []


@pytest.mark.usefixtures("prepared")
def test_the_limit_in_memory_lies_above_the_limit_of_uploads():
    assert MultiPartParser.spool_max_size > 200 * server.MEBIBYTE


@pytest.mark.usefixtures("prepared")
def test_preparing_again_changes_nothing():
    make = logging.getLogRecordFactory()
    server.prepare()
    assert logging.getLogRecordFactory() is make


@pytest.mark.usefixtures("prepared")
def test_what_is_imported_is_spared_from_collections():
    assert gc.get_freeze_count() > 100_000
    assert "privacy_core" in sys.modules


@pytest.mark.parametrize(("there", "said"), [(True, server.Kernels.THERE), (False, server.Kernels.MISSING)])
def test_kernels_are_there_or_have_no_compiler(monkeypatch, there, said):
    monkeypatch.setattr(server, "_KERNELS", [server.Kernels.WAITING])
    monkeypatch.setattr(server.anonymizers, "warm_up", lambda: there)
    server.compile_kernels()
    assert server.kernels() is said


def test_a_compiler_that_gave_up_is_not_called_compiled(monkeypatch):
    def gave_up():
        raise RuntimeError("no room")

    monkeypatch.setattr(server, "_KERNELS", [server.Kernels.WAITING])
    monkeypatch.setattr(server.anonymizers, "warm_up", gave_up)
    with pytest.raises(RuntimeError):
        server.compile_kernels()
    assert server.kernels() is server.Kernels.FAILED
    assert words.about_kernels(server.kernels(), True)
    assert words.about_kernels(server.Kernels.THERE, False) is None


@pytest.mark.usefixtures("prepared")
def test_no_web_service_is_asked_for_our_address(monkeypatch):
    monkeypatch.setattr(net_util, "_make_blocking_http_get", lambda *args, **kwargs: pytest.fail("asked"))
    assert net_util.get_external_ip() is None


def test_the_settings_file_says_what_we_want():
    written = flat(tomllib.loads((server.HOUSE / ".streamlit/config.toml").read_text()))
    defaults = {"server.enableXsrfProtection", "server.enableCORS", "server.enableAgentApi"}
    assert {name: written.get(name) for name in WANTED if name not in defaults} == {
        name: value for name, value in WANTED.items() if name not in defaults
    }
    assert not defaults & written.keys()


def test_streamlit_takes_every_setting():
    written = flat(tomllib.loads((server.HOUSE / ".streamlit/config.toml").read_text()))
    wanted = WANTED | written
    plain = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
    command = [sys.executable, "-c", TELL_OPTIONS.replace("NAMES", repr(list(wanted)))]
    told = subprocess.run(command, cwd=server.HOUSE, env=plain, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == wanted
    assert told.stderr == ""


def test_the_sequences_of_colours_have_ten_and_none_that_streamlit_reserves():
    written = flat(tomllib.loads((server.HOUSE / ".streamlit/config.toml").read_text()))
    colours = [value for name, value in written.items() if "Sequential" in name or "Diverging" in name]
    assert [len(one) for one in colours] == [10] * 4
    assert all(int(colour[1:], 16) > 0x30 for one in colours for colour in one)


def test_a_real_server_quotes_nothing_and_calls_nobody(chromium, start_app, tmp_path: Path):
    script = tmp_path / "raising.py"
    script.write_text(RAISING)
    with start_app(script) as dashboard:
        page = chromium.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(dashboard.url)
        page.get_by_text("This app has encountered an error").wait_for()
        shown, log = page.content(), dashboard.log.read_text()
        page.close()
    assert {urlsplit(url).hostname for url in asked if not url.startswith(("data:", "blob:"))} == {"127.0.0.1"}
    assert "KeyError" in log
    assert SECRET not in log
    assert SECRET not in shown
