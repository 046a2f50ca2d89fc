"""Focus with real cards: what to deal, what came of the last action, or whether there was a mistake."""

from mindbuzz.core.views import TableView
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.companion.deal import deal
from mindbuzz.screens.companion.marking import marking
from mindbuzz.screens.companion.results import result
from mindbuzz.screens.companion.rows import head, real_cards, row, undo_bar
from mindbuzz.screens.focus import everyones_key, focus_bar, hand_key
from mindbuzz.screens.lettering import BOLD
from mindbuzz.screens.texts import Texts


def focus(canvas: Canvas, table: TableView, texts: Texts, now_us: int, seat: int | None) -> None:
    """What there is to read; and whose hands are missing, unless somebody is about to take something back."""
    head(canvas, table, texts)
    told = real_cards(table)
    if table.shown:
        result(canvas, table, texts, now_us)
    elif told.stopped:
        marking(canvas, table, texts)
    elif told.dealing:
        deal(canvas, table, texts)
    else:
        row(canvas, 1, texts("own_go_on"), BOLD)
    if not undo_bar(canvas, table, texts, now_us):
        focus_bar(canvas, table, texts, everyones_key(table) if seat is None else hand_key(table, seat))
