"""What is said about a release: a dict for machines, text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from textwrap import fill
from typing import Any

from privacy_core import reports
from privacy_core.anonymizers import (
    Anonymization,
    Common,
    FullDomain,
    LocalRecoding,
    LocalSuppression,
    Microaggregation,
    Mondrian,
    Quality,
)
from privacy_core.policies import TOLERANCE, Missing, Policies, Prior
from privacy_core.publishing.recipe import Made, Recipe, ended_by_time
from privacy_core.utility import Aggregate, Utility, utility_document

_NOTHING: dict[str, Any] = {
    "levels": None,
    "suppressed": None,
    "loss": None,
    "prior": "original",
    "policies": None,
    "utility": None,
    "nodes_total": None,
    "nodes_checked": 0,
    "measures": [],
    "own": [],
    "reason": None,
    "seconds": 0.0,
    "minimal": None,
    "bound": None,
    "objective": None,
    "file": None,
    "sha256": None,
    "findings": [],
}
"""The document where there is no answer."""


def no_release(reason: str, recipe: Recipe, answer: Anonymization) -> dict[str, Any]:
    """The document where there is no release, and why."""
    findings = [*_about_time(recipe, answer)]
    return _plain({**_NOTHING, **_search(recipe, answer), **_policies(recipe), "reason": reason, "findings": findings})


def document(out: str, quality: str, recipe: Recipe, found: Made, kept: Utility | None) -> dict[str, Any]:
    """Everything `kelt anonymize --json` says about a release.

    Parameters
    ----------
    out : name of the file
    quality : what the search kept small; the loss is told as it aggregates it, else by the geometric mean
    recipe, found : how the release was made, and what came out
    kept : what it costs
    """
    answer = found.anonymization
    content = found.file.content if found.file is not None else b""
    aggregate = quality.removeprefix("loss-") if quality.startswith("loss-") else Aggregate.GEOMETRIC
    return _plain(
        {
            **_NOTHING,
            **_search(recipe, answer),
            **_policies(recipe),
            "levels": None if answer.levels is None else dict(answer.levels),
            "suppressed": int(answer.suppressed.sum()),
            "loss": None if kept is None else kept.loss.aggregated(Aggregate(aggregate)),
            "prior": answer.prior.value,
            "utility": None if kept is None else utility_document(kept),
            "measures": [reports.measured(m) for m in answer.measurements],
            "own": [reports.measured(m) for m in answer.own],
            "file": out,
            "sha256": sha256(content).hexdigest(),
            "findings": [
                *_about_method(recipe, found),
                *_about_own(answer),
                *found.notes,
                *_about_time(recipe, answer),
            ],
        }
    )


def _search(recipe: Recipe, answer: Anonymization) -> dict[str, Any]:
    method = recipe.anonymizer
    return {
        "nodes_total": answer.nodes,
        "nodes_checked": answer.visited,
        "seconds": answer.seconds,
        "minimal": None if answer.minimal is None else answer.minimal.value,
        "bound": answer.bound,
        "objective": _objective(method.quality, answer) if isinstance(method, FullDomain) else None,
    }


def _objective(quality: Quality, answer: Anonymization) -> dict[str, Any]:
    """What the search kept small: `value` and `bound` are in its own unit, which need not be that of the loss."""
    return {"name": quality.value, "unit": quality.unit, "value": answer.quality, "bound": answer.bound}


def _policies(recipe: Recipe) -> dict[str, Any]:
    """How doubtful rows count, as the anonymizer promises."""
    withheld = getattr(recipe.anonymizer, "withheld", Missing.OWN)
    counted = Policies(withheld, recipe.missing_sensitive, prior=Prior.ORIGINAL)
    return {"policies": reports.policies_document(counted)}


def _about_method(recipe: Recipe, found: Made) -> Iterator[str]:
    bare = [repr(name) for name in recipe.roles.quasi_identifiers if name not in recipe.hierarchies]
    if bare and found.anonymization.levels is not None:
        yield f"Without a hierarchy a column is kept or withheld as a whole: {', '.join(bare)}."
    method = recipe.anonymizer
    if recipe.hierarchies and isinstance(method, Microaggregation) and method.common is Common.TYPICAL:
        unused = ", ".join(map(repr, recipe.hierarchies))
        yield f"Microaggregation groups rows by distance and does not use the hierarchies of {unused}."
    if isinstance(method, LocalSuppression):
        yield from _about_withheld(method, recipe, found)
    if recipe.limits.suppression and isinstance(method, LocalRecoding | Microaggregation | Mondrian):
        yield f"{method.name.capitalize()} withholds no row: the limit on suppression changes nothing."


def _about_withheld(method: LocalSuppression, recipe: Recipe, found: Made) -> Iterator[str]:
    """How many cells are withheld, and what was promised where they match anything."""
    release, names = found.anonymization.table, recipe.roles.quasi_identifiers
    if release is not None:
        cells = sum(release[name].n_missing - found.original[name].n_missing for name in names)
        yield f"{cells:,} cells are withheld; a withheld cell is empty in the file."
    if recipe.hierarchies:
        yield f"Local suppression does not use the hierarchies of {', '.join(map(repr, recipe.hierarchies))}."
    if method.sizes:
        several = " and ".join(f"{size:,}" for size in sorted(set(method.sizes)))
        yield f"k was judged on every set of {several} quasi-identifiers: who knows more of them may find fewer rows."


def _about_own(answer: Anonymization) -> Iterator[str]:
    for promise, own in zip(answer.measurements, answer.own, strict=True):
        if own.value is not None and promise.value is not None and abs(own.value - promise.value) > TOLERANCE:
            yield (
                f"{promise.model.name} of {promise.model.sensitive!r} is {promise.value:.4g} against the original "
                f"table, which the promise is about, and {own.value:.4g} against the release's own distribution."
            )


def _about_time(recipe: Recipe, answer: Anonymization) -> Iterator[str]:
    if ended_by_time(recipe.limits, answer):
        yield "The time budget ended the search: another run, or the script, may make another release."


def _plain(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _finite(value) for name, value in said.items()}


def _finite(said: Any) -> Any:
    """Infinite numbers as the text "inf", as JSON has none."""
    if isinstance(said, Mapping):
        return _plain(said)
    if isinstance(said, list):
        return [_finite(value) for value in said]
    return reports.number(said) if isinstance(said, float) else said


def text(said: Mapping[str, Any]) -> str:
    """The same document for people, at most 120 characters wide."""
    sought = _sought(said["objective"])
    if said["reason"] is not None:
        return "\n".join(fill(line, 120) for line in [f"No release: {said['reason']}", *sought])
    levels = ", ".join(f"{name} {level}" for name, level in (said["levels"] or {}).items())
    lost = said["loss"]
    looked = f"{said['nodes_checked']:,} of {said['nodes_total']:,}" if said["nodes_total"] else said["nodes_checked"]
    lines = [
        f"{said['file']}: {said['suppressed']:,} rows suppressed",
        *([fill(f"levels: {levels}", 120)] if levels else []),
        f"loss {lost if isinstance(lost, list) else f'{lost:.6g}'}, looked at {looked}, {said['seconds']:.2f} s",
        *(fill(line, 120) for line in sought),
        reports.counted_as(said["policies"]),
        *(fill(_figure(one), 120) for one in said["utility"]["figures"]),
        "",
        reports.HEAD,
        *map(reports.line, said["measures"]),
    ]
    findings = [fill(f"- {sentence}", 120, subsequent_indent="  ") for sentence in said["findings"]]
    return "\n".join([*lines, "", *findings]).rstrip()


def _sought(objective: Mapping[str, Any] | None) -> list[str]:
    """What a search that stopped early reached, and what no setting is below, in the objective's own unit."""
    if objective is None or objective["bound"] is None:
        return []
    reached = "" if objective["value"] is None else f"{_amount(objective['value'])} reached, "
    return [f"{objective['name']} ({objective['unit']}): {reached}no setting is below {_amount(objective['bound'])}"]


def _amount(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"


def _figure(one: Mapping[str, Any]) -> str:
    """A figure of the user's before and after."""
    before, after = ("none" if at is None else f"{at:.6g}" for at in (one["before"], one["after"]))
    return f"figure {one['name']}: {before} before, {after} after"
