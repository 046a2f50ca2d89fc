"""usage: python -m tests.browser.pictures

Takes the README's screenshots, docs/console.png and docs/board.png: a game of four on an open console.
"""

from __future__ import annotations

import shutil
import sys

from playwright.sync_api import Browser, Page, sync_playwright

from mindbuzz.core.phases import Phase
from mindbuzz.virtual import Evening
from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.browser.table import Keyboard, open_console, sit
from tests.web.live import LiveConsole
from tools.project_files import ROOT

EVENING = Evening(seed=4, open_hands=True, port=0)
SEATS = EVENING.people_seats
LEVEL, CARDS_PLAYED = 5, 6
FOLDER = ROOT / "docs"
SETTLED_MS = 500


def main() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("chromium is not installed")
    with LiveConsole(EVENING) as live, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        console, board = _page(browser, 1440, 720), _page(browser, 1280, 720)
        board.goto(live.base)
        open_console(live, console)
        sit(console, *SEATS)
        _play(live, Keyboard(live, console, SEATS))
        console.wait_for_timeout(SETTLED_MS)
        console.screenshot(path=FOLDER / "console.png")
        board.screenshot(path=FOLDER / "board.png")
        browser.close()


def _page(browser: Browser, width: int, height: int) -> Page:
    return browser.new_page(viewport={"width": width, "height": height})


def _play(live: LiveConsole, people: Keyboard) -> None:
    """Play without a mistake to where there is something to see. Nobody moves then, so it stays like that."""
    people.start()
    for _ in range(1, LEVEL):
        people.focus()
        people.play_level()
        live.wait_for_phase(Phase.FOCUS)
    people.focus()
    for _ in range(CARDS_PLAYED):
        people.play_right()


if __name__ == "__main__":
    main()
