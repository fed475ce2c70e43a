"""A release leaves the house: which columns, pseudonyms, the file, the script that makes it again."""

from privacy_core.publishing.choosing import Keep, Publication, publication
from privacy_core.publishing.files import Written, written
from privacy_core.publishing.pseudonyms import pseudonyms
from privacy_core.publishing.reading_back import judge_file
from privacy_core.publishing.recipe import Made, Recipe, SecretColumn, made
from privacy_core.publishing.scripting import script

__all__ = [
    "Keep",
    "Made",
    "Publication",
    "Recipe",
    "SecretColumn",
    "Written",
    "judge_file",
    "made",
    "publication",
    "pseudonyms",
    "script",
    "written",
]
