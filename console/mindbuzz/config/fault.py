"""What is wrong with a configuration: one line for each fault."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

MOST_LETTERS = 60
MOST_BITS = 200


@dataclass(frozen=True, slots=True)
class Fault:
    """`key` as a path, and what is wrong with it, for a person: the value, and what to do."""

    key: str
    complaint: str

    def __str__(self) -> str:
        return " ".join(f"{self.key} {self.complaint}".split())


Faults = list[Fault]


def lines_of(faults: Iterable[Fault], before: str = "") -> str:
    """All faults, a line each."""
    return "\n".join(f"{before}{fault}" for fault in faults)


def written(value: Any) -> str:
    """A value as it is written in TOML, on one line, cut where it is long. Never fails, whatever TOML held."""
    if isinstance(value, dict):
        text = "{ … }" if value else "{}"
    elif isinstance(value, list):
        text = f"[{', '.join(map(_inside, value[:MOST_LETTERS]))}]"
    else:
        text = _inside(value)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def _inside(value: Any) -> str:
    if isinstance(value, dict | list):
        return "…"
    if isinstance(value, str):
        return toml(value[: MOST_LETTERS + 1])
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return hex(value)  # Python writes no decimal number of thousands of digits
    return toml(value)


def toml(value: Any) -> str:
    """A scalar of the configuration, or a list of them, as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=not value.isprintable())
    return str(value)
