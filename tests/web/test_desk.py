"""Who may sit where, what each page is shown, and what it may do. Without sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.inputs.browser import BrowserButtons
from mindbuzz.inputs.source import Mailbox, SourceChange
from mindbuzz.outputs.browser import Showcase
from mindbuzz.screens.samples import CLASSIC
from mindbuzz.screens.texts import texts_of
from mindbuzz.web import desk
from mindbuzz.web.desk import COVERED, KEPT_US, MESSAGES_AT_ONCE, OLDEST_US, OPEN, SILENT_US, Desk, Visitor
from mindbuzz.web.messages import Hello, Peek, Rise, Said, Sit, Sync, Touch, Unacceptable
from mindbuzz.web.outbox import Message, Outbox

SEATS = (1, 2, 3, 4)


class Page:
    """A page as the desk knows it; `got` is what it was sent."""

    def __init__(self, visit: Callable[[Outbox, Callable[[], None]], Visitor], desk: Desk) -> None:
        self.got: list[Message] = []
        self.parted = False
        self.outbox = Outbox(self._take)
        self.visitor = visit(self.outbox, self._part)
        self._desk = desk

    async def _take(self, message: Message) -> None:
        self.got.append(message)

    def _part(self) -> None:
        self.parted = True

    def say(self, *messages: Said) -> None:
        for message in messages:
            self._desk.hear(self.visitor, message)

    def read(self) -> list[Message]:
        """Everything new."""

        async def send_all() -> None:
            running = asyncio.create_task(self.outbox.run())
            for _ in range(30):
                await asyncio.sleep(0)
            running.cancel()

        asyncio.run(send_all())
        got, self.got = self.got, []
        return got

    def told(self, what: str) -> dict[str, Any]:
        """The newest message of a kind among everything new."""
        texts = [json.loads(message) for message in self.read() if isinstance(message, str)]
        return next(text for text in reversed(texts) if text["tell"] == what)

    def frames(self) -> dict[int, tuple[int, bytes]]:
        """The newest frame of each seat among everything new: whether it lies open, and its dots."""
        return {message[0]: (message[1], message[2:]) for message in self.read() if isinstance(message, bytes)}


class Room:
    """A desk in the middle of a game."""

    def __init__(self, *, people: tuple[int, ...] = SEATS, is_open: bool = False, has_buttons: bool = True) -> None:
        self.now_us = 10_000_000
        self.mailbox = Mailbox()
        self.buttons = BrowserButtons(people, self.mailbox)
        self.showcase = Showcase(SEATS, texts_of("en"))
        simulated = sorted(set(SEATS) - set(people))
        self.desk = Desk(
            self.buttons,
            self.showcase,
            lambda: self.now_us,
            lambda: None,
            simulated=simulated,
            is_open=is_open,
            has_buttons=has_buttons,
        )
        self._playing = CLASSIC.begun().focus().tap(3)
        self._show()

    def move_on(self) -> None:
        """One more card is played: every screen changes."""
        self._playing.tap(1)
        self._show()

    def _show(self) -> None:
        views = {seat: self._playing.seen_by(seat).view for seat in SEATS}
        self.showcase.show(views, views[1].table, (), self._playing.seen_by(1).now_us)

    def page(self, token: str = "token") -> Page:
        page = Page(self.desk.arrive, self.desk)
        page.say(Hello(token, True))
        return page

    def contacts(self) -> list[Contact]:
        return [news for news in self.mailbox.take_all() if isinstance(news, Contact)]


def touch(seat: int, closed: bool = True, at_us: int = 0) -> Touch:
    return Touch(seat, closed, at_us, at_us)


# --- seats ---


def test_a_seat_is_given_once() -> None:
    room = Room()
    first, second = room.page("a"), room.page("b")
    first.say(Sit(2))
    second.say(Sit(2), Sit(3))

    assert first.told("seats") == {"tell": "seats", "mine": [2], "taken": [3]}
    assert second.told("seats") == {"tell": "seats", "mine": [3], "taken": [2]}


def test_who_comes_is_told_which_seats_are_taken() -> None:
    room = Room()
    room.page("a").say(Sit(2))

    assert room.page("b").told("seats") == {"tell": "seats", "mine": [], "taken": [2]}


def test_a_seat_that_was_left_is_free_again() -> None:
    room = Room()
    first, second = room.page("a"), room.page("b")
    first.say(Sit(2), Rise(2))
    second.say(Sit(2))

    assert second.told("seats")["mine"] == [2]


def test_an_open_console_shares_its_seats() -> None:
    room = Room(is_open=True)
    first, second = room.page("a"), room.page("b")
    first.say(Sit(2))
    second.say(Sit(2), touch(2))

    assert first.told("seats")["taken"] == []
    assert [contact.seat for contact in room.contacts()] == [2]


def test_simulated_players_keep_their_seats() -> None:
    room = Room(people=(1,))
    page = room.page()
    page.say(Sit(3), touch(3))

    assert page.told("seats")["mine"] == []
    assert room.contacts() == []


def test_a_page_that_comes_back_takes_over_from_the_one_before() -> None:
    room = Room()
    lost = room.page("same")
    lost.say(Sit(1), touch(1))
    back = room.page("same")
    back.say(Sit(1))

    assert lost.parted
    assert back.told("seats")["mine"] == [1]
    assert room.desk.visitors == 1
    assert not room.buttons.closed()


# --- what is seen ---


def test_a_page_gets_frames_of_its_own_seats_only() -> None:
    room = Room()
    page = room.page()
    assert page.frames() == {}
    page.say(Sit(2), Peek(1, True), Peek(2, True))

    assert set(page.frames()) == {2}


def test_a_frame_that_waits_when_its_page_rises_is_never_sent() -> None:
    """The page is slow, and reads only after it has left its seat."""
    room = Room()
    page = room.page()
    page.say(Sit(2), Peek(2, True), Rise(2))

    assert page.frames() == {}


def test_a_page_that_has_not_said_hello_is_shown_nothing() -> None:
    room = Room(people=(1,), is_open=True)
    silent, polite = Page(room.desk.arrive, room.desk), room.page()
    room.move_on()

    assert silent.read() == []
    assert set(polite.frames()) == {2, 3, 4}


def test_a_page_that_leaves_takes_nobody_elses_pictures_along() -> None:
    room = Room()
    first, second = room.page("a"), room.page("b")
    second.say(Sit(2))
    second.read()
    room.desk.leave(first.visitor)
    room.move_on()

    assert second.frames()[2][1] == room.showcase.frame(2, is_open=False)


def test_with_the_last_page_the_pictures_end() -> None:
    room = Room()
    first, second = room.page("a"), room.page("b")
    room.desk.leave(first.visitor)
    room.desk.leave(second.visitor)
    room.move_on()

    assert second.frames() == {}
    assert room.showcase.due_us is None


def test_a_hand_stays_covered_until_somebody_peeks() -> None:
    room = Room()
    page = room.page()
    page.say(Sit(1))
    covered, dots = page.frames()[1]
    page.say(Peek(1, True))
    is_open, hand = page.frames()[1]
    page.say(Peek(1, False))

    assert (covered, is_open) == (COVERED, OPEN)
    assert dots == room.showcase.frame(1, is_open=False) != hand
    assert page.frames()[1] == (COVERED, dots)


def test_who_sits_down_anew_peeks_anew() -> None:
    room = Room()
    page = room.page()
    page.say(Sit(1), Peek(1, True), Rise(1), Sit(1))

    assert page.frames()[1][0] == COVERED


def test_who_sits_down_anew_is_shown_the_seat_anew() -> None:
    room = Room()
    page = room.page()
    page.say(Sit(1))
    first = page.frames()
    page.say(Rise(1), Sit(1))

    assert page.frames() == first


@pytest.mark.parametrize(("people", "is_open"), [((1,), False), (SEATS, True)])
def test_alone_or_open_nothing_is_covered(people: tuple[int, ...], is_open: bool) -> None:
    room = Room(people=people, is_open=is_open)
    page = room.page()
    welcome = page.told("welcome")
    page.say(Sit(1))

    assert welcome["sit"] == list(people)
    assert not welcome["covers"]
    assert page.frames()[1][0] == OPEN
    page.say(Peek(1, True), Peek(1, False))
    assert page.frames() == {}


def test_the_same_frame_is_not_sent_twice() -> None:
    room = Room()
    page = room.page()
    page.say(Sit(1))
    page.frames()
    room.showcase.refresh(10**12)
    page.say(Peek(1, False))

    assert page.frames() == {}


# --- contacts ---


def test_a_contact_carries_the_time_at_which_it_happened() -> None:
    """Their clock is 5 s behind ours; a message takes 2 ms in each direction."""
    room = Room()
    page = room.page()
    page.say(Sit(1))
    for _ in range(3):
        sent_us = room.now_us
        room.now_us += 4_000
        page.say(Sync(room.now_us - 2_000 - 5_000_000, sent_us, room.now_us - 2_000 - 5_000_000))
    pressed_us = room.now_us
    room.now_us += 30_000
    page.say(Touch(1, True, pressed_us - 5_000_000, room.now_us - 2_000 - 5_000_000))
    (contact,) = room.contacts()

    assert abs(contact.at_us - pressed_us) <= contact.uncertainty_us < 3_000


@pytest.mark.parametrize("at_us", [0, 10**15])
def test_nobody_rewrites_the_past_or_presses_in_the_future(at_us: int) -> None:
    room = Room()
    page = room.page()
    page.say(Sit(1), Sync(10_000_000, 10_000_000, 10_000_000), touch(1, at_us=at_us))
    (contact,) = room.contacts()

    assert room.now_us - OLDEST_US <= contact.at_us <= room.now_us


def test_where_the_buttons_are_elsewhere_pages_show_hands_and_press_nothing() -> None:
    room = Room(has_buttons=False)
    page = room.page()
    assert page.told("welcome")["buttons"] is False
    page.say(Sit(1), touch(1), touch(1, closed=False), Peek(1, True))

    assert page.frames()[1][0] == OPEN
    assert room.contacts() == []


def test_a_page_that_leaves_lets_go() -> None:
    room = Room()
    page = room.page()
    page.say(Sit(1), Sit(2), touch(1), touch(2))
    room.now_us += 1_000
    room.desk.leave(page.visitor)

    assert [(contact.seat, contact.closed) for contact in room.contacts()] == [
        (1, True), (2, True), (1, False), (2, False),
    ]  # fmt: skip


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "SILENCE_CHECK_S", 0.0)


async def watched(room: Room) -> None:
    """The desk looks after its pages once."""
    watching = asyncio.create_task(room.desk.run())
    for _ in range(3):
        await asyncio.sleep(0)
    watching.cancel()


@pytest.mark.usefixtures("at_once")
def test_a_page_that_falls_silent_lets_go() -> None:
    room = Room()
    page = room.page()
    page.say(Sit(1), touch(1))
    room.now_us += SILENT_US + 1
    asyncio.run(watched(room))

    assert not room.buttons.closed()


@pytest.mark.usefixtures("at_once")
def test_a_page_that_goes_on_speaking_keeps_its_button_down() -> None:
    """However long a hand lies there; the page says every second that it is still open."""
    room = Room()
    page = room.page()
    page.say(Sit(1), touch(1))
    for _ in range(5):
        room.now_us += SILENT_US
        page.say(Sync(room.now_us, None, None))
    asyncio.run(watched(room))

    assert room.buttons.closed() == {1}


def test_a_seat_that_was_lost_is_there_again() -> None:
    room = Room()
    page = room.page()
    page.say(Sit(1))
    room.desk.leave(page.visitor)
    room.now_us += 10_000_000
    room.buttons.act(room.now_us)
    room.page().say(Sit(1))

    assert [news.lost for news in room.mailbox.take_all() if isinstance(news, SourceChange)] == [True, False]


def test_a_seat_whose_page_is_gone_is_kept_from_others_eyes() -> None:
    room = Room()
    page = room.page("owner")
    page.say(Sit(1))
    room.desk.leave(page.visitor)
    other = room.page("other")
    other.say(Sit(1), Peek(1, True))
    assert other.told("seats")["mine"] == []
    back = room.page("owner")
    back.say(Sit(1))
    assert back.told("seats")["mine"] == [1]


def test_a_seat_whose_page_never_comes_back_is_free_after_a_while() -> None:
    room = Room()
    page = room.page("owner")
    page.say(Sit(1))
    room.desk.leave(page.visitor)
    room.now_us += KEPT_US
    other = room.page("other")
    other.say(Sit(1))
    assert other.told("seats")["mine"] == [1]


@pytest.mark.usefixtures("at_once")
def test_others_are_told_when_a_seat_is_kept_no_longer() -> None:
    room = Room()
    page, other = room.page("owner"), room.page("other")
    page.say(Sit(1))
    room.desk.leave(page.visitor)
    assert other.told("seats")["taken"] == [1]
    room.now_us += KEPT_US
    other.say(Sync(room.now_us, None, None))
    asyncio.run(watched(room))

    assert other.told("seats")["taken"] == []


@pytest.mark.usefixtures("at_once")
def test_who_says_nothing_makes_room() -> None:
    room = Room()
    silent = Page(room.desk.arrive, room.desk)
    room.now_us += SILENT_US + 1
    asyncio.run(watched(room))

    assert silent.parted
    assert room.desk.visitors == 0


# --- bounds ---


def test_who_says_too_much_is_not_listened_to() -> None:
    room = Room()
    page = room.page()
    with pytest.raises(Unacceptable):
        page.say(*[Sit(1)] * (MESSAGES_AT_ONCE + 1))


def test_first_comes_a_hello_and_only_once() -> None:
    room = Room()
    with pytest.raises(Unacceptable):
        Page(room.desk.arrive, room.desk).say(Sit(1))
    with pytest.raises(Unacceptable):
        room.page().say(Hello("again", True))
