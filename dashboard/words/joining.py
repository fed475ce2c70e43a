"""Sentences of the page `again` about uploaded releases: their columns, what they left out, how people are joined."""

from __future__ import annotations

from dashboard.words.phrases import counted, plain

UPLOAD_RELEASES = "Two or more releases: CSV, TSV, XLSX, Parquet, Stata"
TAKE_OPEN = "The open table is a release too"
FILE_SECRET, FILE_KNOWN, JOIN = "Secret", "Known to others, in every release", "How people are joined"
KNOWN_APART = "Each release its own known columns"
KNOWN_HELP = "One set for all is what an attacker knows who knows the same of everybody. Releases that blur or name other columns need sets of their own."
JOIN_HELP = "A column that names each person in every release, or no key: then either a list of people says who could be in which crowd, or crowds that look the same in all releases are compared as they are."
BY_CLASS, BY_LIST = "no key: crowds that look the same", "no key: a list of people"
ROWS_LEFT_OUT = "Rows that a release left out"
ROWS_LEFT_OUT_HELP = "Such a row is in the file with nothing known about it; counted as a crowd it could be anybody, and would hide what the others give away. Releases made here flag them in the column suppressed."
NONE_LEFT_OUT, STARRED = "none", "those that read * in every known column"
UPLOAD_LIST = "List of people: one row per person, known columns unblurred"
NO_LIST = "Upload the list of people that the releases are linked through."
LIST_TREES = "Hierarchies of blurred columns: CSV files, one per column, raw values first"
LIST_TREES_HELP = "Ranges, masks and sets are read without one. A label such as a region covers the raw values below it in its column's hierarchy; without a hierarchy it covers nobody. A file belongs to the column its name ends in, or to the one whose values it holds."
NO_COMMON = "The uploaded releases have no column in common."
CHOOSE_COLUMNS = "Say which column is secret and which others could know."
OR_UPLOAD = "Or choose uploaded releases above: no table needs to be open for them."


def two_files(n: int) -> str:
    """How many files are missing."""
    return (
        "Upload two or more releases about the same people."
        if not n
        else "One release only: linking needs a second one."
    )


def open_release(name: str) -> str:
    """The open table among the releases."""
    return f"{name} (open table)"


def known_in(name: str) -> str:
    """Label of the known columns of one release."""
    return f"Known to others in {plain(name)}"


def tree_of_list(column: str, name: str, levels: int) -> str:
    """A hierarchy that is held."""
    return f"{column}: {name}, {counted(levels, 'level')}"


def not_used(name: str, why: str) -> str:
    """A hierarchy was refused."""
    return f"**{plain(name)} was not used.** {plain(why)}"


def left_out_line(how: str) -> str:
    """Which rows are taken as left out, beside the policies."""
    if how in (NONE_LEFT_OUT, STARRED):
        return f"rows left out: {plain(how)}"
    return f"rows left out: those flagged in {plain(how)}"
