"""A build: one of the consoles that can be made from the kit, and how often everything is needed in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

SEATS = (2, 3, 4)
# Both halves of a seat's place: the multiplexer counts channels from 0; the ULN2003A's outputs lie opposite its inputs.
FIRST_ULN_OUTPUT = 17


@dataclass(frozen=True, slots=True)
class Build:
    """A console of `seats`, with or without a pod for buttons and lamps, and a table display."""

    seats: int
    pod: bool = False
    table: bool = False

    @property
    def name(self) -> str:
        """As in file names: 3-seats-pod-table."""
        return "-".join([f"{self.seats}-seats", *(["pod"] if self.pod else []), *(["table"] if self.table else [])])

    @property
    def title(self) -> str:
        extras = [text for text, there in (("with the pod", self.pod), ("with a table display", self.table)) if there]
        return ", ".join([f"{self.seats} seats", *extras])

    def times(self, each: str) -> int:
        """How often something that is needed once for `each` is needed in this build. Raises KeyError if unknown."""
        return {
            "console": 1,
            "seat": self.seats,
            "direct": 0 if self.pod else 1,
            "direct_seat": 0 if self.pod else self.seats,
            "pod": 1 if self.pod else 0,
            "pod_seat": self.seats if self.pod else 0,
            "table": 1 if self.table else 0,
            "first_light": 0,
        }[each]

    def places(self, each: str) -> Iterator[dict[str, int]]:
        """What to fill into names, once for every time: the seat and what goes with it, or nothing."""
        for seat in range(1, self.times(each) + 1):
            yield {"seat": seat, "channel": seat - 1, "uln_output": FIRST_ULN_OUTPUT - seat}


ALL_BUILDS = tuple(Build(seats, pod, table) for (pod, table), seats in product(product((False, True), repeat=2), SEATS))
WHOLE = Build(seats=4, table=True)
