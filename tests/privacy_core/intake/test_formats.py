"""Which formats are read, options, progress and stopping."""

from __future__ import annotations

import io
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import privacy_core.intake as intake
from privacy_core.errors import ParameterError, TableError
from privacy_core.intake import Options, read
from privacy_core.progress import Stopped
from tests.privacy_core.intake.tables import workbook, zipped


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 50, r"old Excel workbook \(.xls\) or one protected"),
        (b"\x1f\x8b\x08", "gzip"),
        (zipped({"people.csv": "a,b"}), "a zip archive"),
        (zipped({"content.xml": "", "mimetype": ""}), "OpenDocument"),
        (zipped({"xl/workbook.bin": ""}), "xlsb"),
        (b"$FL2@(#) SPSS", "SPSS"),
        (b"\0" * 12 + b"\xc2\xea\x81\x60", "SAS"),
        (b"%PDF-1.7", "PDF"),
        (b"ARROW1\0\0", "Arrow"),
    ],
)
def test_other_formats_are_named_with_a_way_out(content, kind):
    with pytest.raises(TableError, match=kind) as refused:
        read(content, "people.bin")
    assert "Kelt reads delimited text (CSV, TSV), XLSX and Parquet." in str(refused.value)
    assert "'people.bin'" in str(refused.value)


def test_content_decides_not_the_name():
    assert read(b"a,b\n1,2\n", "people.xlsx").table.names == ["a", "b"]


@pytest.mark.parametrize(
    "options",
    [
        {"decimal": ";"},
        {"delimiter": ""},
        {"delimiter": ";;"},
        {"delimiter": "\n"},
        {"delimiter": '"'},
        {"delimiter": "§"},
        {"skip": -1},
        {"encoding": "no-such"},
        {"encoding": "base64"},
        {"na": "NA"},
        {"na": [1]},
    ],
)
def test_options_out_of_range(options):
    with pytest.raises(ParameterError):
        Options(**options)


def test_options_are_hashable_whatever_sequence_is_given():
    assert hash(Options(na=["NA"])) == hash(Options(na=("NA",)))


def parquet() -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table({"a": ["x"] * 1000, "b": range(1000)}), file)
    return file.getvalue()


FILES = [b"a,b\n" + b"x,1\n" * 100_000, workbook({"s": [["a", "b"], *[["x", 1]] * 100]}), parquet()]


@pytest.mark.parametrize("content", FILES)
def test_progress_rises_from_zero_to_one(content):
    shares = []
    read(content, "t", progress=lambda share, doing: shares.append(share) or True)
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1


@pytest.mark.parametrize("content", FILES)
@pytest.mark.parametrize("after", range(3))
def test_stopping_at_every_step(content, after):
    steps = iter([True] * after)
    with pytest.raises(Stopped):
        read(content, "t", progress=lambda share, doing: next(steps, False))


def test_stopping_the_search_for_uneven_rows():
    content = b"a,b\n" + b"x,1\n" * 100_000 + b"1\n"
    with pytest.raises(Stopped):
        read(content, "t", progress=lambda share, doing: "uneven" not in doing)


def test_public_names_are_sorted():
    assert intake.__all__ == sorted(intake.__all__)


WRITE_A_MILLION = """
import sys, numpy as np
draw = np.random.default_rng(1).integers
columns = [draw(0, 10 ** (1 + n % 5), 1_000_000).astype(str) for n in range(10)]
lines = [",".join(f"c{n}" for n in range(10)), *map(",".join, zip(*columns))]
open(sys.argv[1], "w").write("\\n".join(lines))
"""
READ_A_MILLION = """
import sys
from privacy_core.intake import read
content = open(sys.argv[1], "rb").read()
assert read(content, "t").table.n_rows == 1_000_000
print(next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak is read from /proc")
def test_a_million_rows_are_small(tmp_path):
    def run(script):
        return subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / "million.csv")], check=True, capture_output=True, text=True
        )

    run(WRITE_A_MILLION)
    assert float(run(READ_A_MILLION).stdout) < 700  # MiB; a process made by a large one inherits its ru_maxrss
