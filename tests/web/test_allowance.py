"""How much a browser may say."""

from __future__ import annotations

from mindbuzz.web.allowance import Allowance


def test_a_burst_is_fine_and_then_so_many_a_second() -> None:
    allowance = Allowance(5, per_second=10)

    assert [allowance.spend(0) for _ in range(6)] == [True] * 5 + [False]
    assert [allowance.spend(100_000 * turn) for turn in range(1, 6)] == [True] * 5


def test_silence_saves_no_more_than_a_burst() -> None:
    allowance = Allowance(3, per_second=10)
    allowance.spend(0)

    assert [allowance.spend(10**9) for _ in range(4)] == [True] * 3 + [False]


def test_time_that_stands_still_gives_nothing() -> None:
    allowance = Allowance(1, per_second=1000)
    allowance.spend(50)

    assert not allowance.spend(50)
    assert not allowance.spend(20)
