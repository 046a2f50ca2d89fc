"""Seats in browsers: sitting down, pressing, vanishing, sharing."""

from __future__ import annotations

from mindbuzz.contacts.contact import Contact
from mindbuzz.inputs.browser import GONE_AFTER_US, MOST_UNCERTAIN_US, BrowserButtons
from mindbuzz.inputs.source import Mailbox, News, SourceChange


class Bench:
    def __init__(self) -> None:
        self.mailbox = Mailbox()
        self.buttons = BrowserButtons((1, 2), self.mailbox)

    def news(self) -> list[News]:
        return self.mailbox.take_all()


def test_a_seat_is_down_while_any_browser_holds_it() -> None:
    bench = Bench()
    for who in "ab":
        bench.buttons.sit(1, who, 0)
    bench.buttons.touch(1, "a", True, 100, 5)
    bench.buttons.touch(1, "b", True, 200, 5)
    bench.buttons.touch(1, "a", False, 300, 5)

    assert bench.buttons.closed() == {1}
    bench.buttons.touch(1, "b", False, 400, 7)
    assert bench.news() == [Contact(100, 1, True, 5), Contact(400, 1, False, 7)]
    assert not bench.buttons.closed()


def test_a_repeated_touch_changes_nothing() -> None:
    bench = Bench()
    bench.buttons.sit(1, "a", 0)
    for at_us in (10, 20, 30):
        bench.buttons.touch(1, "a", True, at_us, 0)

    assert bench.news() == [Contact(10, 1, True, 0)]


def test_whoever_does_not_sit_there_presses_nothing() -> None:
    bench = Bench()
    bench.buttons.sit(2, "a", 0)
    bench.buttons.touch(1, "a", True, 10, 0)

    assert bench.news() == []


def test_uncertainty_is_bounded_and_a_button_never_runs_back() -> None:
    bench = Bench()
    bench.buttons.sit(1, "a", 0)
    bench.buttons.touch(1, "a", True, 500, 10**9)
    bench.buttons.touch(1, "a", False, 400, 0)

    assert bench.news() == [Contact(500, 1, True, MOST_UNCERTAIN_US), Contact(501, 1, False, 0)]


def test_a_browser_that_vanishes_lets_go_and_is_missed_after_a_while() -> None:
    bench = Bench()
    bench.buttons.sit(1, "a", 0)
    bench.buttons.touch(1, "a", True, 10, 0)
    bench.buttons.rise(1, "a", 1_000)

    assert bench.news() == [Contact(10, 1, True, 0), Contact(1_000, 1, False, 0)]
    assert bench.buttons.due_us == 1_000 + GONE_AFTER_US
    bench.buttons.act(1_000 + GONE_AFTER_US - 1)
    assert bench.news() == []
    bench.buttons.act(1_000 + GONE_AFTER_US)
    assert bench.news() == [SourceChange(1_000 + GONE_AFTER_US, "browser", (1,), lost=True)]
    bench.buttons.act(8_000_000)
    assert bench.news() == []
    bench.buttons.sit(1, "b", 9_000_000)
    assert bench.news() == [SourceChange(9_000_000, "browser", (1,), lost=False)]
    assert bench.buttons.due_us is None


def test_a_seat_that_is_left_once_more_is_missed_once_more() -> None:
    bench = Bench()
    for now_us in (0, 100_000_000):
        bench.buttons.sit(1, "a", now_us)
        bench.buttons.rise(1, "a", now_us + 1)
        bench.buttons.act(now_us + 1 + GONE_AFTER_US)
    bench.buttons.sit(1, "b", 200_000_000)
    bench.buttons.sit(1, "c", 200_000_001)

    assert [news.lost for news in bench.news() if isinstance(news, SourceChange)] == [True, False, True, False]


def test_the_loop_is_woken_to_see_when_a_seat_that_was_left_is_lost() -> None:
    bench = Bench()
    woken: list[int | None] = []
    bench.buttons.sit(1, "a", 0)
    bench.mailbox.wake = lambda: woken.append(bench.buttons.due_us)
    bench.buttons.rise(1, "a", 1_000)

    assert woken == [1_000 + GONE_AFTER_US]


def test_one_that_is_back_in_time_was_never_missed() -> None:
    bench = Bench()
    bench.buttons.sit(1, "a", 0)
    bench.buttons.rise(1, "a", 1_000)
    bench.buttons.sit(1, "a", 500_000)
    bench.buttons.act(10**9)

    assert bench.news() == []


def test_a_seat_that_somebody_else_still_sits_at_is_not_missed() -> None:
    bench = Bench()
    bench.buttons.sit(1, "a", 0)
    bench.buttons.sit(1, "b", 0)
    bench.buttons.rise(1, "a", 1_000)

    assert bench.buttons.due_us is None
