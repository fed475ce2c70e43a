"""Who is who: what others could know, what must stay secret, what never leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from privacy_core.errors import RoleError, UnknownColumn


class Role(StrEnum):
    """What a column is in a release."""

    QUASI_IDENTIFIER = "quasi-identifier"
    SENSITIVE = "sensitive"
    IDENTIFIER = "identifier"
    PERSON = "person"
    WEIGHT = "weight"
    HOUSEHOLD = "household"
    NOT_USED = "not used"


@dataclass(frozen=True, slots=True)
class Roles:
    """The role of each column that has one; every other column is not used.

    Parameters
    ----------
    quasi_identifiers : innocent alone, identifying together; an attacker may know them
    sensitive : what must not be learned
    identifiers : names a person alone; never in a release
    person, weight, household : at most one column each

    Raises
    ------
    RoleError
        One column has two roles.

    Examples
    --------
    >>> Roles(quasi_identifiers=("age", "zip"), sensitive=("zip",))
    Traceback (most recent call last):
    ...
    privacy_core.errors.RoleError: Column 'zip' has two roles; a column can have one.
    """

    quasi_identifiers: tuple[str, ...] = ()
    sensitive: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    person: str | None = None
    weight: str | None = None
    household: str | None = None

    def __post_init__(self) -> None:
        twice = [name for name, uses in Counter(name for name, _ in self).items() if uses > 1]
        if twice:
            once = len({role for name, role in self if name == twice[0]}) == 1
            raise RoleError(
                f"Column {twice[0]!r} {'is named twice' if once else 'has two roles; a column can have one'}."
            )

    def __iter__(self) -> Iterator[tuple[str, Role]]:
        yield from ((name, Role.QUASI_IDENTIFIER) for name in self.quasi_identifiers)
        yield from ((name, Role.SENSITIVE) for name in self.sensitive)
        yield from ((name, Role.IDENTIFIER) for name in self.identifiers)
        single = {Role.PERSON: self.person, Role.WEIGHT: self.weight, Role.HOUSEHOLD: self.household}
        yield from ((name, role) for role, name in single.items() if name is not None)

    def check(self, names: Sequence[str]) -> None:
        """Refuse roles that a table with these columns cannot have.

        Raises
        ------
        RoleError
            No quasi-identifier is chosen.
        UnknownColumn
            A role names a column that is not there.
        """
        for name, _ in self:
            if name not in names:
                raise UnknownColumn(name, names)
        if not self.quasi_identifiers:
            raise RoleError("No quasi-identifier is chosen: say which columns others could know.")

    def unused(self, names: Sequence[str]) -> list[str]:
        """Columns in no role."""
        used = {name for name, _ in self}
        return [name for name in names if name not in used]


def collect_roles(assigned: Sequence[tuple[str, Role]]) -> Roles:
    """Collect one role per column.

    Raises
    ------
    RoleError
        Two columns share a role that only one can have.
    """
    by_role: dict[Role, list[str]] = {role: [] for role in Role}
    for name, role in assigned:
        by_role[role].append(name)
    for role in (Role.PERSON, Role.WEIGHT, Role.HOUSEHOLD):
        if len(by_role[role]) > 1:
            listed = ", ".join(map(repr, by_role[role]))
            raise RoleError(f"Only one column can be the {role.value}; chosen: {listed}.")
    return Roles(
        tuple(by_role[Role.QUASI_IDENTIFIER]),
        tuple(by_role[Role.SENSITIVE]),
        tuple(by_role[Role.IDENTIFIER]),
        *(next(iter(by_role[role]), None) for role in (Role.PERSON, Role.WEIGHT, Role.HOUSEHOLD)),
    )
