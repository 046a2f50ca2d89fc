"""How a panel is, and what a person can do about it."""

import errno
from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """What is known of a panel."""

    WAITING = "waiting"  # not tried yet
    OK = "ok"
    LOST = "lost"  # does not answer, or cannot be reached
    STUCK = "stuck"  # nothing on its bus can answer


BROKEN = frozenset({State.LOST, State.STUCK})


@dataclass(frozen=True, slots=True)
class Health:
    """`errno` is the kernel's number for what went wrong, if it gave one; `reason` is a line for a person."""

    state: State = State.WAITING
    errno: int | None = None
    reason: str = ""

    @property
    def ok(self) -> bool:
        return self.state is State.OK


# What to do, by what the kernel said. Which of the first three an unplugged panel gives depends on the adapter.
_ADVICE = {
    errno.EREMOTEIO: "does not answer: check its plug and its address",
    errno.ENXIO: "does not answer: check its plug and its address",
    errno.EIO: "answers badly: check its plug and wires",
    errno.EAGAIN: "lost its turn on the bus: check its wires",
    errno.ETIME: "is too slow to answer: check its wires",
    errno.ETIMEDOUT: "the bus is stuck: look for a short or a panel plugged in the wrong way round",
    errno.EBUSY: "its address belongs to a kernel driver: remove that overlay",
    errno.ENOENT: "no such bus: is I2C switched on, and is the bus number right?",
    errno.ENODEV: "its bus is gone",
    errno.EACCES: "no permission: the user has to be in the group i2c (or spi)",
    errno.EPERM: "no permission: the user has to be in the group i2c (or spi)",
}


def diagnosed(error: BaseException) -> Health:
    """What an error means. luma hides some of the kernel's behind its own, which have no number."""
    number = errno_of(error)
    state = State.STUCK if number == errno.ETIMEDOUT else State.LOST
    advice = "" if number is None else _ADVICE.get(number, "")
    return Health(state, number, f"{advice} ({error})" if advice else str(error) or type(error).__name__)


def errno_of(error: BaseException | None) -> int | None:
    """The number of an OSError, or of the one that it was raised for."""
    while error is not None:
        if isinstance(error, OSError) and error.errno is not None:
            return error.errno
        error = error.__cause__ or error.__context__
    return None
