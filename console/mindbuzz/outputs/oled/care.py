"""What keeps an OLED from burning in: how bright, moved by how much. When is up to the caller."""

from dataclasses import dataclass
from enum import Enum


class Light(Enum):
    """How bright a panel is."""

    BRIGHT = "bright"
    DIM = "dim"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Care:
    """Brightness, and how many rows the picture is moved up.

    The chip moves the picture itself, for three bytes, and wraps it: keep as many blank rows as you shift by.
    """

    light: Light = Light.BRIGHT
    shift_rows: int = 0
