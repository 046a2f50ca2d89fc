"""Scenes: what draws one phase. One for a seat may know a hand; one for the table cannot.

A scene says what there is to say of the game. That a screen is broken is no part of it: `picture` writes
that over the scene.
"""

from collections.abc import Callable

from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.texts import Texts

SeatScene = Callable[[Canvas, SeatView, Texts, int], None]
TableScene = Callable[[Canvas, TableView, Texts, int], None]
