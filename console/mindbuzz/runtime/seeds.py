"""Seeds of games: by chance, or the same ones again."""

import secrets
from collections.abc import Callable

from mindbuzz.core.dealing import SEED_BITS, Dice

SEED_STREAM = 0x5EED  # apart from those that cards are dealt from


def drawn_seed() -> int:
    """128 bits of chance from the operating system."""
    return secrets.randbits(SEED_BITS)


def seeds_from(seed: int | None) -> Callable[[], int]:
    """The seeds of one game after the other, which follow from `seed`; None: by chance."""
    if seed is None:
        return drawn_seed
    dice = Dice(seed, SEED_STREAM)
    return lambda: dice.word() << 64 | dice.word()
