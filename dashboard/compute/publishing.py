"""The files of a release, made on a click; the command that judges them again, and the script that makes them again."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass

from dashboard.compute.blurring import Others, ground_of
from dashboard.compute.cutting import Cut
from privacy_core import MissingSensitive, Roles, Table, publishing

OPTIONS = {name: f"--{name.replace('_', '-')}" for name in ("l", "t", "entropy_l", "beta", "enhanced_beta")}
OPTIONS["delta_disclosure"] = "--delta-disclosure"


@dataclass(frozen=True, eq=False)
class Offered:
    """A release as it would be saved.

    Parameters
    ----------
    published : its columns and rows
    save : the bytes of a file by its name; made on a click, outside the page's run
    check : the command that judges the file again, or None where the original's mix is lost
    """

    published: publishing.Publication
    save: Callable[[str], Callable[[], bytes]]
    check: str | None


def offer(
    published: Table, chosen: Cut, roles: Roles, k: int, others: Others, ground: str, keep: publishing.Keep, salt: str
) -> Offered:
    """Choose columns and rows; without a salt identifiers are left out.

    Raises
    ------
    ParameterError
        The salt is too short.
    TableError
        No row would be left.
    """
    found = publishing.publication(published, roles, keep, salt.encode() if salt else None)

    def save(name: str) -> Callable[[], bytes]:
        return lambda: publishing.written(found, name).content

    return Offered(found, save, _check(chosen, found.flag, k, others, ground))


def _check(chosen: Cut, flag: str | None, k: int, others: Others, ground: str) -> str | None:
    """The command line that judges the saved CSV against the original's mix, which the file still holds."""
    if flag is None:
        return None
    words = ["kelt", "assess", "release.csv"]
    for name in chosen.known:
        words += ["--qi", name]
    for name in chosen.secrets if others else ():
        words += ["--sensitive", f"{name}:{_typed(chosen, name, ground)}"]
    if chosen.policies.missing_sensitive is not MissingSensitive.OWN:
        words += ["--missing-sensitive", chosen.policies.missing_sensitive.value]
    words += ["--k", f"{k}"]
    for model, at in others:
        words += [OPTIONS[model], f"{at:g}"]
    return shlex.join([*words, "--suppressed", flag, "--prior", "release.csv"])


def _typed(chosen: Cut, secret: str, ground: str) -> str:
    """The type of a secret on the command line."""
    named = {"equal": "nominal", "ordered": "ordered", "value": "value"}
    used = ground_of(chosen, secret, ground)
    return named.get(used, f"hierarchy=hierarchy_{secret}.csv")
