"""Shares and counts as people read them: 25 of 100, 1 in 486, 3 of 9, 1 row has. Imports nothing of ours."""

from __future__ import annotations


def of_100(count: float, total: float) -> str:
    """Say a share as a natural frequency; rounding never gives 0 or 100 unless it is exact.

    Parameters
    ----------
    count, total : a part and its whole, `0 <= count <= total`

    Returns
    -------
    text : up to 100 in the whole: "3 of 9"; below 1 of 100: "1 in N"; nothing: "none of N"

    Examples
    --------
    >>> of_100(7653, 30162), of_100(62, 30162), of_100(29999, 30000), of_100(3, 9), of_100(0, 30162)
    ('25 of 100', '1 in 486', '99 of 100', '3 of 9', 'none of 30,162')
    """
    if count == 0:
        return f"none of {total:,.0f}"
    if count == total:
        return f"all {total:,.0f}"
    if total <= 100:
        return f"{count:,.0f} of {total:,.0f}"
    return share(count / total)


def share(part: float) -> str:
    """Say a share between 0 and 1 as a natural frequency.

    Examples
    --------
    >>> share(0.254), share(1 / 211), share(0.9999), share(0.0), share(1.0)
    ('25 of 100', '1 in 211', '99 of 100', 'none of 100', '100 of 100')
    """
    if part < 1e-9 or part > 1 - 1e-9:
        return "100 of 100" if part > 0.5 else "none of 100"
    if part < 0.01:
        return f"1 in {1 / part:,.0f}"
    return f"{min(int(100 * part + 0.5 + 1e-9), 99)} of 100"


def one_in(part: float) -> str:
    """Say a chance as one in so many: "1 in 2.7", "1 in 11".

    Examples
    --------
    >>> one_in(1.0), one_in(0.3676), one_in(1 / 11), one_in(0.0)
    ('1 in 1', '1 in 2.7', '1 in 11', 'none')
    """
    if part <= 0:
        return "none"
    whole = 1 / part
    return f"1 in {whole:,.0f}" if whole >= 10 or abs(whole - round(whole)) < 0.05 else f"1 in {whole:.1f}"


def rows_have(n: int) -> str:
    """A count of rows with the verb that goes with it.

    Examples
    --------
    >>> rows_have(1), rows_have(1200)
    ('1 row has', '1,200 rows have')
    """
    return f"{n:,} {'row has' if n == 1 else 'rows have'}"


def rows_that(n: int, verb: str, of: str = "") -> str:
    """A count of rows, whose they are, and what they do.

    Examples
    --------
    >>> rows_that(1, "hold", " of the release"), rows_that(1200, "hold")
    ('1 row of the release holds', '1,200 rows hold')
    """
    return f"{n:,} row{of} {verb}s" if n == 1 else f"{n:,} rows{of} {verb}"
