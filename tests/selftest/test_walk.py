"""The walk itself: on the console's own screens, in the right order, stopped or skipped at will, dark in the end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from mindbuzz.outputs.oled.health import State
from mindbuzz.outputs.oled.wiring import I2c
from mindbuzz.runtime.clock import VirtualClock
from mindbuzz.screens.texts import texts_of
from mindbuzz.selftest.bench import bench_of
from mindbuzz.selftest.notes import Notes, Places
from mindbuzz.selftest.pictures import Pictures
from mindbuzz.selftest.plan import AllDark, Group, HandsOff, Light, Listen, Look, Press, Probe, Step
from mindbuzz.selftest.report import is_well, report_lines
from mindbuzz.selftest.verdict import Fault, verdict
from mindbuzz.selftest.walk import Said, Stopped, Walk, Word
from mindbuzz.selftest.wire import PIEZO
from mindbuzz.selftest.words import told
from tests.selftest.faults import DECIDABLE, display_before_mux
from tests.selftest.rig import START_US, Maker, Rig, walked, wired


@dataclass
class Watching(Maker):
    """A person who also looks at the displays when a step begins to be acted on."""

    lit: dict[Step, Places] = field(default_factory=dict)

    def wait(self, until_us: int) -> Said | None:
        if self.steps[-1] not in self.lit:
            self.lit[self.steps[-1]] = self.rig.lit_displays()
        return super().wait(until_us)


def test_the_displays_say_what_to_do_and_are_lit_one_by_one_when_they_are_looked_at() -> None:
    rig, clock = Rig(), VirtualClock(START_US)
    bench = bench_of(rig.config, clock, lambda line: None, rig.connect)
    rig.rest(bench)
    maker = Watching(rig, bench, clock)
    Walk(rig.plan, bench, maker, Pictures(rig.plan, texts_of("de"))).run()

    everywhere = frozenset(rig.plan.displays)
    assert {maker.lit[step] for step in maker.lit if isinstance(step, Light)} == {everywhere}
    assert maker.lit[HandsOff()] == maker.lit[Press(2)] == everywhere
    assert [maker.lit[Look(at)] for at in rig.plan.displays.values()] == [{place} for place in rig.plan.displays]

    bench.close()
    assert rig.lit_displays() == frozenset()


def test_steps_come_in_the_order_in_which_one_serves_the_next() -> None:
    _, _, maker = walked(Rig())
    kinds = [type(step).__name__ for step in maker.steps]

    assert list(dict.fromkeys(kinds)) == ["HandsOff", "Press", "AllDark", "Light", "Probe", "Look"]


def test_a_display_that_hears_everything_is_the_only_one_that_is_named() -> None:
    rig = Rig()
    display_before_mux(2).inject(rig)
    findings, notes, _ = walked(rig)

    assert [(finding.fault, finding.wires[0].place) for finding in findings] == [(Fault.BEFORE_MUX, 2)]
    assert notes.answers is not None
    assert all(health.state is State.OK for at, health in notes.answers.items() if at in rig.plan.displays.values())


def test_other_places_are_looked_at_only_where_a_display_is_missed() -> None:
    rig = Rig()
    DECIDABLE["wrong channel, seat 1"].inject(rig)
    _, _, maker = walked(rig)

    assert len([step for step in maker.steps if isinstance(step, Look)]) == 5
    assert Probe() in maker.steps


class Plugging(Maker):
    """A person who notices before the displays' turn that a plug hangs loose."""

    spare: I2c

    def ask(self, step: Step, fingers: Places) -> None:
        if isinstance(step, AllDark):
            self.rig.plugged[1] = self.spare
        super().ask(step, fingers)


def test_a_display_that_is_plugged_in_on_the_way_is_tested_as_if_it_had_always_been_there() -> None:
    rig, clock = Rig(), VirtualClock(START_US)
    bench = bench_of(rig.config, clock, lambda line: None, rig.connect)
    rig.rest(bench)
    maker = Plugging(rig, bench, clock)
    maker.spare = rig.plugged.pop(1)
    notes = Walk(rig.plan, bench, maker, Pictures(rig.plan, texts_of("en"))).run()
    bench.close()

    assert verdict(rig.plan, notes, rig.config.settings) == ()


@pytest.mark.parametrize("types", [False, True], ids=["presses", "types"])
@pytest.mark.parametrize("groups", [frozenset(Group), frozenset({Group.SOUND})], ids=["everything", "sound alone"])
def test_a_piezo_that_is_heard_is_well(groups: frozenset[Group], types: bool) -> None:
    findings, notes, maker = walked(Rig(wired(sound_pin=12)), groups, types=types)

    assert findings == ()
    assert notes.heard[PIEZO]
    assert maker.steps[-1] == Listen(PIEZO)


def test_a_silent_piezo_is_named_with_its_wire() -> None:
    rig = Rig(wired(sound_pin=12), mute=True)
    [finding], _, _ = walked(rig)

    assert finding.fault is Fault.SILENT
    assert told(finding, rig.config).endswith(
        "piezo: GPIO12, header pin 32, terminal JS.1, violet lead (ground is JS.2, black)"
    )


def test_without_a_piezo_nobody_is_asked_to_listen() -> None:
    _, notes, maker = walked(Rig())

    assert notes.heard == {}
    assert not [step for step in maker.steps if isinstance(step, Listen)]


@dataclass
class Hearing(Maker):
    """A person who hears out all notes and says nothing."""

    heard: list[float] = field(default_factory=list)

    def _listen(self, fingers: Places) -> Said | None:
        return None

    def wait(self, until_us: int) -> Said | None:
        said = super().wait(until_us)
        hertz = self.rig.hertz(self.bench)
        if not self.heard or self.heard[-1] != hertz:
            self.heard.append(hertz)
        return said


def test_the_notes_go_up_again_and_again_and_end_with_the_step() -> None:
    rig, clock = Rig(wired(sound_pin=12)), VirtualClock(START_US)
    bench = bench_of(rig.config, clock, lambda line: None, rig.connect)
    rig.rest(bench)
    plan = replace(rig.plan, groups=frozenset({Group.SOUND}))
    maker = Hearing(rig, bench, clock)
    notes = Walk(plan, bench, maker, Pictures(plan, texts_of("en"))).run()

    heard = [hertz for hertz in maker.heard if hertz]
    assert heard[0] < heard[1] < heard[2]
    assert heard[:3] == heard[3:6]
    assert len(heard) >= 30
    assert rig.hertz(bench) == 0
    assert notes.heard[PIEZO] == frozenset()
    bench.close()


class Skipping(Maker):
    """A person who skips whatever is asked."""

    def wait(self, until_us: int) -> Said | None:
        super().wait(until_us)
        return None if isinstance(self.steps[-1], HandsOff) else Word.SKIP


def test_what_is_skipped_is_said_and_is_no_fault() -> None:
    rig, clock = Rig(), VirtualClock(START_US)
    bench = bench_of(rig.config, clock, lambda line: None, rig.connect)
    rig.rest(bench)
    notes = Walk(rig.plan, bench, Skipping(rig, bench, clock), Pictures(rig.plan, texts_of("en"))).run()
    bench.close()
    findings = verdict(rig.plan, notes, rig.config.settings)

    assert {finding.fault for finding in findings} == {Fault.SKIPPED}
    assert len(findings) == 5 + 4 + 5
    assert is_well(findings)


@pytest.mark.parametrize("stops_at", [0, 3, 8, 12])
def test_a_walk_can_be_stopped_and_everything_is_dark_then(stops_at: int) -> None:
    rig = Rig()
    with pytest.raises(Stopped):
        walked(rig, stops_at=stops_at)

    assert rig.lit_displays() == frozenset()


def test_the_report_has_a_row_for_every_wire() -> None:
    rig = Rig()
    DECIDABLE["open button, seat 2"].inject(rig)
    findings, _, _ = walked(rig)
    lines = list(report_lines(rig.plan, Notes(), findings, rig.config, "2026-01-01", whole=True))

    assert sum(line.startswith("ok ") for line in lines) == 13
    [faulty] = [line for line in lines if line.startswith("gives no sign")]
    assert faulty.split("  ")[-1].startswith("button, seat 2")
    stopped = "\n".join(report_lines(rig.plan, Notes(), (), rig.config, "2026-01-01", whole=False))
    assert "STOPPED" in stopped
    assert "everything is wired" not in stopped
    assert "\nok " not in stopped
