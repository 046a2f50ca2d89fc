"""Kits with one thing changed: what is wrong with them must be found."""

from __future__ import annotations

from tools.kit.source import PARTS, Kit, kit_of

TEXT = PARTS.read_text(encoding="utf-8")


def kit_with(old: str, new: str) -> Kit:
    """The kit with one passage of its source replaced."""
    assert TEXT.count(old) == 1, f"{TEXT.count(old)} times in parts.yaml: {old}"
    return kit_of(TEXT.replace(old, new), PARTS)
