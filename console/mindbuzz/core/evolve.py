"""Values that differ from others: what dataclasses.replace does, ten times as fast, which is most of a step's cost."""

from typing import Any, TypeVar

Value = TypeVar("Value")


def evolved(value: Value, **changes: Any) -> Value:
    """The value that differs from a frozen dataclass without slots in `changes`."""
    assert changes.keys() <= value.__dict__.keys(), f"no such fields: {changes.keys() - value.__dict__.keys()}"
    new = object.__new__(type(value))
    new.__dict__.update(value.__dict__)
    new.__dict__.update(changes)
    return new
