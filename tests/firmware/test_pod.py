"""The firmware's parts under real MicroPython, each on its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.firmware.micropython import BOARD, started


@pytest.fixture
def run(need_program: Callable[[str], str]) -> Callable[..., str]:
    """What a script prints that runs on the board."""

    def run(script: str, *folders: str) -> str:
        with started(need_program("micropython"), BOARD / script, folders=folders) as process:
            out, _ = process.communicate()
        assert process.returncode == 0, script
        return out

    return run


@pytest.mark.known_bug(22)
def test_an_edge_in_the_middle_of_any_call_is_told_of_once_and_at_its_time(run: Callable[..., str]) -> None:
    assert int(run("anywhere.py", "lockstep")) > 300


@pytest.mark.known_bug(22)
def test_the_ring_keeps_what_it_must(run: Callable[..., str]) -> None:
    assert run("full.py") == "good\n"


def test_lamps_are_as_bright_as_their_pattern_says(run: Callable[..., str]) -> None:
    assert run("shining.py") == "good\n"


@pytest.mark.known_bug(20)
def test_before_anything_else_0x03_is_made_harmless(run: Callable[..., str]) -> None:
    assert run("starting.py") == "good\n"
