"""The spectator board in a real browser, over whole simulated games."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest
from playwright.sync_api import Page, WebSocketRoute

from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import PLAYED_BESIDE, Kind
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.virtual import Evening
from tests.waiting import wait_until
from tests.web.live import LiveConsole

pytestmark = pytest.mark.slow

NewPage = Callable[..., Page]
SPEED = 25.0
ALL = (1, 2, 3, 4)
# A folder for pictures to look at, if one is named.
SHOTS = os.environ.get("MINDBUZZ_SHOTS")
OVER = (Phase.VICTORY, Phase.DEFEAT)
PHASE = "document.getElementById('board').dataset.phase"
FIT = "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
MOVING = "document.getAnimations().length"
SIZES = ((320, 568), (568, 320), (768, 1024), (844, 390), (1024, 768), (1280, 720), (1920, 1080))
CUT_OFF = """
Array.from(document.querySelectorAll(".player .name")).filter((name) => name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)
"""


@pytest.mark.parametrize("kind", Kind)
def test_a_whole_game_on_a_tv(kind: Kind, new_page: NewPage) -> None:
    """Everything fits, nothing is animated, and the end is shown."""
    with LiveConsole(Evening(0, 4, kind, seed=4, port=0), SPEED) as live:
        page = new_page(1920, 1080)
        page.goto(f"{live.base}/?lang=de")
        page.wait_for_selector("#board[data-phase]")
        seen = set()
        while live.game.phase not in OVER:
            phase, fits, moving = page.evaluate(f"[{PHASE}, {FIT}, {MOVING}]")
            seen.add(phase)
            assert fits, phase
            assert not moving
        wait_until(lambda: page.evaluate(PHASE) in ("victory", "defeat"))

        assert {"focus", "play", "check" if kind in PLAYED_BESIDE else "level"} <= seen
        assert page.get_attribute("html", "lang") == "de"


def _seats(cards: int) -> list[dict[str, object]]:
    one = {"ready": True, "stopper": False, "picked": False, "lost": False, "cards": cards}
    return [{"seat": seat, "name": "Żółtozielony", **one} for seat in ALL]


FULL: dict[str, object] = {
    "tell": "facts", "language": "en", "phase": "level", "game": "Blind challenge", "lives": 5, "stars": 3,
    "level": {"number": 12, "last": 12, "text": "L12/12"}, "title": "too late", "lines": ["A line of some length"],
    "to_do": "all hold = again", "seats": _seats(12), "piles": [], "face_down": [], "progress": 0.5,
}  # fmt: skip
HANDS = [{"seat": seat, "cards": [f"c{70 + seat * 7 + card}" for card in range(8)]} for seat in ALL]
MARKS = [{"at": place / 31, "seat": place % 4 + 1, "card": f"c{place * 3 + 1}", "lost": False} for place in range(32)]
FULLEST: dict[str, object] = {
    "reveal": {
        "pile": "white",
        "total": 32,
        "errors": 4,
        "cards": [{"card": f"w{n}", "late": n > 20} for n in range(30)],
    },
    "mistake": {"seat": 1, "card": "c99", "set_aside": HANDS[1:], "set_aside_counts": []},
    "thrown": [{"seat": seat, "cards": ["c100"]} for seat in ALL],
}


def _alone(name: str) -> dict[str, object]:
    """A result stands under its title; there is nothing to do but look."""
    return {name: FULLEST[name], "to_do": "", "lines": ["Red"]}


@pytest.mark.parametrize("name", [*FULLEST, "ending", "piles"])
def test_the_fullest_tables_fit(name: str, new_page: NewPage) -> None:
    """More than a game can bring, on a TV."""
    pile = {"face_down": False, "count": 30, "last": ["w45", "w46", "w47", "w48", "w49", "w50"]}
    piles = {"piles": [{"pile": which, **pile} for which in ("white", "red")]}
    told = {"ending": {"timeline": MARKS, "hands": HANDS}, "piles": piles}.get(name) or _alone(name)
    page = new_page(1920, 1080)
    page.route_web_socket("**/board/socket", lambda socket: socket.send(json.dumps({**FULL, **told})))
    with LiveConsole(Evening(port=0)) as live:
        page.goto(live.base)
        page.wait_for_selector("#board .players li")

        if SHOTS:
            page.screenshot(path=f"{SHOTS}/fullest-{name}.png")
        assert page.evaluate(FIT)


def test_every_mistake_fits(new_page: NewPage) -> None:
    """However many cards of however many players it sets aside."""
    page = new_page(1920, 1080)
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/board/socket", lambda socket: sockets.append(socket))  # noqa: PLW0108 - it takes no built-in
    with LiveConsole(Evening(port=0)) as live:
        page.goto(live.base)
        wait_until(lambda: sockets)
        for counts in combinations_with_replacement(range(9), 3):
            aside = [{"seat": seat, "cards": ["c88"] * count} for seat, count in enumerate(counts, 2) if count]
            told = {"mistake": {"seat": 1, "card": "c99", "set_aside": aside, "set_aside_counts": []}, "lines": ["Rot"]}
            sockets[0].send(json.dumps({**FULL, "title": "11 zu früh", "to_do": "", **told}))
            page.wait_for_function(f"document.querySelectorAll('.aside .card').length === {sum(counts)}")
            assert page.evaluate(FIT), counts


def test_on_a_face_down_pile_without_cards_none_is_drawn(new_page: NewPage) -> None:
    page = new_page()
    pile = {"pile": "white", "face_down": True, "last": []}
    piles = [{**pile, "count": 0}, {**pile, "pile": "red", "count": 2}]
    page.route_web_socket("**/board/socket", lambda socket: socket.send(json.dumps({**FULL, "piles": piles})))
    with LiveConsole(Evening(port=0)) as live:
        page.goto(live.base)
        page.wait_for_selector("#board .pile.red .counted")

        assert page.locator(".pile.white .card:not(.empty)").count() == 0
        assert page.locator(".pile.white .card.empty").count() == 1
        assert page.inner_text(".pile.red .count") == "×2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_seat_name_is_cut_off(language: str, new_page: NewPage) -> None:
    """However many cards its player holds, and whatever else is to be seen of that seat."""
    one = {"ready": True, "stopper": True, "picked": False, "lost": False, "cards": 12}
    seats = [{"seat": seat, "name": seat_name(seat, texts_of(language)), **one} for seat in ALL]
    page = new_page()
    page.route_web_socket("**/board/socket", lambda socket: socket.send(json.dumps({**FULL, "seats": seats})))
    with LiveConsole(Evening(port=0)) as live:
        page.goto(live.base)
        page.wait_for_selector("#board .players li")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if SHOTS:
                page.screenshot(path=f"{SHOTS}/names-{language}-{width}.png")
            assert page.evaluate(CUT_OFF) == [], width
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_the_board_finds_its_console_again(new_page: NewPage) -> None:
    """A console that starts anew at the same address is found without anybody's help."""
    page = new_page()
    with LiveConsole(Evening(port=0)) as live:
        port = live.site.port
        page.goto(live.base)
        page.wait_for_selector("body[data-link='open']")
    page.wait_for_selector("body[data-link='lost']")
    with LiveConsole(Evening(port=port)):
        page.wait_for_selector("body[data-link='open']", timeout=20_000)


def test_after_sleep_a_silent_connection_is_not_trusted(new_page: NewPage) -> None:
    """A page whose clock shows that nothing was heard for long looks for a new connection when it is seen again."""
    with LiveConsole(Evening(port=0)) as live:
        page = new_page()
        page.goto(live.base)
        page.wait_for_selector("body[data-link='open']")
        before = live.site.opened
        page.evaluate("performance.now = ((now) => () => now + 3600000)(performance.now())")
        page.evaluate("dispatchEvent(new Event('focus'))")
        wait_until(lambda: live.site.opened > before)
        page.wait_for_selector("body[data-link='open']")
