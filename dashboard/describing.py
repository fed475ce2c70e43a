"""What the rare descriptions look at: which release, whose luck, how often it is tried; the clicks."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard import jobs
from dashboard.compute.describing import Asked, Described
from dashboard.releasing import Chosen
from privacy_core import Study


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    study : the study
    chosen : the release
    asked : what is tried
    holdout : what the table of strangers is called; None without one
    job : the tries
    missing, link, refused : what has to be done first, where, and why it cannot be done
    """

    study: Study
    chosen: Chosen
    asked: Asked | None = None
    holdout: str | None = None
    job: jobs.Job | None = None
    missing: str | None = None
    link: str | None = None
    refused: str | None = None

    @property
    def found(self) -> Described | None:
        """What came of it, once it is there."""
        held = self.job.result if self.job is not None and self.job.ended else None
        return held if isinstance(held, Described) else None

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(self.refused, self.job)
