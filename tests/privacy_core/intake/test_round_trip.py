"""What is written comes back exactly; what is broken is refused without quoting it."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from privacy_core.errors import TableError
from privacy_core.intake import Options, read, stream
from privacy_core.intake.dialect import Dialect
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import cells, text, values, workbook

plain = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff")
words = st.text(st.one_of(plain, st.sampled_from(",;\t|\"'\n\r \t0123456789.-")), max_size=8)
clean = st.text(st.sampled_from("abcXYZ 0123456789.\n\r\"'-é€"), max_size=8)


def tables(cell, max_columns=4):
    width = st.integers(1, max_columns)
    return width.flatmap(lambda n: st.lists(st.lists(cell, min_size=n, max_size=n), min_size=1, max_size=12))


def written(rows, **dialect):
    file = io.StringIO()
    csv.writer(file, **dialect).writerows([[f"h{place}" for place in range(len(rows[0]))], *rows])
    return file.getvalue()


def assert_holds(reading, rows):
    assert reading.table.n_rows == len(rows)
    for place, name in enumerate(reading.table.names):
        original = [row[place] or None for row in rows]
        if reading.table[name].scale is Scale.NUMERIC:
            numbers = [None if cell is None else float(cell.replace(",", ".")) for cell in original]
            assert values(reading, name) == numbers
        else:
            assert cells(reading, name) == original


styles = st.sampled_from(
    [
        {"lineterminator": "\r\n", "quoting": csv.QUOTE_MINIMAL},
        {"lineterminator": "\r\n", "quoting": csv.QUOTE_ALL},
        {"lineterminator": "\n", "quoting": csv.QUOTE_ALL},
    ]
)
named_delimiters = st.sampled_from([",", ";", "\t", "|", " ", ":"])


@given(tables(words), named_delimiters, styles)
def test_any_text_comes_back_when_the_delimiter_is_named(rows, delimiter, style):
    assert_holds(text(written(rows, delimiter=delimiter, **style), delimiter=delimiter, decimal="."), rows)


@given(tables(clean), st.sampled_from([",", ";", "\t", "|"]), styles)
def test_delimiter_and_quote_are_guessed(rows, delimiter, style):
    rows = [[f"{cell}{delimiter}" if cell.endswith("X") else cell for cell in row] for row in rows]
    assert_holds(text(written(rows, delimiter=delimiter, **style), decimal="."), rows)


@given(tables(st.text(st.sampled_from("abc' ,;\n0123"), max_size=6)), st.sampled_from([",", ";"]))
def test_single_quotes_are_guessed(rows, delimiter):
    content = written(rows, delimiter=delimiter, quotechar="'", quoting=csv.QUOTE_ALL)
    assert_holds(text(content, decimal="."), rows)


@given(tables(clean), st.sampled_from(["utf-8-sig", "utf-16", "cp1252"]))
def test_encodings_come_back(rows, encoding):
    content = written(rows, delimiter=";", quoting=csv.QUOTE_ALL).encode(encoding)
    assert_holds(read(content, "t", Options(delimiter=";", decimal=".")), rows)


@given(tables(words), st.integers(32, 90))
def test_size_of_the_blocks_does_not_matter(rows, size):
    content = written(rows * 5, delimiter=",", lineterminator="\r\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "BLOCK", size)
        assert_holds(text(content, delimiter=",", decimal="."), rows * 5)


lines = st.text(st.sampled_from('ab,"\n\r '), max_size=40)


@given(lines)
@example('"a\n\n"\n\n\nb')
@example('a"b"\r\r\n"c"d"\n')
def test_grammar_agrees_with_the_reader_on_rows_and_blank_lines(body):
    content = ("h,i\n" + body).encode()
    dialect = Dialect(b",", b'"')
    records = list(dialect.records(content, 4, 2))
    if not records or is_open(dialect, content):
        return
    rows = stream.stream(content, 4, dialect, 2, lambda share, doing: True)
    widths = [dialect.width(record.raw) for record in records]
    assert widths.count(2) == rows.count
    assert (sum(w < 2 for w in widths), sum(w > 2 for w in widths)) == (rows.misfits.fewer, rows.misfits.more)
    ends = [content[: record.end].count(b"\n") for record in records]
    assert ends == sorted(ends)


def is_open(dialect, content):
    try:
        dialect.refuse_unclosed(content, 4)
    except TableError:
        return True
    return False


@given(lines)
def test_line_numbers_agree_with_an_editor(body):
    content = ("h,i\n" + body).encode()
    starts = [0, *(found.end() for found in re.finditer(rb"\r\n|\r|\n", content))]
    for record in Dialect(b",", b'"').records(content, 4, 2):
        assert content.startswith(record.raw, starts[record.line - 1])


SECRET = "Qzxv"
broken = st.lists(
    st.sampled_from(
        [SECRET, f"{SECRET}7", ",", ";", "\t", '"', "'", "\n", "\r\n", "é", "0", "1,5", "\ufeff", "\x00", "\x01"]
    ),
    max_size=30,
).map("".join)


@given(broken, st.sampled_from(["utf-8", "utf-16", "cp1252"]), st.sampled_from([None, ",", ";"]))
@settings(max_examples=300)
def test_no_message_or_note_quotes_the_data(body, encoding, delimiter):
    content = ("name,age\n" + body).encode(encoding, "replace")
    reading, refusal = outcome(content, Options(delimiter=delimiter))
    if reading is None:
        assert SECRET not in str(refusal)
        assert refusal.__suppress_context__ or refusal.__context__ is None
    elif SECRET not in " ".join(reading.table.names):
        assert SECRET not in " ".join(note.sentence for note in reading.notes)


def mutated(content):
    edits = st.lists(st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255)), max_size=12)
    cut = st.integers(4, len(content))
    return st.tuples(edits, cut).map(lambda change: apply(content, *change))


def apply(content, edits, cut):
    changed = bytearray(content)
    for place, byte in edits:
        changed[place] = byte
    return bytes(changed[:cut])


@given(st.binary(max_size=300))
@settings(max_examples=500)
def test_random_bytes_raise_nothing_but_our_own_error(content):
    outcome(content)


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"PAR1", b"\xff\xfe", b"\xef\xbb\xbf", b"PK\x05\x06"])
@given(content=st.binary(max_size=200))
def test_random_bytes_behind_a_signature(start, content):
    outcome(start + content)


@given(mutated(workbook({"s": [["a", "b"], [1, "x"], [2.5, None]]})))
@settings(max_examples=300)
def test_damaged_workbooks(content):
    outcome(content)


def outcome(content, options=None):
    """The reading or our own error; anything else fails the test."""
    try:
        return read(content, "t", options), None
    except TableError as refusal:
        return None, refusal
