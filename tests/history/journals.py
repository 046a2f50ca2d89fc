"""Whole games of simulated players, in a journal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game


def journal_of(folder: Path, plans: Iterable[Plan]) -> Path:
    """A journal in that folder of the games of these plans, one after the other."""
    file = folder / "games.sqlite"
    for plan in plans:
        watch_game(plan, None, file)
    return file
