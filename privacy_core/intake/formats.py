"""Tell the format of a file by its content and read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from privacy_core.errors import TableError
from privacy_core.intake.archive import names_in
from privacy_core.intake.delimited import read_delimited
from privacy_core.intake.missing import declared
from privacy_core.intake.names import numeric_names
from privacy_core.intake.observations import closing_rows, empty_rows, numbers_as_text, observed
from privacy_core.intake.options import Options
from privacy_core.intake.parquet import read_parquet
from privacy_core.intake.reading import Draft, Guess, Note, Reading, Settled
from privacy_core.intake.stata import read_stata
from privacy_core.intake.workbook import read_workbook
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import table

Reader = Callable[[bytes, Options, Progress], Draft]

_READ = "Kelt reads delimited text (CSV, TSV), XLSX and Parquet. Stata files (.dta) are read too."
_SAVE_AS = "Open it in a spreadsheet and save it as XLSX or CSV."
_UNPACK = "Unpack it and choose the file inside."
_EXPORT = "Export it as CSV or Parquet from the program that wrote it."
_CONVERT = "Convert it to CSV or Parquet first."
_SPSS = (
    "In SPSS choose File > Save as and Stata (.dta) or CSV with value labels; in R haven::read_sav and "
    "haven::write_dta do it; PSPP, which is free, exports CSV."
)
_SAS = "In SAS use PROC EXPORT with DBMS=CSV or DBMS=DTA; in R haven::read_sas and haven::write_dta do it."
_STATA = (b"<stata_dta>", *(bytes([release, order, 1, 0]) for release in (113, 114, 115) for order in (1, 2)))
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_SIGNATURES = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook (.xls) or one protected by a password", _SAVE_AS),
    (b"\x1f\x8b", "a gzip archive", _UNPACK),
    (b"BZh", "a bzip2 archive", _UNPACK),
    (b"\xfd7zXZ\x00", "an xz archive", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a zstandard archive", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (b"Rar!", "a RAR archive", _UNPACK),
    (b"$FL2", "an SPSS file (.sav)", _SPSS),
    (b"$FL3", "an SPSS file (.zsav)", _SPSS),
    (b"\0" * 12 + b"\xc2\xea\x81\x60", "a SAS file (.sas7bdat)", _SAS),
    (b"HEADER RECORD*******LIBRARY", "a SAS transport file (.xpt)", _SAS),
    (b"PARE", "an encrypted Parquet file", _CONVERT),
    (b"ARROW1", "an Arrow or Feather file", _CONVERT),
    (b"%PDF", "a PDF document", "Export the table behind it as CSV or XLSX."),
    (b"SQLite format 3", "an SQLite database", _EXPORT),
)


def read(content: bytes, name: str, options: Options | None = None, progress: Progress = unwatched) -> Reading:
    r"""Read a table from the bytes of a file; nothing is written to disk.

    Everything that was guessed or that stands out is in the reading: nothing changes silently.

    Parameters
    ----------
    content : bytes
        Delimited text, an XLSX workbook, a Parquet or a Stata file; told by its content.
    name : str
        The file's name, for messages only.
    options : Options, optional
        What to use instead of a guess.
    progress : callable
        Called with the share done and what is being done; returns False to stop.

    Raises
    ------
    TableError
        The file cannot be read; the message names columns, lines and counts, never a value.
    Stopped
        `progress` returned False.

    Examples
    --------
    >>> reading = read(b"zip;income\n02138;1234,5\n02139;\n", "people.csv")
    >>> reading.table["zip"].labels, reading.table["income"].labels
    (['02138', '02139'], ['1234.5', '(missing)'])
    >>> [f"{guess.what}: {guess.value}" for guess in reading.guesses][2:]
    ['delimiter: semicolon', 'quote: double quote', 'decimal mark: comma']
    """
    options = options or Options()
    draft = _reader(content, name)(content, options, progress)
    settled = [declared(column, options.na, draft.marks) for column in draft.columns]
    whole = table(each.column for each in settled)
    facts = (*draft.notes, *chain.from_iterable(each.notes for each in settled))
    notes = (*draft.notes, *chain.from_iterable(map(_all_notes, settled)), *empty_rows(whole), *closing_rows(whole))
    return Reading(
        whole, (*draft.guesses, *_header_guess(whole.names, draft, options)), notes, draft.marks, facts, options
    )


def _header_guess(names: Sequence[str], draft: Draft, options: Options) -> Iterator[Guess]:
    """That the first record holds names, said where they are numbers."""
    if options.header and draft.guesses[0].value in ("CSV", "XLSX") and numeric_names(names):
        yield Guess("column names", "the first record", "header", (False,), True)


def is_delimited(content: bytes, name: str) -> bool:
    """Whether a file is delimited text, told by its content; foreign formats are refused.

    Examples
    --------
    >>> is_delimited(b"a,b", "people.csv")
    True
    """
    return _reader(content, name) is read_delimited


def is_workbook(content: bytes) -> bool:
    """Whether a file is an XLSX workbook, told by its first bytes."""
    return content.startswith(_ZIP)


def _all_notes(settled: Settled) -> Iterator[Note]:
    yield from settled.notes or numbers_as_text(settled.column)
    yield from observed(settled.column)


def _reader(content: bytes, name: str) -> Reader:
    _refuse_foreign(content, name)
    if is_workbook(content):
        _refuse_other_archives(content, name)
        return read_workbook
    if content.startswith(_STATA):
        return read_stata
    return read_parquet if content.startswith(b"PAR1") else read_delimited


def _refuse_foreign(content: bytes, name: str) -> None:
    if not content:
        raise TableError(f"The file {name!r} is empty.")
    for signature, kind, remedy in _SIGNATURES:
        if content.startswith(signature):
            raise TableError(f"{name!r} is {kind}. {_READ} {remedy}")


def _refuse_other_archives(content: bytes, name: str) -> None:
    names = names_in(content)
    if "xl/workbook.bin" in names:
        raise TableError(f"{name!r} is a binary Excel workbook (.xlsb). {_READ} {_SAVE_AS}")
    if "content.xml" in names:
        raise TableError(f"{name!r} is an OpenDocument file. {_READ} {_SAVE_AS}")
    if not any(entry.startswith("xl/") for entry in names):
        raise TableError(f"{name!r} is a zip archive. {_READ} {_UNPACK}")
