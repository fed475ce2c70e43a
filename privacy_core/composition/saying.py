"""A linkage in sentences: what it found, what it could not see, what was decided on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privacy_core.composition.linkage import Linkage, Linked
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
    releases, secret = len(found.releases), found.attribute
    if not found.judged.any():
        return f"Linked, {releases} releases leave nobody a value of {secret!r}."
    if not found.pinned:
        return f"Linked, {releases} releases leave everybody at least {found.least_left:,} values of {secret!r}."
    return (
        f"Linked, {releases} releases leave {of_100(found.pinned, found.people)} people with one value of {secret!r}."
    )


def findings(found: Linkage) -> list[str]:
    """Sentences that belong beside the numbers; no value of the data.

    Examples
    --------
    >>> from privacy_core.composition import extremal_tables, link_by_key
    >>> len(findings(link_by_key(extremal_tables(5, 3, 2), "secret", "person"))) >= 2
    True
    """
    return [sentence(found), *_linked(found), *_apart(found), *_releases(found), *found.notes]


def _linked(found: Linkage) -> Iterator[str]:
    if found.mean_left is not None and found.mean_before is not None:
        yield (
            f"On average {found.mean_left:.4g} of {found.n_present:,} values are left, before linking "
            f"{found.mean_before:.4g}. People with fewer left than any single release leaves them: {found.shrank:,}."
        )
    if found.pinned:
        yield f"People with one value left whom no single release pins: {found.newly_pinned:,}."
    random = found.random_case
    yield (
        f"At worst {len(found.releases)} releases with ℓ = {found.smallest_ell} leave {found.worst_case}; classes "
        f"drawn at random would leave {random.mean:.4g} on average and pin {share(random.pinned)} people."
    )


def _apart(found: Linkage) -> Iterator[str]:
    if found.empty:
        yield (
            f"People with no value left: {found.empty:,}. They are not in all releases, or their value changed; that "
            "is no protection, and they are counted in no mean."
        )
    changed = 0 if found.changed is None else int(found.changed.sum())
    if changed:
        yield (
            f"People whose value is not the same in every release they are in: {changed:,}; what is left for them need "
            "not be true."
        )
    if found.not_in_all:
        yield f"People who are not in every release: {found.not_in_all:,}; they are left out of all counts."
    if found.pinned_elsewhere:
        yield (
            f"Among those, people whom linking the releases they are in pins, and no single one: "
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


def no_class_in_all(names: Sequence[str], classes: Sequence[int]) -> str:
    """Say why releases cannot be compared class by class."""
    counted = ", ".join(f"{name!r} {several:,}" for name, several in zip(names, classes, strict=True))
    return (
        f"No class looks the same in every release (classes in each: {counted}), so there is nothing to compare. Join "
        "people by a key or through a list of people instead."
    )


def nobody_in_all(names: Sequence[str], people: Sequence[int], doubts: Sequence[str] = ()) -> str:
    """Say why releases cannot be linked; doubts about ids are the likelier reason."""
    counted = ", ".join(f"{name!r} {several:,}" for name, several in zip(names, people, strict=True))
    why = " ".join(doubts) or (
        "Parts of one table that share no people cannot be linked person by person: what one part shows rules nothing "
        "out in another."
    )
    return f"Nobody is in every release (people in each: {counted}), so there is nothing to link. {why}"
