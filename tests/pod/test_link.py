"""The console's link with the real firmware: what contacts do arrives once, in order, at the right time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from mindbuzz.pod.frames import Hello, Status, decode, encode
from mindbuzz.pod.link import Changed, Happening, Lost, Met
from mindbuzz.pod.pod import Pod
from mindbuzz.pod.port import Item, Received
from mindbuzz.runtime.clock import VirtualClock
from tests.pod.lockstep import LockstepPod, Wire
from tools.pin_table import read_pod_pins

AUDIT_US = 50_000
PINS = read_pod_pins().BUTTONS
START_US = 5_000_000_000
MS = 1_000


@dataclass
class Bench:
    """A console's pod and a board, and a clock for both."""

    program: str
    options: dict[str, object] = field(default_factory=dict)
    audit_us: int = AUDIT_US

    def __post_init__(self) -> None:
        self.clock = VirtualClock(START_US)
        self.board = LockstepPod(self.program, self.clock.now_us, PINS, **self.options)  # type: ignore[arg-type]
        self.pod = Pod(self.board, self.audit_us)
        self.happened: list[Happening] = []

    def run(self, duration_us: int) -> None:
        """Let time pass, from one moment at which anything is due to the next."""
        until_us = self.clock.now_us() + duration_us
        while True:
            now_us = self.clock.now_us()
            self.board.act(now_us)
            while (due_us := self.pod.due_us) is not None and due_us <= now_us:
                self.happened.extend(self.pod.act(now_us))
            dues = [due for due in (self.board.due_us, self.pod.due_us, until_us) if due is not None]
            if now_us >= until_us:
                return
            self.clock.jump_to(max(now_us + 1, min(*dues, until_us)))

    def meet(self) -> None:
        self.run(1_000_000)
        assert isinstance(self.happened.pop(0), Met)
        assert not self.happened

    def edge(self, after_us: int, seat: int, closed: bool) -> None:
        self.board.edge(self.clock.now_us() + after_us, seat, closed)

    @property
    def changes(self) -> list[Changed]:
        return [it for it in self.happened if isinstance(it, Changed)]


Made = Callable[..., Bench]


@pytest.fixture
def bench(need_program: Callable[[str], str]) -> Iterator[Made]:
    made: list[Bench] = []

    def make(audit_us: int = AUDIT_US, **options: object) -> Bench:
        made.append(Bench(need_program("micropython"), options, audit_us))
        return made[-1]

    yield make
    for one in made:
        one.board.close()
        assert one.board.faults == 0, "an interrupt handler raised or allocated"


def test_a_press_arrives_at_its_time(bench: Made) -> None:
    table = bench()
    table.meet()
    at_us = table.clock.now_us() + 10 * MS
    table.edge(10 * MS, 3, True)
    table.edge(90 * MS, 3, False)
    table.run(200 * MS)

    press, release = table.changes
    assert (press.button, press.closed, release.button, release.closed) == (3, True, 3, False)
    assert abs(press.at_us - at_us) <= press.uncertainty_us + 2
    assert press.uncertainty_us < 1_500
    assert not press.made_up


def test_every_turn_feeds_the_watchdog(bench: Made) -> None:
    table = bench()
    table.run(1_000_000)
    fed = table.board.fed
    table.run(100 * MS)

    assert table.board.fed - fed > 30


def test_a_pod_that_speaks_another_protocol_is_not_used(bench: Made) -> None:
    table = bench()
    real = table.board.take

    def otherwise() -> list[Item]:
        said = encode(Hello("7F3A", "2.0.0", 2, "e6614c311b7d8e2a", 4))
        return [replace(it, data=said) if isinstance(it, Received) and it.data[:2] == b"$H" else it for it in real()]

    table.board.take = otherwise  # type: ignore[method-assign]
    table.run(1_000_000)

    assert not table.happened
    assert (
        table.pod.trouble
        == "its firmware 2.0.0 speaks protocol 2, not 1; put the right one on with: mindbuzz pod flash"
    )


def test_a_held_button_at_the_start_is_told_of_and_pressed_by_nobody(bench: Made) -> None:
    table = bench()
    table.edge(1, 2, True)
    table.run(1_000_000)

    assert [it.closed for it in table.happened if isinstance(it, Met)] == [frozenset({2})]
    assert not table.changes


def test_a_pod_that_says_nothing_is_lost_and_met_again(bench: Made) -> None:
    table = bench()
    table.meet()
    table.edge(0, 1, True)
    table.run(100 * MS)
    up, table.board.up = table.board.up, Wire(dropped=1)
    table.run(850 * MS)
    lost = table.happened[-1]
    assert isinstance(lost, Lost)
    assert lost.reason == "says nothing for 600 ms"
    assert table.pod.certain_us is None

    table.edge(0, 1, False)
    table.edge(2 * MS, 4, True)
    table.run(100 * MS)
    table.board.up = up
    table.run(500 * MS)
    assert table.happened[-1] == Met(table.happened[-1].at_us, frozenset({4})), (
        "what happened meanwhile is not invented"
    )


@pytest.mark.known_bug(17)
def test_a_pod_that_starts_anew_is_another_one(bench: Made) -> None:
    table = bench()
    table.meet()
    table.board.reboot()
    table.run(1_000_000)

    lost, met = table.happened
    assert isinstance(lost, Lost)
    assert lost.reason == "has started anew"
    assert isinstance(met, Met)


def test_the_cable_out_and_in_again(bench: Made) -> None:
    table = bench()
    table.meet()
    table.board.unplug()
    table.run(100 * MS)
    [lost] = table.happened
    assert isinstance(lost, Lost)
    assert table.pod.trouble == "it was unplugged"
    table.board.plug_in()
    table.run(500 * MS)

    assert isinstance(table.happened[-1], Met)
    assert table.pod.trouble is None


def test_nothing_later_is_certain_while_an_edge_is_missing(bench: Made) -> None:
    table = bench()
    table.meet()
    at_us = table.clock.now_us() + 5 * MS
    table.edge(5 * MS, 1, True)
    table.run(5 * MS)
    table.board.up = DroppingEdges()
    table.run(80 * MS)
    assert not table.changes
    assert table.pod.certain_us is not None
    assert table.pod.certain_us <= at_us
    table.board.up = Wire()
    table.run(60 * MS)

    assert [change.button for change in table.changes] == [1]
    assert table.pod.certain_us > at_us


def test_whoever_waits_knows_soon_and_while_nobody_does_the_line_is_quiet(bench: Made) -> None:
    table = bench()
    table.meet()
    said: list[bytes] = []
    send = table.board.send

    def heard(line: bytes) -> None:
        said.append(line)
        send(line)

    table.board.send = heard  # type: ignore[method-assign]
    for _ in range(20):
        table.run(37 * MS)
        asked_us = table.clock.now_us()
        table.pod.wake_when_known()
        table.run(20 * MS)
        assert table.pod.certain_us is not None
        assert table.pod.certain_us > asked_us - 5 * MS
    said.clear()
    table.run(2_000 * MS)
    assert len(said) <= 6


def test_a_line_that_fits_only_in_part_goes_on_where_it_stopped(bench: Made) -> None:
    table = bench()
    table.meet()
    table.board.room = 7
    taps = [(button, closed) for button in (1, 2, 3) for closed in (True, False)]
    for number, (button, closed) in enumerate(taps):
        table.edge((1 + number * 20) * MS, button, closed)
    table.run(500 * MS)

    assert [(it.button, it.closed) for it in table.changes] == taps
    assert table.pod.unreadable == (0, 0)


def showing(table: Bench, closed: int, times: int) -> Callable[[], bool]:
    """The next statuses show these contacts closed, whatever the edges said. Answers what tells whether they came."""
    left, take = times, table.board.take

    def shown(item: Item) -> Item:
        nonlocal left
        if not isinstance(item, Received) or left == 0:
            return item
        status = decode(item.data)
        if not isinstance(status, Status):
            return item
        left -= 1
        return replace(item, data=encode(replace(status, closed=closed)))

    table.board.take = lambda: [shown(item) for item in take()]  # type: ignore[method-assign]
    return lambda: left == 0


def test_one_look_at_contacts_that_is_ahead_of_their_edges_makes_nothing_up(bench: Made) -> None:
    """A status is read contact by contact; what changes meanwhile is told of in a moment."""
    table = bench()
    table.meet()
    showing(table, 0b10, times=1)
    table.run(1_000 * MS)

    assert not table.changes


def test_disagreements_about_different_edges_make_nothing_up(bench: Made) -> None:
    """A status is ahead of a press, the next ones of its release: none of these edges is lost."""
    table = bench()
    table.meet()
    ahead_of_press = showing(table, 0b10, times=1)
    while not ahead_of_press():
        table.run(MS)
    table.edge(0, 2, True)
    ahead_of_release = showing(table, 0b00, times=2)
    while not ahead_of_release():
        table.run(MS)
    table.run(10 * MS)
    table.edge(0, 2, False)
    table.run(500 * MS)

    assert [(it.closed, it.made_up) for it in table.changes] == [(True, False), (False, False)]


def test_contacts_that_go_on_disagreeing_with_their_edges_are_believed(bench: Made) -> None:
    table = bench()
    table.meet()
    showing(table, 0b10, times=1000)
    before_us = table.clock.now_us()
    table.run(600 * MS)

    [made_up] = table.changes
    assert (made_up.button, made_up.closed, made_up.made_up) == (2, True, True)
    assert before_us <= made_up.at_us <= before_us + 400 * MS
    assert made_up.uncertainty_us >= AUDIT_US


class DroppingEdges(Wire):
    """Only edges get lost on it."""

    def carried(self, data: bytes, sent_us: int) -> list[tuple[int, bytes]]:
        lines = [line for line in data.splitlines(keepends=True) if not line.startswith(b"$E")]
        return super().carried(b"".join(lines), sent_us)


def test_edges_for_which_there_was_no_room_are_made_up_by_level(bench: Made) -> None:
    """The console reads nothing while one contact bounces without end; then another button is pressed."""
    table = bench()
    table.meet()
    table.board.room = 0
    for number in range(701):
        table.edge(number * 100, 1, number % 2 == 0)
    table.edge(90 * MS, 4, True)
    table.run(120 * MS)
    table.board.room = 256
    table.run(400 * MS)

    *arrived, pressed, made_up = table.changes
    assert len(arrived) == 224, "all but the places that are kept for the first edges of bursts"
    assert (pressed.button, pressed.closed, pressed.made_up) == (4, True, False)
    assert (made_up.button, made_up.closed, made_up.made_up) == (1, True, True)
    assert made_up.uncertainty_us >= AUDIT_US
    times = [it.at_us for it in table.changes]
    assert times == sorted(times)


def test_without_audit_nothing_is_made_up(bench: Made) -> None:
    table = bench(audit_us=0)
    table.meet()
    table.board.room = 0
    for number in range(701):
        table.edge(number * 100, 1, number % 2 == 0)
    table.run(100 * MS)
    table.board.room = 256
    table.run(400 * MS)

    assert not [it for it in table.changes if it.made_up]


def test_silence_is_not_believed_by_whoever_comes_late_himself(bench: Made) -> None:
    """The console was held up, and what the pod said meanwhile is not read yet."""
    table = bench()
    table.meet()
    table.clock.jump_to(table.clock.now_us() + 700 * MS)
    table.happened.extend(table.pod.act(table.clock.now_us()))
    table.run(300 * MS)

    assert not table.happened


# --- everything at once ---

FAULTS = {"dropped": 0.02, "flipped": 0.02, "split": 0.2, "noise": 0.02}
EDGES = 10_000
REBOOT_EVERY = 2_500


def random_edges(random: Random, count: int) -> Iterator[tuple[int, int, bool]]:
    """(microseconds after the last one, button, closed): bursts of bouncing contacts, with pauses between."""
    closed = dict.fromkeys(PINS, False)
    while count:
        button, after_us = random.choice(list(PINS)), random.choice([400, 3_000, 20_000])
        for _ in range(min(count, random.choice([1, 1, 3, 9]))):
            closed[button] = not closed[button]
            yield random.randrange(1, after_us), button, closed[button]
            after_us, count = 500, count - 1


@pytest.mark.known_bug(16)
@pytest.mark.slow
def test_ten_thousand_edges_arrive_once_each_in_order_at_their_times(bench: Made) -> None:
    """Through wrapping ticks, resending and restarts; what a restart takes is what had not arrived before it."""
    random = Random(7)
    table = bench(
        audit_us=0,
        up=Wire(random, delay_us=(0, 5_000), **FAULTS),
        down=Wire(random, delay_us=(0, 5_000), **FAULTS),
        skew_ppm=60,
        ticks_at_start=(1 << 30) - 3_000_000,
    )
    edges = random_edges(random, EDGES)
    arrived = 0
    for _ in range(EDGES // REBOOT_EVERY):
        table.run(2_000_000)
        assert table.pod.met
        table.happened.clear()
        truth = drive(table, [next(edges) for _ in range(REBOOT_EVERY)])
        at_rest = random.random() < 0.5
        table.run(300 * MS if at_rest else 0)
        arrived += check(table, truth, at_rest)
        table.board.reboot()
    assert arrived > EDGES * 0.98


def drive(table: Bench, edges: list[tuple[int, int, bool]]) -> list[tuple[int, int, bool]]:
    """Let these edges happen; what happened when."""
    truth, at_us = [], table.clock.now_us()
    for after_us, button, closed in edges:
        at_us += after_us
        truth.append((at_us, button, closed))
        table.board.edge(at_us, button, closed)
    table.run(at_us - table.clock.now_us())
    return truth


def check(table: Bench, truth: list[tuple[int, int, bool]], complete: bool) -> int:
    """Once each, in order, each within its own uncertainty; how many came. Nothing was lost, but the pod perhaps."""
    changes = table.changes
    assert not [it for it in table.happened if isinstance(it, Lost)]
    assert [(it.button, it.closed) for it in changes] == [
        (button, closed) for _, button, closed in truth[: len(changes)]
    ]
    assert len(changes) == len(truth) or not complete
    for change, (at_us, _, _) in zip(changes, truth, strict=False):
        assert abs(change.at_us - at_us) <= change.uncertainty_us + 2
    times = [it.at_us for it in changes]
    assert times == sorted(set(times))
    return len(changes)
