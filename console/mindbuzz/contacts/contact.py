"""One raw contact, as every input source reports it."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Contact:
    """The contact of a seat's button closed or opened at `at_us` (console clock), give or take `uncertainty_us`.

    `made_up`: the edge itself was lost; comparing levels showed that it must have happened. `source`: the name of the
    input that told of it, for the journal; no rule asks for it.
    """

    at_us: int
    seat: int
    closed: bool
    uncertainty_us: int = 0
    made_up: bool = False
    source: str = field(default="", compare=False)
