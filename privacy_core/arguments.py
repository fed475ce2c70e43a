"""The options of `kelt`: what may be asked on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from privacy_core.argument_types import count, number, recursive, seed, size_and_distance
from privacy_core.errors import ParameterError
from privacy_core.intake.options import UNEVEN
from privacy_core.policies import Missing, MissingSensitive

DELIMITERS = {"tab": "\t", "\\t": "\t", "semicolon": ";", "comma": ",", "pipe": "|"}
THRESHOLDS = {
    "k": "smallest crowd",
    "l": "smallest number of different sensitive values",
    "entropy-l": "smallest effective number of sensitive values",
    "alpha": "largest share of one sensitive value",
    "t": "largest distance from the prior",
    "beta": "largest relative gain",
    "enhanced-beta": "largest relative gain, rare values capped",
    "delta-disclosure": "largest |ln(q/p)|, exclusive",
    "risk": "largest chance to pick the right row",
}

FIRST_SEED = 1
"""Where chance begins unless another seed is given; the pages begin at the same."""
SENSITIVE_HELP = "column to keep secret; TYPE: nominal, value, ordered, ordered=low<mid<high or hierarchy=FILE"


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are Kelt's own errors."""

    def error(self, message: str) -> NoReturn:
        raise ParameterError(f"{message[0].upper()}{message[1:]}. See '{self.prog} --help'.")


def below_zero(arguments: Sequence[str]) -> list[str]:
    """Join `--tau` and a range that begins below 0, which would pass for an option.

    Examples
    --------
    >>> below_zero(["--tau", "-0.5:0.5:0.25", "--json"])
    ['--tau=-0.5:0.5:0.25', '--json']
    """
    joined: list[str] = []
    for word in arguments:
        if joined[-1:] == ["--tau"] and word[:1] == "-" and word[1:2] in set("0123456789."):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def seed_option(parser: argparse.ArgumentParser, drawn: str = "of everything drawn") -> None:
    """Add `--seed`, which begins at the same number wherever something is drawn unasked."""
    said = f"{drawn}; {FIRST_SEED} unless given"
    parser.add_argument("--seed", type=seed, default=FIRST_SEED, metavar="N", help=said)


def assess_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `kelt assess`."""
    _judging_options(parser)
    _people_options(parser)
    suppressed_options(parser)
    _perturbed_option(parser)
    parser.add_argument("--prior", metavar="TABLE", help="table whose distribution classes are compared with")
    parser.add_argument("--per-class", metavar="FILE", help="write one row per class as CSV")
    parser.add_argument("--engine", choices=["memory"], default="memory", help="where the work is done")
    parser.add_argument("--seed", type=seed, metavar="N", help="draw bootstrap intervals of population uniqueness")
    intake_options(parser)


def anonymize_options(parser: argparse.ArgumentParser, algorithms: Sequence[str], qualities: Sequence[str]) -> None:
    """Add the options of `kelt anonymize`."""
    _judging_options(parser)
    parser.add_argument("--out", required=True, metavar="FILE", help="the release: .csv, .xlsx or .parquet")
    parser.add_argument("--suppression", type=number, default=0.0, metavar="X", help="largest share of rows withheld")
    parser.add_argument("--algorithm", choices=algorithms, default="optimal", help="how the table is blurred")
    parser.add_argument("--quality", choices=qualities, help=f"what is to be kept small, {qualities[0]} unless given")
    parser.add_argument("--gs", type=number, metavar="X", help="0 spares values, 1 spares rows, .5 unless given")
    for option, what in {"max-level": "N", "importance": "W"}.items():
        parser.add_argument(f"--{option}", action="append", default=[], metavar=f"COL={what}", help=_PER_COLUMN[option])
    parser.add_argument(
        "--known-at-once",
        action="append",
        default=[],
        type=int,
        metavar="M",
        help="k on every M quasi-identifiers instead of all, with --algorithm suppression --missing wildcard",
    )
    parser.add_argument("--time-budget", type=number, metavar="S", help="seconds the search may take")
    parser.add_argument("--k-map", type=number, metavar="K", help="smallest crowd in the --population")
    parser.add_argument("--population", metavar="FILE", help="table of the whole population, for --k-map")
    _keeping_options(parser)
    intake_options(parser)


def compose_options(parser: argparse.ArgumentParser, spellings: Sequence[str]) -> None:
    """Add the options of `kelt compose`."""
    parser.add_argument("releases", nargs="+", metavar="RELEASE", help="two or more tables about the same people")
    parser.add_argument("--qi", action="append", default=[], metavar="COL", help="column others could know")
    parser.add_argument("--sensitive", action="append", default=[], metavar="COL", help="column to keep secret")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--id", metavar="COL", help="column that names each person; one row per person in a release")
    who.add_argument("--population", metavar="FILE", help="one row per person with raw --qi, instead of a key")
    parser.add_argument(
        "--hierarchy", action="append", default=[], metavar="COL=FILE", help="what labels stand for, with --population"
    )
    _gap_options(parser, "a missing --qi is a value, or drops its row")
    parser.add_argument(
        "--spelling",
        choices=spellings,
        default=spellings[0],
        help="values that releases write differently (capitals, blanks, zeros): the same, or not",
    )
    _perturbed_option(parser)
    suppressed_options(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    intake_options(parser)


def mechanism_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `kelt ell-delta`."""
    parser.add_argument("--ell", type=count, required=True, metavar="N", help="values every class is to show")
    parser.add_argument("--delta", type=number, required=True, metavar="X", help="chance of failure of one release")
    parser.add_argument("--p", type=number, required=True, metavar="X", help="least chance of a target cell")
    parser.add_argument("--classes", type=count, metavar="N", help="number of classes, without a table")
    parser.add_argument("--table", metavar="FILE", help="make classes for the shares of this table")
    parser.add_argument("--qi", action="append", default=[], metavar="COL[:TYPE]", help="column others could know")
    parser.add_argument("--sensitive", action="append", default=[], metavar="COL[:TYPE]", help="column to keep secret")
    parser.add_argument("--releases", type=count, default=1, metavar="N", help="releases that are linked; 1 by default")
    parser.add_argument("--tv-error", type=number, metavar="X", help="total variation error of the distribution")
    parser.add_argument("--simulate", type=count, metavar="N", help="draw N sets of releases and count those that fail")
    parser.add_argument("--seed", type=seed, metavar="N", help=f"seed of --simulate; {FIRST_SEED} by default")
    parser.add_argument("--plan", metavar="FILE", help="write the classes as a plan for kelt release")
    _gap_options(parser, "a missing --qi is refused, for it has no place in an order, or drops its row")
    suppressed_options(parser)
    _mechanism_inputs(parser)


def release_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `kelt release`."""
    parser.add_argument("table", help="CSV, TSV, XLSX, Parquet or Stata file, or - for CSV on standard input")
    parser.add_argument("--plan", required=True, metavar="FILE", help="a plan that kelt ell-delta wrote")
    parser.add_argument("--out", required=True, metavar="FILE", help="the release: .csv, .xlsx or .parquet")
    parser.set_defaults(sensitive=[])
    suppressed_options(parser)
    _mechanism_inputs(parser)


def _mechanism_inputs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    parser.set_defaults(hierarchy=[])
    intake_options(parser)


_PER_COLUMN = {"max-level": "coarsest level of a column", "importance": "how much a column matters, 1 unless given"}


def _keeping_options(parser: argparse.ArgumentParser) -> None:
    """What is published beside the quasi-identifiers and sensitive columns, and what is told about it."""
    parser.add_argument("--identifier", action="append", default=[], metavar="COL", help="names a person: left out")
    parser.add_argument("--person", metavar="COL", help="whose row it is: left out; every person must have one row")
    parser.add_argument("--household", metavar="COL", help="whose home it is: left out")
    parser.add_argument("--weight", metavar="COL", help="how many people a row stands for: left out unless kept")
    parser.add_argument("--salt", metavar="FILE", help="secret of 16 bytes or more: pseudonyms instead of leaving out")
    parser.add_argument("--keep", action="append", default=[], metavar="COL", help="publish a column as it is")
    parser.add_argument(
        "--leave-out-suppressed", action="store_true", help="no suppressed rows in the file; its prior is lost"
    )
    parser.add_argument("--script", metavar="FILE", help="write a Python script that makes the same file again")
    parser.add_argument("--predict", action="append", default=[], metavar="COL", help="accuracy before and after")
    seed_option(parser, "of the folds of --predict")
    parser.add_argument(
        "--figure",
        action="append",
        default=[],
        metavar="COL[=VALUE]",
        help="a figure before and after: the mean of a column of numbers, or how many rows have a value",
    )


def _judging_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", help="CSV, TSV, XLSX, Parquet or Stata file, or - for CSV on standard input")
    parser.add_argument("--qi", action="append", default=[], metavar="COL", help="column others could know")
    parser.add_argument("--sensitive", action="append", default=[], metavar="COL[:TYPE]", help=SENSITIVE_HELP)
    parser.add_argument(
        "--hierarchy", action="append", default=[], metavar="COL=FILE", help="hierarchy in ARX's format, any column"
    )
    for name, meaning in THRESHOLDS.items():
        parser.add_argument(f"--{name}", type=number, metavar="X", help=meaning)
    parser.add_argument("--nt", type=size_and_distance, metavar="N,T", help="(n, t)-closeness; needs --hierarchy")
    parser.add_argument("--recursive", type=recursive, metavar="C,L", help="recursive (c, l)-diversity, c exclusive")
    parser.add_argument(
        "--missing",
        choices=[m.value for m in Missing],
        default="own",
        help="a missing --qi is a value of its own, matches anything (k and risk only), or drops its row",
    )
    parser.add_argument(
        "--missing-sensitive",
        choices=[m.value for m in MissingSensitive],
        default="own",
        help="a missing --sensitive is a value of its own, or left out everywhere",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")


def _gap_options(parser: argparse.ArgumentParser, missing: str) -> None:
    parser.add_argument("--missing", choices=["own", "drop"], default="own", help=missing)
    parser.add_argument(
        "--missing-sensitive",
        choices=[m.value for m in MissingSensitive],
        default="own",
        help="a missing --sensitive is a value of its own, or drops its row",
    )


def _perturbed_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--perturbed", action="append", default=[], metavar="COL", help="noise, PRAM or swapping changed its values"
    )


def suppressed_options(parser: argparse.ArgumentParser) -> None:
    """Add how suppressed records are told."""
    suppressed = parser.add_mutually_exclusive_group()
    suppressed.add_argument("--suppressed", metavar="COL", help="column that is true for suppressed records")
    suppressed.add_argument("--suppressed-token", metavar="TEXT", help="a row with this in every --qi is suppressed")


def _people_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--person", metavar="COL", help="whose row it is: k in rows, persons (judged) and histories")
    parser.add_argument("--weight", metavar="COL", help="how many people a row stands for: individual risk")
    parser.add_argument("--household", metavar="COL", help="whose home it is: risk that one member is found")
    outside = parser.add_mutually_exclusive_group()
    outside.add_argument("--population", metavar="FILE", help="table of the whole population: journalist risk")
    outside.add_argument(
        "--sampling-fraction", type=number, metavar="X", help="share of the population in the table: journalist risk"
    )


def intake_options(parser: argparse.ArgumentParser, encoding: bool = True) -> None:
    """Add how files are read; without `encoding` a command has this option for itself."""
    parser.add_argument("--delimiter", type=lambda text: DELIMITERS.get(text, text), help="guessed unless given")
    parser.add_argument("--decimal", help="decimal mark: . or ,; guessed unless given")
    if encoding:
        parser.add_argument("--encoding", help="such as utf-8 or cp1252; guessed unless given")
    parser.add_argument("--sheet", help="name of the sheet of a workbook; the first unless given")
    parser.add_argument("--na", action="append", default=[], metavar="TOKEN", help="text that means missing")
    parser.add_argument(
        "--uneven",
        choices=[choice.replace(" ", "-") for choice in UNEVEN],
        default="refuse",
        help="rows with too few or too many fields: refuse them, leave them out, or keep them with an overflow column",
    )
    parser.add_argument("--skip", type=int, metavar="N", help="lines before the header; guessed unless given")
