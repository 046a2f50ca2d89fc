"""Quantities as people write them."""

from __future__ import annotations

PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"), (1e-12, "p"))


def quantity(value: float, unit: str, digits: int = 3) -> str:
    """A value with its unit and the prefix that fits: 3900 Ω is "3.9 kΩ"."""
    if not value:
        return f"0 {unit}"
    # Rounding first, so that 999.9 mA is 1 A.
    rounded = float(f"{value:.{digits}g}")
    size, prefix = next((each for each in PREFIXES if abs(rounded) >= each[0] * 0.9999999), PREFIXES[-1])
    return f"{rounded / size:.{digits}g} {prefix}{unit}"
