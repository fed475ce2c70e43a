"""Read uploaded files from memory: sniff, read, and say everything that was decided on the way."""

from privacy_core.intake.formats import read
from privacy_core.intake.missing import declare_missing, missing_tokens
from privacy_core.intake.options import Options
from privacy_core.intake.reading import Guess, Note, Reading

__all__ = ["Guess", "Note", "Options", "Reading", "declare_missing", "missing_tokens", "read"]
