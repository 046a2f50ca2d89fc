"""People at a virtual console, as tests play them: by keys, by fingers, knowing their cards from the game itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playwright.sync_api import CDPSession, ConsoleMessage, Page

from mindbuzz.core.cards import rank
from mindbuzz.core.game import Game
from mindbuzz.core.phases import Phase
from tests.web.live import LiveConsole

KEYS = {1: "a", 2: "f", 3: "j", 4: "l"}
TAP_MS = 60
HAND_MS = 700
BETWEEN_MS = 250
TRIES = 5


class Watched:
    """A page, and all that its browser complains about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        """A console that is not there yet is no fault of the page that looks for it."""
        if message.type == "error" and "ERR_CONNECTION_REFUSED" not in message.text:
            self.complaints.append(message.text)


def open_console(live: LiveConsole, page: Page, query: str = "") -> None:
    """Open the page and wait until it is connected."""
    page.goto(f"{live.base}/console{query}")
    page.wait_for_selector("body[data-link='open'] .seat")


def sit(page: Page, *seats: int) -> None:
    """Sit down by key; in the lobby that press joins, too."""
    for seat in seats:
        if page.get_attribute(f".seat-{seat}", "data-state") == "free":
            page.keyboard.press(KEYS[seat], delay=TAP_MS)
        page.wait_for_selector(f".seat-{seat}[data-state='mine']")
    page.wait_for_timeout(BETWEEN_MS)


class Keyboard:
    """People who share one keyboard."""

    def __init__(self, live: LiveConsole, page: Page, seats: tuple[int, ...]) -> None:
        self.live = live
        self.page = page
        self.seats = seats

    def tap(self, seat: int) -> None:
        self.page.keyboard.press(KEYS[seat], delay=TAP_MS)

    def down(self, *seats: int) -> None:
        for seat in seats:
            self.page.keyboard.down(KEYS[seat])

    def up(self, *seats: int) -> None:
        for seat in seats:
            self.page.keyboard.up(KEYS[seat])

    def join(self) -> None:
        for seat in self.seats:
            if seat not in self.live.game.joined:
                self.tap(seat)
            self.live.wait_for(lambda game, seat=seat: seat in game.joined)  # type: ignore[misc]

    def start(self) -> None:
        """All hold until the game has begun."""
        self.join()
        self.page.wait_for_timeout(BETWEEN_MS)
        self.down(*self.seats)
        self.live.wait_for_phase(Phase.FOCUS)
        self.up(*self.seats)

    def focus(self) -> None:
        """All hands down until locked, and up: play."""
        self.page.wait_for_timeout(BETWEEN_MS)
        self.down(*self.seats)
        self.live.wait_for_phase(Phase.LOCKED)
        self.up(*self.seats)
        self.live.wait_for_phase(Phase.PLAY)
        self.page.wait_for_timeout(BETWEEN_MS)

    def play_right(self) -> None:
        """Whoever holds the lowest card plays it. Where a busy machine makes a hold of the tap, they try anew."""
        before = cards_left(self.live.game)
        for _ in range(TRIES):
            self.tap(whose_turn(self.live.game))
            came = self.live.wait_for(lambda game: cards_left(game) < before or game.phase is Phase.FOCUS)
            self.page.wait_for_timeout(BETWEEN_MS)
            if came.phase is not Phase.FOCUS:
                return
            self.focus()
        raise AssertionError(f"{TRIES} taps, each of them a hold")

    def play_level(self) -> None:
        while self.live.game.phase is Phase.PLAY:
            self.play_right()


def hands(game: Game) -> dict[int, tuple[Any, ...]]:
    return dict(game.cards.hands)


def cards_left(game: Game) -> int:
    return 0 if game.table is None else sum(len(hand) for hand in game.cards.hands.values())


def whose_turn(game: Game) -> int:
    """The seat with the card that belongs next, in a game with one pile."""
    return min((rank(hand[0]), seat) for seat, hand in game.cards.hands.items() if hand)[1]


def whose_last(game: Game) -> int:
    """The seat whose next card belongs last."""
    return max((rank(hand[0]), seat) for seat, hand in game.cards.hands.items() if hand)[1]


class Fingers:
    """Several fingers at once on the buttons of one touch screen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._protocol: CDPSession = page.context.new_cdp_session(page)
        self._down: dict[int, dict[str, float]] = {}

    def lay(self, seats: Iterable[int]) -> None:
        """Lay a finger on each button, all at once."""
        self._down |= {seat: self._point(seat) for seat in seats}
        self._send("touchStart")

    def lift(self, seats: Iterable[int]) -> None:
        """Lift some fingers, the others stay."""
        for seat in seats:
            self._down.pop(seat, None)
        self._send("touchEnd")

    def _point(self, seat: int) -> dict[str, float]:
        box = self._page.locator(f".seat-{seat} .arcade").bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": seat}

    def _send(self, kind: str) -> None:
        points = list(self._down.values())
        self._protocol.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
