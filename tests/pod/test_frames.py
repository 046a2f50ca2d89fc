"""The console's codec: every frame of the golden file, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mindbuzz.pod.frames import (
    FIELDS,
    LONGEST,
    MOST_MS,
    MOST_NUMBER,
    Edge,
    Frame,
    LampKey,
    LampPattern,
    Lines,
    Query,
    decode,
    encode,
    most_keys,
)
from tests.pod.golden import FLIPPED, FRAMES, LINES


@pytest.mark.parametrize(("line", "frame"), list(zip(LINES, FRAMES, strict=True)), ids=lambda it: str(it)[:24])
def test_reads_and_writes_every_golden_frame(line: bytes, frame: Frame) -> None:
    assert decode(line) == frame
    assert encode(frame) == line + b"\n"
    assert len(encode(frame)) <= LONGEST


def test_every_kind_of_frame_is_among_them() -> None:
    assert {type(frame) for frame in FRAMES} == set(FIELDS)


def test_no_flipped_bit_makes_another_frame() -> None:
    assert len(FLIPPED) > 5000
    assert [(frame, flipped) for frame, flipped in FLIPPED if decode(flipped) not in (None, frame)] == []


@pytest.mark.known_bug(19)
def test_no_flipped_bit_in_a_stream_makes_another_frame() -> None:
    """A flipped line feed joins two lines, a flipped letter may cut one."""
    for frame, flipped in FLIPPED:
        after = Lines().take(b"noise\n" + flipped + b"\n" + encode(Query()))
        assert after in ([Query()], [frame, Query()]), flipped
    for line in LINES:
        for bit in range(8):
            assert Lines().take(line + bytes([ord("\n") ^ 1 << bit]) + encode(Query()))[-1:] == [Query()]


@pytest.mark.known_bug(18)
@given(st.lists(st.sampled_from(LINES)), st.lists(st.integers(1, 70)))
def test_it_is_no_matter_how_bytes_are_cut(lines: list[bytes], sizes: list[int]) -> None:
    stream = b"".join(line + b"\r\n" for line in lines)
    cutting, frames = Lines(), []
    for size in [*sizes, len(stream)]:
        frames += cutting.take(stream[:size])
        stream = stream[size:]
    frames += cutting.take(stream)

    assert frames == [decode(line) for line in lines]


@given(st.binary(max_size=300))
@example(b"$" * 300)
def test_noise_is_no_frame_and_harms_no_later_one(noise: bytes) -> None:
    assert Lines().take(noise + b"\n" + LINES[0] + b"\n")[-1:] == [FRAMES[0]]


@pytest.mark.known_bug(18)
def test_what_came_before_the_beginning_of_a_line_is_dropped() -> None:
    lines = Lines()

    assert lines.take(b"12,1,1,99*ABCD\r\nTraceback (most recent call last):\n>>> $Q*AB24\n") == [Query()]
    assert lines.unreadable == 2


def test_a_line_without_end_is_not_kept() -> None:
    lines = Lines()
    for _ in range(1000):
        lines.take(b"x" * 100)

    assert len(lines._rest) <= LONGEST


@pytest.mark.parametrize(
    "body",
    [
        "X,1", "Q,1", "T", "T,", "T,-1", "T,01", "T,65536", "T,1_0", "T, 1", "E,7F3A,0,1,1,5", "E,7F3A,1,5,1,5",
        "E,7F3A,1,1,2,5", "E,7f3a,1,1,1,5", "E,7F3A,1,1,1", "E,7F3A,1,1,1,5,6", "L,1,0,0,", "L,1,0,0,5",
        "L,1,0,0,0:101;", "L,1,0,0,0:5;6",
    ],
)  # fmt: skip
def test_a_good_checksum_alone_makes_no_frame(body: str) -> None:
    from binascii import crc_hqx

    assert decode(b"$%s*%04X" % (body.encode(), crc_hqx(body.encode(), 0xFFFF))) is None


def test_a_frame_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="longer than 64"):
        encode(LampPattern(1, 0, 0, tuple(LampKey(at_ms, 100, False) for at_ms in range(0, 9000, 1000))))


@given(st.lists(st.builds(LampKey, st.integers(0, 10**9 - 1), st.integers(0, 100), st.booleans()), min_size=1))
def test_as_many_keys_as_are_said_to_fit_do(keys: list[LampKey]) -> None:
    count = most_keys(keys)

    assert 1 <= count <= len(keys)
    encode(LampPattern(4, MOST_MS, MOST_NUMBER, tuple(keys[:count])))


def test_edges_are_what_they_were() -> None:
    assert decode(encode(Edge("7F3A", 1, 1, True, 0))) == Edge("7F3A", 1, 1, True, 0)
