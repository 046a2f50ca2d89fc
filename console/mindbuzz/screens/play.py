"""Play. Nothing here moves by itself: no picture of play may depend on what time it is."""

from mindbuzz.core.views import LettingGo, SeatView
from mindbuzz.screens import icons
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.hand import hand, holds_cards, may_switch
from mindbuzz.screens.layout import letting_go_bar, line, presses_bar, status
from mindbuzz.screens.texts import Texts


def play(canvas: Canvas, view: SeatView, texts: Texts, now_us: int) -> None:
    """The hand; what a press does, or what has become of one's own."""
    status(canvas, view.table, texts)
    hand(canvas, view, texts)
    if view.waiting:
        line(canvas, texts("play_waiting"))
    if view.hand and not view.waiting and view.letting_go in LETTING_GO:
        letting_go(canvas, view.letting_go, texts, "play_long")
    else:
        _presses(canvas, view, texts)


# A press that still plays needs no word: the big card says it.
LETTING_GO = {LettingGo.TOGGLES: "let_go_switch", LettingGo.NOTHING: "let_go_nothing"}


def letting_go(canvas: Canvas, now: LettingGo, texts: Texts, held: str) -> None:
    """What letting go does, one of LETTING_GO, and what it will be when the press has become a long one."""
    letting_go_bar(canvas, texts(LETTING_GO[now]), icons.LONG_PRESS, texts(held))


def _presses(canvas: Canvas, view: SeatView, texts: Texts) -> None:
    parts = [(icons.LONG_PRESS, texts("play_long"))]
    if may_switch(view) and not view.waiting:
        parts.insert(0, (icons.MIDDLE_PRESS, texts("play_middle")))
    if holds_cards(view) and not view.waiting:
        parts.insert(0, (icons.SHORT_PRESS, texts("play_short")))
    presses_bar(canvas, parts)
