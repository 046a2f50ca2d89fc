"""Real Chromium, headless: Debian's, driven through playwright."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.table import Watched

CHROMIUM_ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def chromium(need_program: Callable[[str], str]) -> Iterator[Browser]:
    """One for each module: while it runs, playwright's own event loop keeps all others off this thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need_program("chromium"), args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a context of its own as if in a browser of its own; errors on them fail the test."""
    watched: list[Watched] = []

    def open_page(width: int = 1440, height: int = 900, *, touch: bool = False) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=touch)
        watched.append(Watched(context.new_page()))
        return watched[-1].page

    yield open_page
    complaints = [complaint for one in watched for complaint in one.complaints]
    for one in watched:
        one.page.context.close()
    assert complaints == []
