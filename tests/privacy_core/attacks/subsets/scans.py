"""What tests of scans compare: the two counts of every set."""

from __future__ import annotations


def said(found):
    return {one.columns: (one.unique, one.below) for one in found.sets}
