"""The spectator board in a real browser, over whole simulated games."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.virtual import Evening
from tests.browser.table import until
from tests.web.live import LiveConsole

pytestmark = pytest.mark.slow

NewPage = Callable[..., Page]
SPEED = 25.0
OVER = (Phase.VICTORY, Phase.DEFEAT)
PHASE = "document.getElementById('board').dataset.phase"
FIT = "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
MOVING = "document.getAnimations().length"


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
        until(lambda: page.evaluate(PHASE) in ("victory", "defeat"))

        assert {"focus", "play", "level"} <= seen
        assert page.get_attribute("html", "lang") == "de"


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
        until(lambda: live.site.opened > before)
        page.wait_for_selector("body[data-link='open']")
