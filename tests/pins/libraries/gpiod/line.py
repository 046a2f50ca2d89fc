"""The words of a line."""

from enum import Enum

Bias = Enum("Bias", "AS_IS PULL_UP PULL_DOWN DISABLED")
Clock = Enum("Clock", "MONOTONIC REALTIME")
Direction = Enum("Direction", "INPUT OUTPUT")
Edge = Enum("Edge", "NONE RISING FALLING BOTH")


class Value(Enum):
    """A level."""

    INACTIVE = 0
    ACTIVE = 1
