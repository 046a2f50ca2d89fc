"""The pages of past games in a real browser: found from the console, and back; whole on every screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from mindbuzz.core.rules import Kind
from mindbuzz.screens.texts import LANGUAGES
from mindbuzz.simulation import Plan
from mindbuzz.spectacle import watch_game
from mindbuzz.virtual import Evening
from tests.browser.table import open_console
from tests.web.live import LiveConsole

pytestmark = pytest.mark.slow

NewPage = Callable[..., Page]
SIZES = ((390, 844), (1100, 700), (1280, 720))
# A folder for pictures to look at, if one is named.
SHOTS = os.environ.get("MINDBUZZ_SHOTS")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with a game of each kind."""
    file = tmp_path_factory.mktemp("past") / "games.sqlite"
    for seed, kind in enumerate(Kind):
        watch_game(Plan(3, kind, "novice", seed), None, file)
    return file


def test_from_the_console_to_a_game_and_back(file: Path, new_page: NewPage) -> None:
    with LiveConsole(Evening(journal=file, port=0)) as live:
        console = new_page()
        open_console(live, console, "?lang=de")
        with console.expect_popup() as opened:
            console.click("a[href='/history?lang=de']")
        page = opened.value
        page.click("a[href='/history/1?lang=de']")
        page.wait_for_selector("img.rhythm")
        assert page.evaluate("document.querySelector('img.rhythm').complete")
        page.click("nav a[href='/console?lang=de']")
        page.wait_for_selector("body[data-link='open'] .seat")


def test_the_columns_are_explained_where_they_stand(file: Path, new_page: NewPage) -> None:
    with LiveConsole(Evening(journal=file, port=0)) as live:
        page = new_page()
        page.goto(f"{live.base}/history")
        page.click(".explained summary")
        assert page.locator(".explained dd").first.is_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_fit_every_screen(language: str, file: Path, new_page: NewPage) -> None:
    """Tables that are wider than a phone are moved by themselves, not the page."""
    with LiveConsole(Evening(journal=file, port=0)) as live:
        page = new_page()
        for path in ("/history", "/history/1", "/history/4"):
            page.goto(f"{live.base}{path}?lang={language}")
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                if SHOTS:
                    page.screenshot(path=f"{SHOTS}/past{path.replace('/', '-')}-{language}-{width}.png", full_page=True)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
