"""Quantities as people write them."""

from __future__ import annotations

import math

# Rings of a resistor: two digits, how many zeros, ± 5 %; WireViz's letters. Gold is no colour of a wire.
DIGIT_COLOURS = ("BK", "BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH")
GOLD = "GD"

PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"), (1e-12, "p"))


def quantity(value: float, unit: str, digits: int = 3) -> str:
    """A value with its unit and the prefix that fits: 3900 Ω is "3.9 kΩ"."""
    if not value:
        return f"0 {unit}"
    # Rounding first, so that 999.9 mA is 1 A.
    rounded = float(f"{value:.{digits}g}")
    size, prefix = next((each for each in PREFIXES if abs(rounded) >= each[0] * 0.9999999), PREFIXES[-1])
    return f"{rounded / size:.{digits}g} {prefix}{unit}"


def in_metres(mm: float) -> str:
    """A length to have ready: in metres, rounded up to whole centimetres."""
    return f"{math.ceil(mm / 10) / 100:.2f} m"


def bands(ohm: float) -> tuple[str, str, str, str]:
    """The rings of a resistor of ± 5 %: 3900 Ω is orange, white, red, gold."""
    digits, zeros = f"{ohm:.1e}".split("e")
    return DIGIT_COLOURS[int(digits[0])], DIGIT_COLOURS[int(digits[2])], DIGIT_COLOURS[int(zeros) - 1], GOLD
