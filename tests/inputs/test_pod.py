"""The pod's buttons as a source: what is told of them, and to whom."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.inputs.pod import COMES_WITHIN_US, PodButtons
from mindbuzz.inputs.source import Mailbox, News, Recorded, SourceChange
from mindbuzz.pod.flash import firmware_version
from mindbuzz.pod.frames import Hello
from mindbuzz.pod.link import Changed, Happening, Lost, Met

OURS = firmware_version()


@dataclass
class Told:
    """A pod of which happens what is put into it."""

    happenings: list[Happening] = field(default_factory=list)
    hello: Hello | None = None
    trouble: str | None = "it is plugged in but does not answer"
    due_us: int | None = None
    certain_us: int | None = None
    without_room: int = 0
    closed: bool = False

    def act(self, now_us: int) -> list[Happening]:
        happened, self.happenings = self.happenings, []
        return happened

    def close(self) -> None:
        self.closed = True


class Bench:
    def __init__(self, wires: dict[int, int], alone: bool = False) -> None:
        self.pod, self.mailbox, self.said = Told(), Mailbox(), list[str]()
        self.buttons = PodButtons(
            wires,
            self.pod,  # type: ignore[arg-type]
            self.mailbox,
            uncertainty_us=100,
            alone=alone,
            now_us=0,
            say=self.said.append,
        )

    def news(self, *happenings: Happening, now_us: int = 1) -> list[News]:
        self.pod.happenings.extend(happenings)
        self.buttons.act(now_us)
        news = self.mailbox.take_all()
        # Two contacts are equal whatever told of them; the journal keeps it.
        assert [told.source for told in news if isinstance(told, Recorded)] == ["pod"] * len(news)
        return news


@pytest.fixture
def bench() -> Bench:
    return Bench({3: 1, 4: 2})


def test_buttons_are_told_by_their_seats(bench: Bench) -> None:
    assert bench.news(Changed(50, 2, True, 40)) == [Contact(50, 4, True, 140)]
    assert bench.buttons.closed() == {4}
    assert bench.news(Changed(60, 2, False, 40), Changed(70, 3, True, 40)) == [Contact(60, 4, False, 140)]
    assert not bench.buttons.closed()


def test_alone_its_clock_is_the_only_one_but_what_was_made_up_is_uncertain() -> None:
    bench = Bench({1: 1, 2: 2}, alone=True)

    assert bench.news(Changed(50, 1, True, 900)) == [Contact(50, 1, True, 100)]
    assert bench.news(Changed(90, 1, False, 60_000, made_up=True)) == [Contact(90, 1, False, 60_100, made_up=True)]


def test_lost_and_met_again_what_was_let_go_is_open_and_what_was_pressed_is_no_press(bench: Bench) -> None:
    bench.news(Changed(50, 1, True, 0))
    assert bench.news(Lost(60, "it was unplugged")) == [SourceChange(60, "pod", (3, 4), lost=True)]
    assert bench.news(Met(90, frozenset({2}))) == [
        Contact(90, 3, False, 100, made_up=True),
        SourceChange(90, "pod", (3, 4), lost=False, closed=(4,)),
    ]
    assert bench.buttons.closed() == {4}
    assert bench.said[0] == "pod: it was unplugged"


def test_a_pod_that_never_comes_is_missed_after_a_while_and_why_is_said(bench: Bench) -> None:
    assert bench.buttons.due_us == COMES_WITHIN_US
    assert bench.news(now_us=COMES_WITHIN_US - 1) == []
    assert bench.news(now_us=COMES_WITHIN_US) == [SourceChange(COMES_WITHIN_US, "pod", (3, 4), lost=True)]
    assert bench.said == ["pod: it is plugged in but does not answer"]
    assert bench.buttons.due_us is None


def test_a_pod_that_comes_in_time_was_never_missed(bench: Bench) -> None:
    bench.news(Met(5, frozenset()))

    assert bench.news(now_us=10 * COMES_WITHIN_US) == []


def test_another_firmware_is_said_with_the_remedy(bench: Bench) -> None:
    bench.pod.hello = Hello("7F3A", "0.9.0", 1, "e661", 4)
    bench.news(Met(5, frozenset()))
    bench.pod.hello = Hello("7F3A", OURS, 1, "e661", 4)
    bench.news(Met(6, frozenset()))

    assert bench.said == [
        "pod: e661 is here, firmware 0.9.0",
        f"pod: its firmware is 0.9.0, that of this console is {OURS}; put it on with: mindbuzz pod flash",
        f"pod: e661 is here, firmware {OURS}",
    ]


def test_edges_without_room_are_said_once(bench: Bench) -> None:
    bench.pod.without_room = 3
    bench.news()
    bench.news()

    assert bench.said == ["pod: it had no room for 3 edges since its start"]


def test_a_pod_with_lamps_only_stops_no_game() -> None:
    assert Bench({}).news(Met(5, frozenset()), Lost(6, "gone")) == []


def test_it_lets_go_of_the_pod(bench: Bench) -> None:
    bench.buttons.close()

    assert bench.pod.closed
