"""A linkage in sentences: what it found, what it could not see, what was decided on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from privacy_core.composition.facts import Counted, Linked
from privacy_core.composition.linkage import Linkage
from privacy_core.frequencies import of_100, share
from privacy_core.policies import MissingSensitive
from privacy_core.tables import MISSING


def sentence(found: Linkage) -> str:
    """The answer in one plain sentence.

    Examples
    --------
    >>> from privacy_core.composition import extremal_tables, link_by_key
    >>> sentence(link_by_key(extremal_tables(5, 3, 2), "secret", "person"))
    "Linked, 2 releases leave 1 of 11 people with one value of 'secret'."
    """
    releases, secret, one = len(found.releases), found.attribute, _ONE[found.unit]
    if not found.judged.any():
        return f"Linked, {releases} releases leave {one.none} a value of {secret!r}."
    if not found.pinned:
        return f"Linked, {releases} releases leave {one.every} at least {found.least_left:,} values of {secret!r}."
    pinned = f"{of_100(found.pinned, found.people)} {found.unit}"
    return f"Linked, {releases} releases leave {pinned} with one value of {secret!r}."


def findings(found: Linkage) -> list[str]:
    """Sentences that belong beside the numbers; no value of the data.

    Examples
    --------
    >>> from privacy_core.composition import extremal_tables, link_by_key
    >>> len(findings(link_by_key(extremal_tables(5, 3, 2), "secret", "person"))) >= 2
    True
    """
    return [sentence(found), *_linked(found), *_apart(found), *_releases(found), *found.notes]


@dataclass(frozen=True, slots=True)
class _Words:
    """How one of those that are counted, and all of them, are spoken of."""

    none: str
    every: str
    which: str
    who: str
    empty: str


_CHANGED = "They are not in all releases, or their value changed"
_ONE = {
    Counted.PEOPLE: _Words("nobody", "everybody", "whom", "who", _CHANGED),
    Counted.ROWS: _Words("no row", "every row", "which", "that", _CHANGED),
    Counted.CLASSES: _Words("no class", "every class", "which", "that", "Nobody in them has one value in all releases"),
}


def _linked(found: Linkage) -> Iterator[str]:
    several = found.unit.capitalize()
    if found.mean_left is not None and found.mean_before is not None:
        yield (
            f"On average {found.mean_left:.4g} of {found.n_present:,} values are left, before linking "
            f"{found.mean_before:.4g}. {several} with fewer left than any single release leaves them: {found.shrank:,}."
        )
    if found.pinned:
        which = _ONE[found.unit].which
        yield f"{several} with one value left {which} no single release pins: {found.newly_pinned:,}."
    random = found.random_case
    yield (
        f"At worst {len(found.releases)} releases with ℓ = {found.smallest_ell} leave {found.worst_case}; classes "
        f"drawn at random would leave {random.mean:.4g} on average and pin {share(random.pinned)} {found.unit}."
    )


def _apart(found: Linkage) -> Iterator[str]:
    several, one = found.unit.capitalize(), _ONE[found.unit]
    if found.empty:
        yield (
            f"{several} with no value left: {found.empty:,}. {one.empty}; that is no protection, and they are counted "
            "in no mean."
        )
    if found.value_changed:
        yield (
            f"{several} whose value is not the same in every release they are in: {found.value_changed:,}; what is "
            "left for them need not be true."
        )
    if found.not_in_all:
        yield f"{several} {one.who} are not in every release: {found.not_in_all:,}; they are left out of all counts."
    if found.pinned_elsewhere:
        yield (
            f"Among those, {found.unit} {one.which} linking the releases they are in pins, and no single one: "
            f"{found.pinned_elsewhere:,}."
        )


def _releases(found: Linkage) -> Iterator[str]:
    for one in found.releases:
        gone = ", ".join(_gone(one))
        if gone:
            yield f"Release {one.name!r}, rows that take no part: {gone}."
    if found.policies.missing_sensitive is MissingSensitive.OWN and MISSING in found.labels[-1:]:
        yield "A missing value of the secret counts as a value of its own."


def _gone(one: Linked) -> Iterator[str]:
    counted = {"suppressed": one.suppressed, "without a quasi-identifier": one.left_out}
    counted["without a value"] = one.without_value
    yield from (f"{rows:,} {why}" for why, rows in counted.items() if rows)


def nobody_in_all(unit: Counted, names: Sequence[str], several: Sequence[int], doubts: Sequence[str] = ()) -> str:
    """Say why releases cannot be linked; doubts about ids are the likelier reason."""
    counted = ", ".join(f"{name!r} {n:,}" for name, n in zip(names, several, strict=True))
    if unit is Counted.CLASSES:
        return (
            f"No class looks the same in every release (classes in each: {counted}), so there is nothing to compare. "
            "Join people by a key or through a list of people instead."
        )
    why = " ".join(doubts) or (
        "Parts of one table that share no people cannot be linked person by person: what one part shows rules nothing "
        "out in another."
    )
    none = _ONE[unit].none.capitalize()
    return f"{none} is in every release ({unit} in each: {counted}), so there is nothing to link. {why}"
