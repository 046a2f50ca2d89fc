"""usage: python -m tests.browser.pictures

Takes the README's screenshots, docs/console.png and docs/board.png: a game of simulated players on an open console.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from mindbuzz.core.game import Game
from mindbuzz.core.phases import Phase
from mindbuzz.virtual import Evening
from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.web.live import LiveConsole
from tools.project_files import ROOT

EVENING = Evening(0, 4, skill="expert", seed=4, open_hands=True, port=0)
SPEED = 8.0
LEVEL, CARDS_PLAYED = 5, 6
FOLDER = ROOT / "docs"
SIZES = {"console": (1440, 720), "board": (1280, 720)}
PATHS = {"console": "/console", "board": "/"}


def main() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("chromium is not installed")
    with LiveConsole(EVENING, SPEED) as live, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        pages = {name: _opened(browser, live.base + path, SIZES[name]) for name, path in PATHS.items()}
        for name, page in pages.items():
            _take(live, page, FOLDER / f"{name}.png")
        browser.close()


def _opened(browser: Browser, address: str, size: tuple[int, int]) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(address)
    page.wait_for_selector("body[data-link='open']")
    return page


def _take(live: LiveConsole, page: Page, file: Path) -> None:
    """Take a picture of play; again if the game has moved on meanwhile."""
    while True:
        live.wait_for(_is_the_moment, patience_s=120)
        page.screenshot(path=file)
        if live.game.phase is Phase.PLAY:
            return


def _is_the_moment(game: Game) -> bool:
    if game.phase is not Phase.PLAY or game.cards.level < LEVEL:
        return False
    return sum(len(cards) for cards in game.cards.piles.values()) >= CARDS_PLAYED


if __name__ == "__main__":
    main()
