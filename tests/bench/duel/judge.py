"""Who was heard first, what was missed, what was made up: an account held against what the fingers did."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from tests.bench.duel.heard import HOLD_US, Account, Heard
from tests.bench.duel.trace import PERIOD_US, Finger, Trace

LINE_US = 15_000  # so close to the line between a tap and a hold, either is right


@dataclass
class Verdict:
    """Counts over a trace; `presses` and `duels` are what there was."""

    duels: int = 0
    presses: int = 0
    wrong_first: int = 0
    missed: int = 0
    extra: int = 0
    long_presses: int = 0
    confused: int = 0
    stamp_errors_us: list[float] = field(default_factory=list)
    delays_us: list[float] = field(default_factory=list)  # from the lifted finger to the word "tap"
    cpu_s: float = 0.0
    edges: int = 0


def judged(trace: Trace, account: Account) -> Verdict:
    """The verdict on one account of one trace."""
    verdict = Verdict(cpu_s=account.cpu_s, edges=len(trace.edges))
    by_duel = _by_duel(account.heard)
    for number, fingers in enumerate(trace.duels):
        _judge_duel(verdict, fingers, by_duel[number])
    return verdict


def _by_duel(heard: list[Heard]) -> dict[int, list[Heard]]:
    by_duel: dict[int, list[Heard]] = defaultdict(list)
    for one in heard:
        by_duel[(one.at_us - _HALF_US) // PERIOD_US].append(one)
    return by_duel


_HALF_US = 500_000  # a duel begins a second after the start of its period at the earliest


def _judge_duel(verdict: Verdict, fingers: tuple[Finger, ...], heard: list[Heard]) -> None:
    verdict.presses += len(fingers)
    if len(fingers) > 1:
        verdict.duels += 1
        first = min(heard, key=lambda one: one.at_us, default=None)
        verdict.wrong_first += first is not None and first.button != fingers[0].button
    for finger in fingers:
        mine = [one for one in heard if one.button == finger.button]
        _judge_finger(verdict, finger, mine)
    strangers = {one.button for one in heard} - {finger.button for finger in fingers}
    verdict.extra += sum(one.button in strangers for one in heard)


def _judge_finger(verdict: Verdict, finger: Finger, mine: list[Heard]) -> None:
    verdict.missed += not mine
    verdict.extra += max(0, len(mine) - 1)
    if not mine:
        return
    verdict.stamp_errors_us.append(abs(mine[0].at_us - finger.at_us))
    held_us = finger.lifted_us - finger.at_us
    if held_us < HOLD_US and not mine[0].held:
        verdict.delays_us.append(mine[0].told_us - finger.lifted_us)
    if abs(held_us - HOLD_US) > LINE_US and held_us > HOLD_US / 2:
        verdict.long_presses += 1
        verdict.confused += any(one.held is not (held_us > HOLD_US) for one in mine)
