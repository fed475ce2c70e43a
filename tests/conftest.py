"""What many tests need: shared cases, a browser, the real dashboard on a port of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

HOUSE = Path(__file__).resolve().parents[1]
IN_CI = os.environ.get("CI") == "true"
CHROMIUM_FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
SHOW_ERRORS = "STREAMLIT_CLIENT_SHOW_ERROR_DETAILS"

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if IN_CI else "here")
os.environ.setdefault(SHOW_ERRORS, "full")  # else AppTest's exceptions come without their message


@dataclass(frozen=True)
class Dashboard:
    """A running server: where it answers, and what it has printed so far."""

    url: str
    log: Path


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared cases and tables; skips where there is none."""
    folder = Path(os.environ.get("KELT_SHARED", HOUSE.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"KELT_SHARED: no folder {folder}")
    return folder


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """A headless browser; its absence fails in CI and skips elsewhere."""
    found = shutil.which("chromium")
    if found is None:
        (pytest.fail if IN_CI else pytest.skip)("no Chromium on the search path")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=CHROMIUM_FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def start_app(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], object]:
    """Start any script with our configuration: `with start_app(script) as dashboard`."""

    @contextmanager
    def start(script: Path) -> Iterator[Dashboard]:
        log = tmp_path_factory.mktemp("server") / "log"
        port = _free_port()
        with log.open("wb") as output:
            server = _serve(script, port, output)
        try:
            _wait_until_healthy(server, port, log)
            yield Dashboard(f"http://127.0.0.1:{port}", log)
        finally:
            server.terminate()
            server.wait(10)

    return start


@pytest.fixture(scope="session")
def app(start_app) -> Iterator[Dashboard]:
    """The real dashboard."""
    with start_app(HOUSE / "dashboard" / "app.py") as dashboard:
        yield dashboard


@pytest.fixture(scope="session")
def app_url(app: Dashboard) -> str:
    """Where the real dashboard answers."""
    return app.url


@pytest.fixture(scope="session")
def app_log(app: Dashboard) -> Path:
    """What the real dashboard prints."""
    return app.log


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _serve(script: Path, port: int, output) -> subprocess.Popen:
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    plain = {name: value for name, value in os.environ.items() if name != SHOW_ERRORS}
    return subprocess.Popen(command, cwd=HOUSE, env=plain, stdout=output, stderr=subprocess.STDOUT)


def _wait_until_healthy(server: subprocess.Popen, port: int, log: Path, seconds: float = 60) -> None:
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up and server.poll() is None:
        if _answers(f"http://127.0.0.1:{port}/_stcore/health"):
            return
        time.sleep(0.1)
    pytest.fail(f"The dashboard did not start:\n{log.read_text(errors='replace')}")


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:
            return response.status == 200
    except OSError:
        return False
