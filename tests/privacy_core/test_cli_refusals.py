"""What `kelt assess` refuses: exit 2, one line on standard error, no output, no value of the data."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.command import Said, kelt

SECRET = "Xanadu-7731"
ROWS = f"q,s,n\na,{SECRET},1\na,{SECRET}y,2\nb,{SECRET},3\nb,{SECRET},inf\n"


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    """A folder with tables and hierarchies; calls name files without their folder."""
    monkeypatch.chdir(tmp_path)
    files = {
        "t.csv": ROWS,
        "empty.csv": "",
        "header.csv": "q,s\n",
        "wrong.csv": "Private;*\n",
        "two parents.csv": f"{SECRET};a;*\n{SECRET};b;*\n{SECRET}y;a;*\n",
        "split.csv": f"{SECRET};a;1\n{SECRET}y;a;2\n",
        "uneven.csv": f"{SECRET};a;*\n{SECRET}y;*\n",
        "of_q.csv": "a;*\nb;*\n",
        "of_s.csv": f"{SECRET};*\n{SECRET}y;*\n",
        "none.csv": "",
        "gaps.csv": "s\n\n\n",
        "numbers.csv": "s\n1\n2\n",
        "survey.csv": f"q,r,w,h,p\na,x,1,{SECRET},1\nb,x,0,h2,\nb,y,-3,h3,3\nb,y,,,3\n",
        "all.csv": f"q,r,h\na,x,{SECRET}\nb,x,h9\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary.csv").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "broken.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 no parquet PAR1")
    return tmp_path


def refused(said: Said, *words: str) -> None:
    assert said.code == 2, (said.out, said.err)
    assert said.out == ""
    assert said.err.startswith("kelt: ")
    assert said.err.count("\n") == 1, said.err
    assert said.err.endswith("\n")
    assert SECRET not in said.err
    assert "Traceback" not in said.err
    for word in words:
        assert word in said.err, said.err


CALLS = [
    # id, arguments, words the message must hold
    ("no table", "assess", ["table"]),
    ("no command", "", ["COMMAND"]),
    ("unknown command", "asses t.csv", ["asses"]),
    ("no --qi", "assess t.csv", ["--qi"]),
    ("unknown column", "assess t.csv --qi qq", ["'qq'", "Columns: q, s, n", "Did you mean 'q'?"]),
    ("unknown secret", "assess t.csv --qi q --sensitive z", ["'z'", "Columns: q, s, n"]),
    ("unknown type", "assess t.csv --qi q --sensitive s:sorted", ["'s:sorted'"]),
    ("a type for a quasi-identifier", "assess t.csv --qi q:nominal", ["'q:nominal'"]),
    ("two roles", "assess t.csv --qi q --sensitive q", ["'q'", "two roles"]),
    ("--qi twice", "assess t.csv --qi q --qi q", ["'q'", "named twice"]),
    ("--sensitive twice", "assess t.csv --qi q --sensitive s --sensitive s:nominal", ["'s'", "named twice"]),
    ("ordered text without an order", "assess t.csv --qi q --sensitive s:ordered", ["'s'", "low<mid<high"]),
    ("an order that leaves values out", "assess t.csv --qi q --sensitive s:ordered=a<b", ["'s'", "4 rows"]),
    ("an order with a level twice", "assess t.csv --qi q --sensitive s:ordered=a<a", ["'s'", "twice"]),
    ("an order with an empty level", "assess t.csv --qi q --sensitive n:ordered=1<2<", ["'n'", "empty level"]),
    ("a level in two spellings", "assess t.csv --qi q --sensitive n:ordered=1<1.0<2", ["'n'", "twice"]),
    ("by value of text", "assess t.csv --qi q --sensitive s:value", ["'s'", "no numbers"]),
    ("by value of infinity", "assess t.csv --qi q --sensitive n:value --t .1", ["'n'", "1 rows", "infinite"]),
    ("threshold on a secret without one", "assess t.csv --qi q --l 2", ["--sensitive"]),
    ("k of zero", "assess t.csv --qi q --k 0", ["k must be at least 1"]),
    ("k with a fraction", "assess t.csv --qi q --k 5/2", ["whole number"]),
    ("k is no number", "assess t.csv --qi q --k five", ["--k", "five"]),
    ("k is spelled for Python", "assess t.csv --qi q --k 1_0", ["--k"]),
    ("k is huge", "assess t.csv --qi q --k 1e400", ["k must"]),
    ("k is not a number", "assess t.csv --qi q --k nan", ["k must"]),
    ("l of zero", "assess t.csv --qi q --sensitive s --l 0", ["l must be at least 1"]),
    ("entropy l below 1", "assess t.csv --qi q --sensitive s --entropy-l .5", ["l must be at least 1"]),
    ("t above 1", "assess t.csv --qi q --sensitive s --t 1.01", ["t must lie in [0, 1]"]),
    ("t below 0", "assess t.csv --qi q --sensitive s --t=-.1", ["t must lie in [0, 1]"]),
    ("t by zero", "assess t.csv --qi q --sensitive s --t 1/0", ["--t"]),
    ("alpha above 1", "assess t.csv --qi q --sensitive s --alpha 2", ["alpha must lie in [0, 1]"]),
    ("beta below 0", "assess t.csv --qi q --sensitive s --beta -1", ["beta must be at least 0"]),
    ("delta below 0", "assess t.csv --qi q --sensitive s --delta-disclosure -1", ["delta must be at least 0"]),
    ("risk above 1", "assess t.csv --qi q --risk 2", ["risk must lie in [0, 1]"]),
    ("recursive without l", "assess t.csv --qi q --sensitive s --recursive 2", ["--recursive"]),
    ("recursive with half an l", "assess t.csv --qi q --sensitive s --recursive 2,2.5", ["--recursive"]),
    ("recursive with endless l", "assess t.csv --qi q --sensitive s --recursive 2,inf", ["--recursive"]),
    ("recursive with l of zero", "assess t.csv --qi q --sensitive s --recursive 2,0", ["l must be at least 1"]),
    ("wildcard and ℓ", "assess t.csv --qi q --sensitive s --l 2 --missing wildcard", ["wildcard"]),
    ("wildcard and t", "assess t.csv --qi q --sensitive s --t .2 --missing wildcard", ["wildcard"]),
    ("wildcard and persons", "assess t.csv --qi q --person s --k 2 --missing wildcard", ["wildcard", "persons"]),
    ("weights missing", "assess survey.csv --qi q --weight w", ["'w'", "1 row has", "no weight"]),
    ("weights that are text", "assess t.csv --qi q --weight s", ["'s'", "4 rows", "not numbers"]),
    ("no person id", "assess survey.csv --qi q --person p", ["'p'", "1 row has", "person id"]),
    ("no household id", "assess survey.csv --qi q --household h", ["'h'", "1 row has", "household id"]),
    ("no such person column", "assess t.csv --qi q --person pp", ["'pp'", "Columns: q, s, n"]),
    ("person and secret", "assess t.csv --qi q --sensitive s --person s", ["'s'", "two roles"]),
    ("population without the columns", "assess survey.csv --qi w --qi q --population all.csv", ["'w'", "1 of the 2"]),
    ("no such population", "assess t.csv --qi q --population no.csv", ["no.csv"]),
    ("two populations", "assess t.csv --qi q --population t.csv --sampling-fraction .1", ["--population"]),
    ("a fraction of nothing", "assess t.csv --qi q --sampling-fraction 0", ["fraction"]),
    ("a fraction above one", "assess t.csv --qi q --sampling-fraction 1.5", ["fraction", "1.5"]),
    ("unknown policy", "assess t.csv --qi q --missing maybe", ["maybe"]),
    ("nt without a hierarchy", "assess t.csv --qi q --sensitive s --nt 10,.1", ["--nt"]),
    ("unknown option", "assess t.csv --qi q --kk 3", ["--kk"]),
    ("an option cut short", "assess t.csv --qi q --sens s", ["--sens"]),
    ("no such file", "assess none-such.csv --qi q", ["none-such.csv"]),
    ("a folder", "assess folder --qi q", ["folder"]),
    ("an empty file", "assess empty.csv --qi q", ["empty"]),
    ("no rows", "assess header.csv --qi q", ["no rows"]),
    ("no text at all", "assess binary.csv --qi q", []),
    ("a broken workbook", "assess broken.xlsx --qi q", []),
    ("a broken parquet file", "assess broken.parquet --qi q", []),
    ("no such prior", "assess t.csv --qi q --sensitive s --prior no.csv", ["no.csv"]),
    ("prior without the column", "assess t.csv --qi q --sensitive n --prior wrong.csv", []),
    ("prior of another scale", "assess t.csv --qi q --sensitive s --prior numbers.csv", ["'s'", "nominal", "numeric"]),
    ("hierarchy of no column", "assess t.csv --qi q --hierarchy z=wrong.csv", ["'z'"]),
    ("hierarchy without a file", "assess t.csv --qi q --hierarchy q", ["'q'"]),
    ("no such hierarchy", "assess t.csv --qi q --sensitive s:hierarchy=no.csv", ["no.csv"]),
    ("values without an entry", "assess t.csv --qi q --sensitive s:hierarchy=wrong.csv", ["'s'", "4 rows"]),
    ("another column's file", "assess t.csv --qi q --sensitive s:hierarchy=of_q.csv", ["'s'", "It fits column 'q'"]),
    ("nt of another column", "assess t.csv --qi q --sensitive s --nt 1,.1 --hierarchy q=of_s.csv", ["column 's'"]),
    ("value with two parents", "assess t.csv --qi q --sensitive s --hierarchy", ["--hierarchy"]),
    ("levels not nested", "assess t.csv --qi q --sensitive s:hierarchy=split.csv", ["'s'", "not nested"]),
    ("rows of two lengths", "assess t.csv --qi q --sensitive s:hierarchy=uneven.csv", ["'s'", "1 rows"]),
    ("hierarchy without rows", "assess t.csv --qi q --sensitive s:hierarchy=none.csv", ["'s'", "no rows"]),
    ("neither true nor false", "assess t.csv --qi q --suppressed s", ["'s'", "4 rows"]),
    ("suppressed twice", "assess t.csv --qi q --suppressed s --suppressed-token *", ["--suppressed"]),
    ("suppressed is a role", "assess t.csv --qi q --suppressed q", ["'q'", "two roles"]),
    ("suppressed is no column", "assess t.csv --qi q --suppressed zz", ["'zz'"]),
    ("nowhere to write", "assess t.csv --qi q --per-class folder", ["folder"]),
    ("writes over its table", "assess t.csv --qi q --per-class ./t.csv", ["'t.csv'", "written over"]),
    ("seed is no number", "assess t.csv --qi q --seed x", ["--seed"]),
    ("seed below zero", "assess t.csv --qi q --seed=-1", ["--seed"]),
    ("no engine of that name", "assess t.csv --qi q --engine abacus", ["abacus"]),
    ("skip is no number", "assess t.csv --qi q --skip x", ["--skip"]),
    ("no such encoding", "assess t.csv --qi q --encoding klingon", ["klingon"]),
    ("skipped everything", "assess t.csv --qi q --skip 99", []),
]


@pytest.mark.parametrize(("call", "words"), [pytest.param(call, words, id=name) for name, call, words in CALLS])
@pytest.mark.parametrize("style", [[], ["--json"]], ids=["text", "json"])
def test_bad_calls(here, call, words, style):
    refused(kelt(*call.split(), *style), *words)


def test_a_value_with_two_parents(here):
    refused(kelt("assess", "t.csv", "--qi", "q", "--hierarchy", "s=two parents.csv"), "'s'", "1 values")


@pytest.mark.parametrize(
    "read",
    [
        "--prior in.csv",
        "--population in.csv",
        "--sensitive s:hierarchy=in.csv",
        "--sensitive s --hierarchy s=in.csv",
    ],
)
@pytest.mark.parametrize("made", ["itself", "symlink", "hard link"])
def test_no_file_that_is_read_is_written_over(here, read, made):
    content = (here / "t.csv").read_bytes()
    (here / "in.csv").write_bytes(content)
    out = here / ("in.csv" if made == "itself" else "out.csv")
    if made == "symlink":
        out.symlink_to(here / "in.csv")
    elif made == "hard link":
        out.hardlink_to(here / "in.csv")
    said = kelt("assess", "t.csv", "--qi", "q", *read.split(), "--per-class", out)
    refused(said, "'in.csv'", "written over")
    assert (here / "in.csv").read_bytes() == content


def test_another_file_is_written_over_as_asked(here):
    (here / "old.csv").write_text("old", encoding="utf-8")
    assert kelt("assess", "t.csv", "--qi", "q", "--per-class", "old.csv").code == 0
    assert (here / "old.csv").read_text("utf-8").startswith("class,q,size")


def test_a_household_id_of_two_files(here):
    (here / "homes.csv").write_text(f"q,h\na,{SECRET}\nb,h2\n", encoding="utf-8")
    said = kelt("assess", "homes.csv", "--qi", "q", "--household", "h", "--population", "all.csv")
    refused(said, "'h'", "1 household ids occur in both files")


@pytest.mark.parametrize(("weights", "rows"), [("0,1,2", "1 row has"), ("-1,0,5", "2 rows have")])
def test_weights_of_zero_and_below(here, weights, rows):
    lines = "".join(f"a,{w}\n" for w in weights.split(","))
    (here / "w.csv").write_text(f"q,w\n{lines}", encoding="utf-8")
    refused(kelt("assess", "w.csv", "--qi", "q", "--weight", "w"), "'w'", rows, "zero or below")


def test_a_file_of_missing_values_gives_no_prior(here):
    said = kelt("assess", "t.csv", "--qi", "q", "--sensitive", "s", "--prior", "gaps.csv")
    refused(said)


WORDS = [
    *"assess t.csv - --qi q s n qq --sensitive s:ordered s:value n:value n:hierarchy=split.csv --k 2 0 -1 1/3".split(),
    *"x 1e999 --l --t .5 --alpha --beta --recursive 2,2 , ,, --missing drop own --missing-sensitive out".split(),
    *"--prior --suppressed --suppressed-token * --hierarchy s=split.csv s= = --per-class folder/x.csv --json".split(),
    *"--delimiter ; --decimal , --na --encoding utf-16 --sheet --skip 1 9 -1 --risk 1/11 empty.csv".split(),
    *["broken.xlsx", "--engine", "memory", "--", "ß", "\x00", "\ud800", ""],
]


@pytest.mark.parametrize("seed", range(300))
def test_any_call_ends_with_a_code_and_never_with_a_traceback(here, seed):
    rng = random.Random(seed)
    start = ["assess", "t.csv", "--qi", "q"] if rng.random() < 0.8 else []
    said = kelt(*start, *rng.choices(WORDS, k=rng.randint(1, 8)), stdin=ROWS.encode())
    assert said.code in (0, 1, 2)
    if said.code == 2:
        refused(said)
