"""See what a table of personal data gives away: `Table → EquivalenceClasses → Contingency → models`."""

from privacy_core import intake, methods, samples
from privacy_core.assessment import Assessment, assess
from privacy_core.attackers import Attacker, Reidentification
from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.counting import Contingency, contingency
from privacy_core.crowds import Crowd, Staircase, crowd, staircase
from privacy_core.errors import (
    HierarchyError,
    ParameterError,
    PrivacyError,
    RoleError,
    TableError,
    UnevenRows,
    UnknownColumn,
)
from privacy_core.exports import csv_text, csv_warning
from privacy_core.frames import from_frame
from privacy_core.frequencies import of_100, one_in, share
from privacy_core.hierarchies import Hierarchy, hierarchy, read_hierarchy
from privacy_core.households import COUNTED_SIZE, household_size, rare_sizes
from privacy_core.individual import Formula, chance_of_one, household_risk, individual_risk
from privacy_core.keeping.comparing import diff
from privacy_core.keeping.saving import as_toml, fitted, from_toml, same_file
from privacy_core.keeping.summing_up import escaped, line_source, summary
from privacy_core.keeping.undoing import History
from privacy_core.models import (
    MODELS,
    AlphaK,
    BasicBeta,
    Better,
    DeltaDisclosure,
    DistinctL,
    EnhancedBeta,
    EntropyL,
    Equal,
    Ground,
    KAnonymity,
    Measurement,
    NTCloseness,
    PrivacyModel,
    Rank,
    RecursiveCL,
    Secret,
    TCloseness,
    Thresholds,
    Tree,
    Value,
    Verdict,
    grounds,
    judge,
    largest_share,
    measure,
    own_ground,
    promises,
    rarest,
    usable,
)
from privacy_core.models.flow import Flow, Mix, mix, moves
from privacy_core.models.luck import Luck, luck
from privacy_core.norms import Line, Norm, all_norms, k_for, named_norm, stale
from privacy_core.numbering import identified
from privacy_core.pivoting import before_visits, pivot
from privacy_core.policies import Missing, MissingSensitive, Policies, Prior, Suppressed, Unit
from privacy_core.population import Population, journalist, weights
from privacy_core.progress import Progress, Stopped
from privacy_core.regimes import Facts, Judgement, Standing, facts, judge_norms
from privacy_core.reports import crowd_name, per_class
from privacy_core.risk import PROSECUTOR, Risk, basic_risk, prosecutor, prosecutor_risk, risks
from privacy_core.roles import Role, Roles, collect_roles
from privacy_core.special_uniques import SpecialUniques, special_uniques
from privacy_core.spreadsheets import WORKSHEET_ROWS, xlsx_bytes
from privacy_core.strata import by_group
from privacy_core.study import Context, Origin, Source, Study
from privacy_core.suggestions import Suggestion, assigned, suggest
from privacy_core.tables import Column, Scale, Table, as_nominal, as_ordered, suppressed_by_token
from privacy_core.teaching.believing import Beliefs, beliefs
from privacy_core.teaching.limits import Caution, Correction, cautions, corrections
from privacy_core.teaching.partners import Merger, merged_distances, partner
from privacy_core.teaching.several import JUDGED_ALONE, Joint, Together, joint, joint_column, joint_name, together
from privacy_core.teaching.three_ways import Lesson, Lessons, lessons
from privacy_core.uniqueness import Uniqueness, dankar, pitman, snb, zayatz
from privacy_core.units import defined_units, in_histories, in_persons, in_unit

__all__ = [
    "AlphaK",
    "Assessment",
    "Attacker",
    "BasicBeta",
    "Beliefs",
    "Better",
    "COUNTED_SIZE",
    "Caution",
    "Column",
    "Context",
    "Contingency",
    "Correction",
    "Crowd",
    "DeltaDisclosure",
    "DistinctL",
    "EnhancedBeta",
    "EntropyL",
    "Equal",
    "EquivalenceClasses",
    "Facts",
    "Flow",
    "Formula",
    "Ground",
    "Hierarchy",
    "HierarchyError",
    "History",
    "JUDGED_ALONE",
    "Joint",
    "Judgement",
    "KAnonymity",
    "Lesson",
    "Lessons",
    "Line",
    "Luck",
    "MODELS",
    "Measurement",
    "Merger",
    "Missing",
    "MissingSensitive",
    "Mix",
    "NTCloseness",
    "Norm",
    "Origin",
    "PROSECUTOR",
    "ParameterError",
    "Policies",
    "Population",
    "Prior",
    "PrivacyError",
    "PrivacyModel",
    "Progress",
    "Rank",
    "RecursiveCL",
    "Reidentification",
    "Risk",
    "Role",
    "RoleError",
    "Roles",
    "Scale",
    "Secret",
    "Source",
    "SpecialUniques",
    "Staircase",
    "Standing",
    "Stopped",
    "Study",
    "Suggestion",
    "Suppressed",
    "TCloseness",
    "Table",
    "TableError",
    "Thresholds",
    "Together",
    "Tree",
    "UnevenRows",
    "Uniqueness",
    "Unit",
    "UnknownColumn",
    "Value",
    "Verdict",
    "WORKSHEET_ROWS",
    "all_norms",
    "as_nominal",
    "as_ordered",
    "as_toml",
    "assess",
    "assigned",
    "basic_risk",
    "before_visits",
    "beliefs",
    "by_group",
    "cautions",
    "chance_of_one",
    "collect_roles",
    "contingency",
    "corrections",
    "crowd",
    "crowd_name",
    "csv_text",
    "csv_warning",
    "dankar",
    "defined_units",
    "diff",
    "equivalence_classes",
    "escaped",
    "facts",
    "fitted",
    "from_frame",
    "from_toml",
    "grounds",
    "hierarchy",
    "household_risk",
    "household_size",
    "identified",
    "in_histories",
    "in_persons",
    "in_unit",
    "individual_risk",
    "intake",
    "joint",
    "joint_column",
    "joint_name",
    "journalist",
    "judge",
    "judge_norms",
    "k_for",
    "largest_share",
    "lessons",
    "line_source",
    "luck",
    "measure",
    "merged_distances",
    "methods",
    "mix",
    "moves",
    "named_norm",
    "of_100",
    "one_in",
    "own_ground",
    "partner",
    "per_class",
    "pitman",
    "pivot",
    "promises",
    "prosecutor",
    "prosecutor_risk",
    "rare_sizes",
    "rarest",
    "read_hierarchy",
    "risks",
    "same_file",
    "samples",
    "share",
    "snb",
    "special_uniques",
    "staircase",
    "stale",
    "suggest",
    "summary",
    "suppressed_by_token",
    "together",
    "usable",
    "weights",
    "xlsx_bytes",
    "zayatz",
]
