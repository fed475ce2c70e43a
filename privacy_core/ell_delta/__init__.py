"""(ℓ, δ)-diversity of a mechanism: classes made once for a distribution, releases of N records drawn from it.

Whatever an owner draws, all classes show ℓ values except with chance δ, and so do several releases together, for
all share their classes and their target values. After arXiv 2506.18405; each docstring says what is ours.
"""

from privacy_core.ell_delta.certifying import Certificate, HeldOut, certificate, held_out
from privacy_core.ell_delta.composing import (
    CloseYetPinned,
    LinkedSets,
    close_yet_pinned,
    linked_sets,
    property_alone,
)
from privacy_core.ell_delta.curves import Settings, curve
from privacy_core.ell_delta.distributions import (
    Distribution,
    empirical,
    even,
    given,
    uneven,
)
from privacy_core.ell_delta.estimated import (
    Disappointment,
    Redesign,
    RobustRecords,
    breakdown,
    disappointment,
    redesign,
    robust_records,
    worst_bound,
)
from privacy_core.ell_delta.failing import EXACT_CELLS, Failure, Simulation, failure, over_releases, simulate
from privacy_core.ell_delta.grouping import IndependentClasses, equal_sizes, greedy, independent, keeps, one_class
from privacy_core.ell_delta.learning import Learning, compare_groupings, learning
from privacy_core.ell_delta.likeliest import least_target, target_cells, targets
from privacy_core.ell_delta.participating import TakingPart, taking_part
from privacy_core.ell_delta.plans import Kind, Plan, PlanColumn, plan
from privacy_core.ell_delta.promise import Basis, Guarantee, promise, promise_for_classes
from privacy_core.ell_delta.releasing import Released, class_of_rows, labels, release
from privacy_core.ell_delta.sampled import hoeffding_lower, mcdiarmid_radius, weissman_radius
from privacy_core.ell_delta.sizing import (
    ClassLimits,
    OwnRecord,
    bound,
    class_limits,
    feasible,
    more_records,
    most_classes,
    own_record,
    p_ell,
    records,
    records_exactly,
)

__all__ = [
    "Basis",
    "Certificate",
    "ClassLimits",
    "CloseYetPinned",
    "Disappointment",
    "Distribution",
    "EXACT_CELLS",
    "Failure",
    "Guarantee",
    "HeldOut",
    "IndependentClasses",
    "Kind",
    "Learning",
    "LinkedSets",
    "OwnRecord",
    "Plan",
    "PlanColumn",
    "Redesign",
    "Released",
    "RobustRecords",
    "Settings",
    "Simulation",
    "TakingPart",
    "bound",
    "breakdown",
    "certificate",
    "class_limits",
    "class_of_rows",
    "close_yet_pinned",
    "compare_groupings",
    "curve",
    "disappointment",
    "empirical",
    "equal_sizes",
    "even",
    "failure",
    "feasible",
    "given",
    "greedy",
    "held_out",
    "hoeffding_lower",
    "independent",
    "keeps",
    "labels",
    "learning",
    "least_target",
    "linked_sets",
    "mcdiarmid_radius",
    "more_records",
    "most_classes",
    "one_class",
    "over_releases",
    "own_record",
    "p_ell",
    "plan",
    "promise",
    "promise_for_classes",
    "property_alone",
    "records",
    "records_exactly",
    "redesign",
    "release",
    "robust_records",
    "simulate",
    "taking_part",
    "target_cells",
    "targets",
    "uneven",
    "weissman_radius",
    "worst_bound",
]
