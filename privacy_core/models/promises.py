"""All models of one sensitive column, each with the threshold the user set for it, if any."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_core.counting import Contingency
from privacy_core.errors import ParameterError, in_range
from privacy_core.hierarchies import Hierarchy
from privacy_core.models.base import PrivacyModel
from privacy_core.models.beta_likeness import BasicBeta, EnhancedBeta
from privacy_core.models.delta_disclosure import DeltaDisclosure
from privacy_core.models.l_diversity import AlphaK, DistinctL, EntropyL, RecursiveCL
from privacy_core.models.t_closeness import (
    EQUAL,
    Equal,
    Ground,
    NTCloseness,
    Rank,
    TCloseness,
    Tree,
    Value,
    endless_numbers,
)
from privacy_core.tables import Scale


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What the user promises; None means measured but not promised.

    Parameters
    ----------
    k : smallest crowd, at least 1
    l, entropy_l : smallest (effective) number of secret values, at least 1
    c, recursive_l : recursive (c, ℓ)-diversity, c exclusive
    alpha : largest share of one value, 0 to 1
    t : largest distance, 0 to 1
    beta, enhanced_beta : largest relative gain, at least 0
    delta_disclosure : largest |ln(q/p)|, exclusive
    risk : largest chance to pick the right row, 0 to 1
    n, nt : (n, t)-closeness: rows a reference group needs, and the largest distance from it, 0 to 1
    """

    k: float | None = None
    l: float | None = None  # noqa: E741
    entropy_l: float | None = None
    c: float | None = None
    recursive_l: int = 2
    alpha: float | None = None
    t: float | None = None
    beta: float | None = None
    enhanced_beta: float | None = None
    delta_disclosure: float | None = None
    risk: float | None = None
    n: float | None = None
    nt: float | None = None

    def __post_init__(self) -> None:
        in_range(0, 1, risk=self.risk)
        if self.nt is not None and self.n is None:
            raise ParameterError("(n, t)-closeness needs n, the rows of a group to be compared with, beside t.")


@dataclass(frozen=True)
class Secret:
    """A sensitive column: the ground distance its promise is judged by, and its tree if it has one.

    `ground` None stands for the column's own: ordered where it has an order, else equal.
    """

    column: str
    ground: Ground | None = None
    hierarchy: Hierarchy | None = None


def grounds(scale: Scale, hierarchy: Hierarchy | None = None) -> tuple[Ground, ...]:
    """Ground distances that a column's scale and hierarchy allow."""
    ordered = () if scale is Scale.NOMINAL else (Rank(),)
    by_value = (Value(),) if scale is Scale.NUMERIC else ()
    return (EQUAL, *ordered, *by_value, *((Tree(hierarchy),) if hierarchy else ()))


def usable(counted: Contingency, hierarchy: Hierarchy | None = None) -> tuple[Ground, ...]:
    """Ground distances defined on a column as it is: not by value where a number is infinite."""
    several = grounds(counted.scale, hierarchy)
    return tuple(g for g in several if not (isinstance(g, Value) and endless_numbers(counted)))


def own_ground(scale: Scale, secret: Secret) -> Ground:
    """Ground distance that a threshold on t is judged by."""
    return secret.ground or (Equal() if scale is Scale.NOMINAL else Rank())


def promises(secret: Secret, scale: Scale, asked: Thresholds) -> tuple[PrivacyModel, ...]:
    """Every model of one sensitive column; t-closeness once per ground distance, (n, t)-closeness when asked.

    Examples
    --------
    >>> models = promises(Secret("income"), Scale.NUMERIC, Thresholds(t=0.2))
    >>> [(model.name, model.threshold) for model in models if model.name == "t-closeness"]
    [('t-closeness', None), ('t-closeness', 0.2), ('t-closeness', None)]
    """
    own, column = own_ground(scale, secret), secret.column
    several = grounds(scale, secret.hierarchy)
    return (
        DistinctL(column, asked.l),
        EntropyL(column, asked.entropy_l),
        RecursiveCL(column, asked.c, asked.recursive_l),
        AlphaK(column, asked.alpha),
        *(
            TCloseness(column, asked.t if ground == own else None, ground)
            for ground in (several if own in several else (*several, own))
        ),
        *(() if asked.n is None else (NTCloseness(column, asked.n, asked.nt, own),)),
        BasicBeta(column, asked.beta),
        EnhancedBeta(column, asked.enhanced_beta),
        DeltaDisclosure(column, asked.delta_disclosure),
    )
