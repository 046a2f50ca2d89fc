"""The firmware's codec under real MicroPython, held against the same frames as the console's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.firmware.micropython import BOARD, started
from tests.pod.golden import FLIPPED, LINES

Codec = Callable[[Sequence[bytes]], list[str]]


@pytest.fixture
def codec(need_program: Callable[[str], str]) -> Codec:
    """What the firmware makes of lines."""

    def run(lines: Sequence[bytes]) -> list[str]:
        with started(need_program("micropython"), BOARD / "codec.py") as process:
            out, _ = process.communicate("".join(f"{line.hex()}\n" for line in lines))
        assert process.returncode == 0
        return out.splitlines()

    return run


def test_reads_and_writes_every_golden_frame(codec: Codec) -> None:
    texts = [line.decode() for line in LINES]

    assert codec(LINES) == [f"{text[1:-5]} {text}" for text in texts]


def test_no_flipped_bit_makes_another_frame(codec: Codec) -> None:
    made = codec([flipped for _, flipped in FLIPPED])

    assert len(made) == len(FLIPPED)
    assert {fields for fields in made if fields != "-"} == set()


def test_garbage_before_a_frame_is_no_matter(codec: Codec) -> None:
    assert codec([b">>> $Q*AB24", b"$T,1$Q*AB24", b"\x03\x04$Q*AB24"]) == ["Q $Q*AB24"] * 3


def test_what_is_no_frame_is_none(codec: Codec) -> None:
    nothing = [
        b"$",
        b"$*",
        b"$Q*",
        b"$Q*ab24",
        b"Q*AB24",
        b"$Q*AB2",
        b"$Q*AB244",
        b"$*FFFF",
        b"Traceback:",
        b"\xff" * 70,
    ]

    assert set(codec(nothing)) == {"-"}
