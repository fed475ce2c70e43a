"""What generalization costs: how much detail, distinction and use a release has lost."""

from privacy_core.utility.classification import Classification, classification
from privacy_core.utility.coarsening import Coarsening, coarsenings, texts_at
from privacy_core.utility.columns import ColumnChange, column_changes
from privacy_core.utility.correlation import PairChange, correlation_changes
from privacy_core.utility.given_up import given_up
from privacy_core.utility.loss import Aggregate, Loss, aggregated, factors, loss
from privacy_core.utility.measuring import Utility, measured_utility, utility_document
from privacy_core.utility.queries import Answer, Query, answer

__all__ = [
    "Aggregate",
    "Answer",
    "Classification",
    "Coarsening",
    "ColumnChange",
    "Loss",
    "PairChange",
    "Query",
    "Utility",
    "aggregated",
    "answer",
    "classification",
    "coarsenings",
    "column_changes",
    "correlation_changes",
    "factors",
    "given_up",
    "loss",
    "measured_utility",
    "texts_at",
    "utility_document",
]
