"""What a word of the command line stands for: numbers, fractions, seeds, pairs."""

from __future__ import annotations

import argparse


def number(text: str) -> float:
    """Read a number or a fraction such as 1/12."""
    top, slash, bottom = text.partition("/")
    try:
        if "_" in text:  # Python reads 1_0 as 10
            raise ValueError
        return float(top) / float(bottom) if slash else float(top)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def seed(text: str) -> int:
    """Read a seed."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


def recursive(text: str) -> tuple[float, int]:
    """Read C,L of recursive diversity."""
    c, rank = _two(text, "C,L such as 3,2")
    return number(c), _whole(rank, "l")


def size_and_distance(text: str) -> tuple[int, float]:
    """Read N,T of (n, t)-closeness."""
    n, t = _two(text, "N,T such as 10,0.2")
    return _whole(n, "n"), number(t)


def _two(text: str, wanted: str) -> tuple[str, str]:
    first, comma, second = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError(f"two numbers are needed: {wanted}")
    return first, second


def _whole(text: str, name: str) -> int:
    found = number(text)
    if not found.is_integer():
        raise argparse.ArgumentTypeError(f"{name} must be a whole number")
    return int(found)


def count(text: str) -> int:
    """Read a whole number of at least 1."""
    found = number(text)
    if not found.is_integer() or found < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(found)
