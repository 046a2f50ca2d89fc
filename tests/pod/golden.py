"""The golden frames: lines, what each says, and each with every single bit flipped."""

from __future__ import annotations

from pathlib import Path

from mindbuzz.pod import frames
from mindbuzz.pod.frames import Frame

GOLDEN = Path(__file__).parent / "frames.txt"

_rows = [row.split(None, 1) for row in GOLDEN.read_text(encoding="ascii").splitlines() if row.startswith("$")]
LINES = tuple(line.encode() for line, _ in _rows)
FRAMES: tuple[Frame, ...] = tuple(eval(said, vars(frames)) for _, said in _rows)
FLIPPED = tuple(
    (frame, line[:place] + bytes([line[place] ^ 1 << bit]) + line[place + 1 :])
    for line, frame in zip(LINES, FRAMES, strict=True)
    for place in range(len(line))
    for bit in range(8)
)
