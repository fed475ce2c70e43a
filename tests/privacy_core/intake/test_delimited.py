"""Delimited text: encodings, delimiters, quotes, lines."""

from __future__ import annotations

import pytest

from privacy_core.errors import TableError
from privacy_core.intake import stream
from tests.privacy_core.intake.tables import cells, counts, guess, sentences, text, values


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"a,b\n1,2\n", "comma"),
        (b"a;b\n1,5;2,5\n", "semicolon"),
        (b"a\tb\n1,5\t2;5\n", "tab"),
        (b"a|b\nx,y|z\nx|z\n", "pipe"),
        (b"a;b\nx,y,z;1\nx;2\n", "semicolon"),
        (b'a,b\n"x;y;z",1\n"p;q;r",2\n', "comma"),
        (b"name, first;age\nx;1\ny;2\n", "semicolon"),
    ],
)
def test_delimiter_is_guessed_from_the_rows(content, name):
    reading = text(content)
    assert guess(reading, "delimiter") == name
    assert len(reading.table.names) == 2


@pytest.mark.parametrize(
    "content", [b"age\n34\n", b"x\n1,5\n2,5\n", b"name\nA, B\nC, D\n", b"a, b\nx\ny\n", b"note\n1;2,3\nfree text\n"]
)
def test_one_column(content):
    reading = text(content)
    assert len(reading.table.names) == 1
    assert guess(reading, "delimiter") == "none, one column"


def test_one_column_says_that_delimiters_occur():
    assert "commas, semicolons, tabs or pipes occur 2 times" in sentences(text(b"x\nA, B\nC, D\n"))[0]


def test_given_delimiter_is_no_guess():
    reading = text(b"a b\n1 2\n", delimiter=" ")
    assert reading.table.names == ["a", "b"]
    assert guess(reading, "delimiter") is None


def test_title_above_the_header_is_guessed_and_can_be_taken_back():
    content = b"Extract 2024\na,b,c\n1,2,3\n4,5,6\n7,8,9\n"
    reading = text(content)
    assert (reading.table.names, reading.table.n_rows, guess(reading, "lines above the header")) == (
        list("abc"),
        3,
        "1",
    )
    assert "1 title line was left out above the header" in sentences(reading)[0]
    with pytest.raises(TableError, match="skip lines above the header"):
        text(content, skip=0)


def test_single_quotes_are_recognised():
    reading = text(b"'a','b'\n'x,y','it''s'\n")
    assert guess(reading, "quote") == "single quote"
    assert (cells(reading, "a"), cells(reading, "b")) == (["x,y"], ["it's"])


def test_apostrophes_are_no_quotes():
    reading = text(b"a,b\n'tis,5'\nrock 'n' roll,6'\n")
    assert cells(reading, "a") == ["'tis", "rock 'n' roll"]
    assert guess(reading, "quote") == "double quote"


def test_quoted_newlines_delimiters_and_quotes():
    reading = text(b'a,b\r\n"x\r\ny","say ""hi"", now"\r\n')
    assert (cells(reading, "a"), cells(reading, "b")) == (["x\r\ny"], ['say "hi", now'])


def test_header_with_quoted_newline():
    assert text(b'"first\nname",b\nx,1\n').table.names == ["first\nname", "b"]


@pytest.mark.parametrize("content", [b'a,b\n1,"x\n2,y\n3,z\n', b'a,b\n1,"x', b'a,b\n1,2\n3,"', b'"a,b\n1,2\n'])
def test_unclosed_quote_names_its_line(content):
    line = content[: content.index(b'"')].count(b"\n") + 1
    with pytest.raises(TableError, match=f"quote opened on line {line} is never closed"):
        text(content)


def test_line_endings_of_every_system():
    for ending in ("\n", "\r\n", "\r"):
        reading = text(ending.join(["a,b", "1,x", "2,y", ""]))
        assert (values(reading, "a"), cells(reading, "b")) == ([1, 2], ["x", "y"])


def test_last_line_without_an_ending():
    assert values(text(b"a,b\n1,2\n3,4"), "b") == [2, 4]


def test_line_numbers_are_those_of_an_editor():
    content = b'\n"a\nb",c\n\n"x\ny",1\n   \nz,1,2\n\n"p\r\nq\r\nr"\nlast,9\n'
    with pytest.raises(TableError, match=r"lines 8, 10\)"):
        text(content)


def test_at_most_ten_lines_are_listed():
    content = b"a,b\n" + b"1,2\n" * 3 + b"1,2,3\n" * 12
    with pytest.raises(
        TableError, match=r"12 rows with more fields \(lines 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 and 2 more\)"
    ):
        text(content)


def test_skipped_lines_count_as_lines():
    with pytest.raises(TableError, match=r"line 5\)"):
        text(b"title\n\na,b\n1,2\n3\n", skip=2)


def test_skipping_everything():
    with pytest.raises(TableError, match="Nothing is left of the file after skipping 9 lines"):
        text(b"a,b\n1,2\n", skip=9)


def test_blank_lines_are_left_out_and_counted():
    reading = text(b'\n\na,b\n1,2\n\n   \n"x\n\ny",4\r\n\r\n\n')
    assert cells(reading, "a") == ["1", "x\n\ny"]
    assert counts(reading) == [6]
    assert sentences(reading) == ["6 blank lines were left out."]


def test_blank_line_of_one_column_is_missing():
    reading = text(b"age\n34\n\n36\n")
    assert values(reading, "age") == [34, None, 36]
    assert counts(reading, "age") == [1]


def test_trailing_name_with_a_field_is_a_column():
    assert text(b"a,b,\n1,2,3\n").table.names == ["a", "b", "column 3"]


def test_trailing_name_and_uneven_rows_are_refused():
    with pytest.raises(TableError, match="The header has 2 fields"):
        text(b"a,b,\n1,2\n1,2,3\n")


def test_empty_and_duplicate_names():
    reading = text(b"a,,a,a\n1,2,3,4\n")
    assert reading.table.names == ["a", "column 2", "a (2)", "a (3)"]
    assert counts(reading) == [3]


def test_strange_names_are_quoted_in_messages():
    reading = text('"a\nb\x07\'","💥"\n007,1\n')
    assert repr("a\nb\x07'") in sentences(reading, "a\nb\x07'")[0]


def test_rows_without_any_value_are_kept_and_counted():
    reading = text(b"a,b\n1,2\n,\n,\n")
    assert reading.table.n_rows == 3
    assert sentences(reading) == ["2 rows were kept although every cell is missing."]


def test_trailing_blanks_and_case_tell_values_apart():
    assert len(text(b"a,b\nx,1\nx ,1\nX,1\n").table["a"].categories) == 3


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_encodings(mark):
    content = "name,age\nZoë,3\n".encode(mark)
    if mark.startswith("utf-16-"):
        content = "\ufeff".encode(mark) + content
    reading = text(content)
    assert (reading.table.names, cells(reading, "name")) == (["name", "age"], ["Zoë"])


def test_chosen_encoding():
    reading = text("name,age\nŁódź,3\n".encode("iso-8859-2"), encoding="iso-8859-2")
    assert cells(reading, "name") == ["Łódź"]
    assert guess(reading, "encoding") is None


def test_chosen_encoding_with_a_byte_order_mark():
    assert text("\ufeffa,b\n1,2\n".encode(), encoding="utf-8").table.names == ["a", "b"]


def test_chosen_encoding_that_does_not_fit():
    with pytest.raises(TableError, match="not 'utf-8' text"):
        text("a,b\né,1\n".encode("latin-1"), encoding="utf-8")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"a,b\n\x81,\x8d\n", "2 bytes stand for no character"),
        (b"\xef\xbb\xbfa,b\n\xff,1\n", "some of its bytes are not UTF-8"),
        (b"\xff\xfea\x00\x00\xd8", "not 'utf-16' text"),
        (b"a\x00,\x00b\x00\n\x00", "4 NUL bytes"),
        (b"\x01\x02\x03\x04\x05\x06a,b\n", "does not look like a table"),
        (b"   \n\n  \n", "The file is empty"),
        (b"\xef\xbb\xbf", "The file is empty"),
        (b"a,b\n\n\n", "header of 2 names but no rows"),
    ],
)
def test_what_is_no_table(content, sentence):
    with pytest.raises(TableError, match=sentence):
        text(content)


def test_rows_longer_than_a_block():
    long = "x" * (stream.BLOCK + 10)
    reading = text(f"a,b\n1,{long}\n2,y\n")
    assert (values(reading, "a"), cells(reading, "b")) == ([1, 2], [long, "y"])


def test_many_small_blocks_give_the_same_table(monkeypatch):
    content = "a,b\r\n" + "".join(f'{n},"v{n % 7}\r\n"\r\n\r\n' for n in range(200))
    whole = text(content)
    monkeypatch.setattr(stream, "BLOCK", 64)
    assert (values(text(content), "a"), cells(text(content), "b")) == (values(whole, "a"), cells(whole, "b"))
    assert counts(text(content)) == [200]
