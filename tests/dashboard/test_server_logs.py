"""What the server logs: an exception by its type and our own frames, never its message."""

from __future__ import annotations

import logging

import pytest

from dashboard import server

SECRET = "cell of row 7"


def log_of(raising, caplog) -> str:
    try:
        raising()
    except Exception as error:
        logging.getLogger("streamlit.error_util").error("Uncaught app execution", exc_info=error)
    return caplog.text


@pytest.mark.usefixtures("prepared")
def test_the_log_names_an_exception_and_does_not_quote_it(caplog):
    text = log_of(lambda: {}[SECRET], caplog)
    assert "KeyError" in text
    assert SECRET not in text


@pytest.mark.usefixtures("prepared")
def test_the_log_quotes_no_exception_behind_another(caplog):
    def raising():
        try:
            int(SECRET)
        except ValueError as error:
            raise RuntimeError(SECRET) from error

    text = log_of(raising, caplog)
    assert "RuntimeError after ValueError" in text
    assert SECRET not in text


@pytest.mark.usefixtures("prepared")
def test_an_exception_given_as_an_argument_is_not_quoted(caplog):
    logging.getLogger("streamlit.x").warning("failed: %s", ValueError(SECRET))
    assert "failed: ValueError" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.usefixtures("prepared")
def test_records_without_exceptions_are_left_alone(caplog):
    logging.getLogger("streamlit.x").warning("%s of %s", 3, "rows")
    assert "3 of rows" in caplog.text


def test_the_trace_shows_our_own_frames_only():
    def inside():
        server.without_values(None)

    with pytest.raises(AttributeError) as caught:
        inside()
    trace = server.trace(caught.value)
    assert trace.startswith("AttributeError at dashboard/server.py:")
    assert trace.endswith(" without_values")


def test_a_trace_ends_where_exceptions_go_in_a_circle():
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert server.trace(first) == "ValueError after KeyError"
