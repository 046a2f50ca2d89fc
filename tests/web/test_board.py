"""What spectators are told, and when: the newest facts once, in their own language. Without sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from mindbuzz.outputs.browser import Showcase
from mindbuzz.screens.samples import CLASSIC
from mindbuzz.screens.texts import texts_of
from mindbuzz.web import board
from mindbuzz.web.board import ALIVE, HANDFUL, Board
from mindbuzz.web.outbox import Message, Outbox

SEATS = (1, 2, 3, 4)


class Hall:
    """A board in the middle of a game. `told` is what each page was sent."""

    def __init__(self) -> None:
        self.showcase = Showcase(SEATS, texts_of("en"))
        self.woken = 0
        self.board = Board(self.showcase, self._wake)
        self.told: list[list[Message]] = []
        self._playing = CLASSIC.begun().focus()
        self._show()

    def _wake(self) -> None:
        self.woken += 1

    def move_on(self) -> None:
        """One more card is played."""
        self._playing.tap(3)
        self._show()

    def _show(self) -> None:
        views = {seat: self._playing.seen_by(seat).view for seat in SEATS}
        self.showcase.show(views, views[1].table, (), self._playing.seen_by(1).now_us)

    def comes(self, language: str = "en") -> Callable[[], None]:
        """A page that reads at once begins to look on; answers how it leaves."""
        told: list[Message] = []
        self.told.append(told)

        async def take(message: Message) -> None:
            told.append(message)

        outbox = Outbox(take)
        spectator = self.board.arrive(outbox, language)
        sending = asyncio.create_task(outbox.run())

        def leave() -> None:
            sending.cancel()
            self.board.leave(spectator)

        return leave

    def facts(self, page: int) -> list[dict[str, Any]]:
        """Every facts message that a page was sent, oldest first."""
        return [json.loads(message) for message in self.told[page] if message != ALIVE]


def in_hall(story: Callable[[Hall], Awaitable[None]]) -> Hall:
    """Play a story while the board is running."""

    async def play() -> Hall:
        hall = Hall()
        running = asyncio.create_task(hall.board.run())
        await story(hall)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        return hall

    return asyncio.run(play())


async def read_up() -> None:
    """Everything that is under way arrives."""
    for _ in range(30):
        await asyncio.sleep(0)


def test_who_comes_is_told_how_it_stands_and_then_what_is_new() -> None:
    async def story(hall: Hall) -> None:
        hall.comes()
        await read_up()
        hall.move_on()
        await read_up()

    facts = in_hall(story).facts(0)

    assert [pile["count"] for told in facts for pile in told["piles"]] == [0, 1]


def test_the_same_facts_are_not_told_twice() -> None:
    async def story(hall: Hall) -> None:
        hall.comes()
        await read_up()
        hall._show()
        await read_up()

    assert len(in_hall(story).facts(0)) == 1


def test_each_page_is_told_in_its_own_language() -> None:
    async def story(hall: Hall) -> None:
        hall.comes("en")
        hall.comes("de")
        await read_up()
        hall.move_on()
        await read_up()

    hall = in_hall(story)

    assert len(hall.facts(0)) == len(hall.facts(1)) == 2
    assert all(english != german for english, german in zip(hall.facts(0), hall.facts(1), strict=True))


def test_a_page_that_leaves_takes_nobody_elses_news_along() -> None:
    async def story(hall: Hall) -> None:
        leave = hall.comes()
        hall.comes()
        await read_up()
        leave()
        hall.move_on()
        await read_up()

    hall = in_hall(story)

    assert [len(hall.facts(page)) for page in (0, 1)] == [1, 2]
    assert hall.board.spectators == 1


def test_while_nobody_looks_on_nothing_is_watched() -> None:
    async def story(hall: Hall) -> None:
        leave, leave_too = hall.comes(), hall.comes()
        assert hall.woken == 1
        leave()
        leave_too()
        assert hall.board.spectators == 0
        hall.comes()
        assert hall.woken == 2

    in_hall(story)


def test_light_alone_is_no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def facts(board: Board, language: str) -> str:
        made.append(language)
        return "facts"

    monkeypatch.setattr(Board, "facts", facts)

    async def story(hall: Hall) -> None:
        hall.comes()
        await read_up()
        hall.showcase.pressed(frozenset({1}))
        await read_up()

    in_hall(story)

    assert made == ["en"]


def test_where_nothing_happens_there_are_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "ALIVE_S", 0.0)

    async def story(hall: Hall) -> None:
        hall.comes()
        await read_up()

    assert ALIVE in in_hall(story).told[0]


def test_between_two_handfuls_others_have_their_turn() -> None:
    """Everyone is told, but never more than a handful without a break."""
    most = 0

    async def story(hall: Hall) -> None:
        nonlocal most
        for _ in range(3 * HANDFUL):
            hall.comes()
        await read_up()
        hall.move_on()
        for _ in range(30):
            before = sum(len(told) for told in hall.told)
            await asyncio.sleep(0)
            most = max(most, sum(len(told) for told in hall.told) - before)

    hall = in_hall(story)

    assert most == HANDFUL
    assert [len(hall.facts(page)) for page in range(3 * HANDFUL)] == [2] * 3 * HANDFUL
