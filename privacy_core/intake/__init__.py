"""Read uploaded files from memory: sniff, read, and say everything that was decided on the way."""

from privacy_core.intake.checkup import Finding, Grid, by_weight, counted_homes, doctor, geo_grids, geo_pair
from privacy_core.intake.formats import read
from privacy_core.intake.missing import declare_missing, missing_tokens
from privacy_core.intake.options import Options
from privacy_core.intake.preview import Preview, contrast, preview, spelled_out
from privacy_core.intake.reading import Guess, Note, Reading
from privacy_core.intake.repairs import Repair, RepairKind, apply, apply_repairs
from privacy_core.intake.safe_harbor import age_group, birth_year, year_only, zip3
from privacy_core.intake.symptoms import Kind

__all__ = [
    "Finding",
    "Grid",
    "Guess",
    "Kind",
    "Note",
    "Options",
    "Preview",
    "Reading",
    "Repair",
    "RepairKind",
    "age_group",
    "apply",
    "apply_repairs",
    "birth_year",
    "by_weight",
    "contrast",
    "counted_homes",
    "declare_missing",
    "doctor",
    "geo_grids",
    "geo_pair",
    "missing_tokens",
    "preview",
    "read",
    "spelled_out",
    "year_only",
    "zip3",
]
