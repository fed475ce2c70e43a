"""What stands behind each number, read from the docstrings, so that code, page and document cannot drift apart."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from privacy_core.attacks import class_predicates, record_predicates
from privacy_core.attacks.downcoding import downcode, predict
from privacy_core.attacks.minimality import audit, infer_raised
from privacy_core.attacks.minimality import posterior as one_odd_row
from privacy_core.attacks.singling_out import baseline, bit_theory, dp_bound, success_of_counts
from privacy_core.attacks.subsets import minimal_uniques, overlapping, scan_subsets, suda
from privacy_core.composition import Linkage, collapse_ell, posterior, random_case, releases_to_pin, worst_case
from privacy_core.crowds import crowd, staircase
from privacy_core.ell_delta import certificate, failure, greedy, independent, records, worst_bound
from privacy_core.errors import ParameterError
from privacy_core.individual import household_risk, individual_risk
from privacy_core.linkage.attribution import contributions
from privacy_core.linkage.calibration import calibrate
from privacy_core.linkage.surface import surface
from privacy_core.models import MODELS, NTCloseness, largest_share
from privacy_core.models.luck import luck
from privacy_core.population import journalist
from privacy_core.regimes import average_chance, highest_chance, share_at_risk
from privacy_core.special_uniques import special_uniques
from privacy_core.teaching.believing import beliefs
from privacy_core.teaching.partners import partner
from privacy_core.teaching.several import joint, together
from privacy_core.teaching.three_ways import lessons
from privacy_core.uniqueness import dankar

PARTS = ("Formula", "Edge cases", "Does not say", "Source")

SUBJECTS: Mapping[str, Any] = {
    **{model.name: model for model in (*MODELS, NTCloseness)},
    "highest risk": highest_chance,
    "average risk": average_chance,
    "records at risk": share_at_risk,
    "journalist risk": journalist,
    "individual risk": individual_risk,
    "household risk": household_risk,
    "population uniqueness": dankar,
    "crowd": crowd,
    "who stands alone": staircase,
    "how few facts single out": special_uniques,
    "effective anonymity": scan_subsets,
    "smallest combinations": minimal_uniques,
    "scores of smallest combinations": suda,
    "several lists of facts": overlapping,
    "blind luck": baseline,
    "descriptions of crowds": class_predicates,
    "descriptions of records": record_predicates,
    "totals that single out": success_of_counts,
    "most that noise allows": dp_bound,
    "bits left out": bit_theory,
    "largest share": largest_share,
    "luck": luck,
    "homogeneity, skewness, similarity": lessons,
    "beliefs": beliefs,
    "merge partner": partner,
    "others known": together,
    "joint value": joint,
    "values left": Linkage,
    "worst case of linking": worst_case,
    "largest ell that collapses": collapse_ell,
    "releases that pin": releases_to_pin,
    "random classes": random_case,
    "belief after releases": posterior,
    "records of a release": records,
    "greedy classes": greedy,
    "classes of independent columns": independent,
    "chance that a release fails": failure,
    "error of the distribution": worst_bound,
    "certificate": certificate,
    "linkage rate": surface,
    "calibrated threshold": calibrate,
    "what a match is made of": contributions,
    "one odd row": one_odd_row,
    "downcoding": downcode,
    "yield of downcoding": predict,
    "minimal release": audit,
    "blurred cells read": infer_raised,
}
"""What has a note: its name and whose docstring holds it."""


@dataclass(frozen=True, slots=True)
class Note:
    """What stands behind one number.

    Parameters
    ----------
    name : as in `SUBJECTS`; a model's own name
    meaning : one or two plain sentences
    formula, edge_cases, source : as the docstring has them
    silent : what the number does not say
    """

    name: str
    meaning: str
    formula: str
    edge_cases: str
    silent: str
    source: str


def notes() -> list[Note]:
    """The note of every model and every risk number, in the order of `SUBJECTS`.

    Examples
    --------
    >>> notes()[0].name, notes()[0].formula
    ('k-anonymity', 'k = min over classes of the number of rows that share all quasi-identifiers.')
    """
    return [_note(name, subject) for name, subject in SUBJECTS.items()]


def note(name: str) -> Note:
    """The note of one number.

    Raises
    ------
    ParameterError
        There is none of that name; lists those that exist.

    Examples
    --------
    >>> note("alpha-k").silent
    'how frequent the value is in the whole table, so whether 90 of 100 is news.'
    """
    if name not in SUBJECTS:
        raise ParameterError(f"No note {name!r}. Notes: {', '.join(SUBJECTS)}.")
    return _note(name, SUBJECTS[name])


def _note(name: str, subject: Any) -> Note:
    text = inspect.getdoc(subject) or ""
    paragraphs = [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text)]
    told = dict(split for paragraph in paragraphs if (split := _split(paragraph)))
    lacking = [part for part in PARTS if part not in told]
    if lacking:
        raise ParameterError(f"The docstring behind {name!r} lacks: {', '.join(lacking)}.")
    return Note(name, paragraphs[0], *(told[part] for part in PARTS))


def _split(paragraph: str) -> tuple[str, str] | None:
    """A paragraph that begins with the name of a part, as part and text."""
    part, colon, text = paragraph.removeprefix("Notes ----- ").partition(": ")
    return (part, text) if colon and part in PARTS else None


def markdown() -> str:
    """All notes as one Markdown document: docs/methods.md."""
    return "\n".join([HEAD, *map(_section, notes())])


HEAD = """# What stands behind each number

Made from the docstrings by `privacy_core.methods.markdown()`; do not edit. In all formulas q is a share of a class
and p of the prior.
"""


def _section(one: Note) -> str:
    lines = (
        f"## {one.name}\n",
        f"{one.meaning}\n",
        f"- **Formula:** {one.formula}",
        f"- **Edge cases:** {one.edge_cases}",
        f"- **What it does not say:** {one.silent}",
        f"- **Source:** {one.source}\n",
    )
    return "\n".join(lines)
