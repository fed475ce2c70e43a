"""A release leaves the house: which columns, pseudonyms, the file, the script that makes it again."""

from privacy_core.publishing.choosing import Keep, Publication, publication
from privacy_core.publishing.files import Written, written
from privacy_core.publishing.persons import one_row_each
from privacy_core.publishing.pseudonyms import pseudonyms
from privacy_core.publishing.reading_back import judge_file
from privacy_core.publishing.recipe import Made, Recipe, ended_by_time, made
from privacy_core.publishing.scripting import script
from privacy_core.publishing.secret_columns import SecretColumn

__all__ = [
    "Keep",
    "Made",
    "Publication",
    "Recipe",
    "SecretColumn",
    "Written",
    "ended_by_time",
    "judge_file",
    "made",
    "one_row_each",
    "publication",
    "pseudonyms",
    "script",
    "written",
]
