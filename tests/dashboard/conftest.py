"""What tests of the dashboard share: a server's promises kept, and undone afterwards."""

from __future__ import annotations

import gc
import logging

import pytest
from starlette.formparsers import MultiPartParser
from streamlit import net_util

from dashboard import server


@pytest.fixture
def prepared(monkeypatch):
    """Prepare, and undo it afterwards."""
    monkeypatch.setattr(MultiPartParser, "spool_max_size", MultiPartParser.spool_max_size)
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    make = logging.getLogRecordFactory()
    server.prepare.cache_clear()
    server.prepare()
    yield
    logging.setLogRecordFactory(make)
    server.prepare.cache_clear()
    gc.unfreeze()
