"""The dialogue that the guide shows for the displays' test is the one that the program has."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from mindbuzz.config import effective
from mindbuzz.selftest import run
from mindbuzz.selftest.bench import bench_of
from tests.selftest.rig import Rig
from tools.kit.made import HARDWARE

GUIDE = (HARDWARE / "build.md").read_text(encoding="utf-8")
PROMPT = re.compile(r"^\$ mindbuzz selftest --only panels\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TYPED = re.compile(r"^[\d ]*$")


def test_the_guide_shows_the_real_dialogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With three displays and no button yet: whoever tests types where a display is lit."""
    [shown] = PROMPT.findall(GUIDE)
    lines = shown.splitlines()
    answers = [line for line in lines if TYPED.match(line)]
    config = replace(effective(HARDWARE / "config" / "3-seats.toml").config, pin_factory="mock", audit_ms=0)
    rig = Rig(config)
    reader, writer = os.pipe()
    os.write(writer, "".join(f"{answer}\n" for answer in answers).encode())
    os.close(writer)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "STDIN", reader)
    monkeypatch.setattr(run, "bench_of", partial(bench_of, connect=rig.connect))
    told: list[str] = []

    well = run.selftest(config, "panels", Path("mindbuzz-selftest.txt"), told.append)

    os.close(reader)
    assert well
    assert answers
    assert [line for line in lines if not TYPED.match(line)] == told
