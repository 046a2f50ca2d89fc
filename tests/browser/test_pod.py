"""A PC with a pod: the buttons are real, browsers show the hands."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from mindbuzz.core.phases import Phase
from mindbuzz.pod.flash import firmware_files
from mindbuzz.virtual import Evening
from tests.browser.table import TAP_MS, Keyboard, open_console, sit
from tests.pod.wired import WiredBoard
from tests.web.live import LiveConsole
from tools.pin_table import read_pod_pins

pytestmark = pytest.mark.slow

PINS = read_pod_pins().BUTTONS
SEATS = (1, 2)
NewPage = Callable[..., Page]


class AtThePod(Keyboard):
    """People whose buttons are on the pod."""

    def __init__(self, board: WiredBoard, live: LiveConsole, page: Page) -> None:
        super().__init__(live, page, SEATS)
        self.board = board

    def tap(self, seat: int) -> None:
        self.down(seat)
        time.sleep(TAP_MS / 1000)
        self.up(seat)

    def down(self, *seats: int) -> None:
        for seat in seats:
            self.board.edge(PINS[seat], True)

    def up(self, *seats: int) -> None:
        for seat in seats:
            self.board.edge(PINS[seat], False)


@pytest.fixture
def board(need_program: Callable[[str], str], tmp_path: Path) -> Iterator[WiredBoard]:
    board = WiredBoard(need_program("micropython"), tmp_path, firmware_files())
    yield board
    board.close()


@pytest.fixture
def live(board: WiredBoard) -> Iterator[LiveConsole]:
    with LiveConsole(Evening(people=2, seed=7, port=0, pod=str(board.port))) as console:
        yield console


def test_a_level_by_the_pods_buttons_with_each_hand_on_a_page_of_its_own(
    board: WiredBoard, live: LiveConsole, new_page: NewPage
) -> None:
    pages = {seat: new_page() for seat in SEATS}
    for seat, page in pages.items():
        open_console(live, page)
        sit(page, seat)
    people = AtThePod(board, live, pages[1])
    people.start()
    for seat, page in pages.items():
        page.wait_for_selector(f".seat-{seat}[data-open='false']")
        assert not page.is_visible(f".seat-{seat} .key")
        page.keyboard.down("q" if seat == 1 else "r")
        page.wait_for_selector(f".seat-{seat}[data-open='true']")
    people.focus()

    for page in pages.values():
        for key in ("a", "f"):
            page.keyboard.press(key, delay=TAP_MS)
    pages[1].wait_for_timeout(300)
    live.wait_for_phase(Phase.PLAY)
    assert all(len(hand) == 1 for hand in live.game.cards.hands.values()), "a page has no button to press"

    people.play_level()
    assert live.wait_for_phase(Phase.LEVEL).cards.lives == 2


def test_the_lead_comes_out_and_the_pages_say_so(board: WiredBoard, live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    open_console(live, page)
    sit(page, *SEATS)
    people = AtThePod(board, live, page)
    people.start()
    board.cable.unplug()
    live.wait_for_phase(Phase.PAUSED)
    board.cable.plug_in()
    live.wait_for_phase(Phase.FOCUS)
    people.focus()
    people.play_level()

    live.wait_for_phase(Phase.LEVEL)
