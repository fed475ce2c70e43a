"""A table and hierarchies in a folder, and one call of `kelt anonymize` on them."""

from __future__ import annotations

from pathlib import Path

from tests.command import Said, kelt

SECRET = "Xanadu-7731"
ROWS = "id,zip,sex,ill,note\n" + "".join(
    f"p{i},{zip_},{sex},{ill},{SECRET}\n"
    for i, (zip_, sex, ill) in enumerate(
        [("11", "f", "flu"), ("11", "f", "cold"), ("12", "m", "flu"), ("12", "m", "cold"), ("21", "f", "gout")]
    )
)
ZIP = "11;1*;*\n12;1*;*\n21;2*;*\n22;2*;*\n"
SEX = "f;*\nm;*\n"
CALL = "anonymize t.csv --qi zip --qi sex --sensitive ill --hierarchy zip=zip.csv --hierarchy sex=sex.csv --out r.csv"
FILES = {
    "t.csv": ROWS,
    "zip.csv": ZIP,
    "sex.csv": SEX,
    "gap.csv": "11;*\n12;*\n",
    "wrong.csv": f"{SECRET};*\n",
    "blank.csv": "11 ;*\n12 ;*\n21 ;*\n",
    "everyone.csv": "zip,sex\n" + "11,f\n" * 5 + "12,m\n" * 4 + "21,f\n22,m\n",
    "parents.csv": "11;1*;*\n12;1*;*\n21;1*;**\n",
    "salt": "a secret of many bytes",
    "short": "secret",
    "persons.csv": "who,q,s\na,1,x\na,1,y\nb,1,x\nb,1,y\n",
}


def written(folder: Path) -> Path:
    """Write every file into a folder."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def call(*more: str, base: str = CALL) -> Said:
    """Call with more options."""
    return kelt(*base.split(), *more)
