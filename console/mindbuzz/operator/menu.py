"""The menu: one button goes on to the next item, or changes the one that is shown. Pure.

A short press is "next", a long one "change". What can't be taken back asks once more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from mindbuzz.operator.item import Action, Item

SURE = frozenset({Action.RESET, Action.FORGET, Action.POWER_OFF})


@dataclass(frozen=True, slots=True)
class Menu:
    """An open menu: at which item, what its keys were when it was opened and are now, and what it was told to do."""

    items: tuple[Item, ...]
    before: Mapping[str, Any]
    values: Mapping[str, Any]
    place: int = 0
    asked: bool = False
    done: Action | None = None

    @classmethod
    def opened(cls, items: tuple[Item, ...], values: Mapping[str, Any]) -> Self:
        """At its first item."""
        return cls(items, values, values)

    @property
    def item(self) -> Item:
        """The item that is shown."""
        return self.items[self.place]

    @property
    def changed(self) -> dict[str, Any]:
        """The keys that were changed, as they are now."""
        return {name: value for name, value in self.values.items() if value != self.before[name]}

    def next(self) -> Self:
        """A short press."""
        return replace(self, place=(self.place + 1) % len(self.items), asked=False)

    def change(self) -> Self:
        """A long press."""
        item = self.item
        if item.name is not None:
            return replace(self, values={**self.values, item.name: item.stepped(self.values)})
        if item.action in SURE and not self.asked:
            return replace(self, asked=True)
        return replace(self, done=item.action)
