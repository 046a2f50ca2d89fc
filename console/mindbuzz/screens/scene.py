"""Scenes: what draws one phase. One for a seat may know a hand; one for the table cannot."""

from collections.abc import Callable

from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.texts import Texts

SeatScene = Callable[[Canvas, SeatView, Texts, int], None]
TableScene = Callable[[Canvas, TableView, Texts, int], None]
