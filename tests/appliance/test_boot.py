"""Our lines in the firmware's config.txt: there once, gone without a trace, and nothing else touched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.appliance import configuration
from mindbuzz.appliance.boot import LINES, FirmwareLines, block, with_block, without_block
from tools.project_files import ROOT

TEXT = "# For more options see the documentation\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n"
lines = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"))
)


@given(lines.map("\n".join), st.booleans())
def test_lines_that_came_go_again_whatever_else_is_there(text: str, ends: bool) -> None:
    text += "\n" if ends and text else ""
    once = with_block(text, block())

    assert with_block(once, block()) == once
    assert without_block(once) == (text if not text or text.endswith("\n") else f"{text}\n")
    assert once.startswith(text)


def test_the_step_keeps_what_was_there_before_and_is_done_once(tmp_path: Path) -> None:
    file = tmp_path / "config.txt"
    file.write_text(TEXT)
    step = FirmwareLines(file)
    assert len(step.lacks()) == 1
    assert step.traces() == []

    step.do()
    done = file.read_text()
    assert (tmp_path / "config.txt.before-mindbuzz").read_text() == TEXT
    assert done.startswith(TEXT)
    assert step.lacks() == []
    step.do()
    assert file.read_text() == done

    step.undo()
    assert file.read_text() == TEXT
    assert step.traces() == []
    step.do()
    assert (tmp_path / "config.txt.before-mindbuzz").read_text() == TEXT


def test_the_lines_hold_for_every_model_whatever_section_the_file_ends_in() -> None:
    assert re.search(r"\[all\]\ndt", with_block(TEXT, block()))


@pytest.mark.parametrize(
    ("configuration_text", "keys"),
    [
        ("", {None, "mux"}),
        ('language = "de"\n', {None, "mux"}),
        ("[seats.1]\nbutton = 5\ndisplay = { bus = 1 }\n[seats.2]\nbutton = 6\n", {None}),
        ("[seats.1]\nbutton = 5\ndisplay = { spi = { dc_pin = 19, reset_pin = 20 } }\n", {None, "spi"}),
        ("no TOML at all", {None, "mux"}),
    ],
)
def test_only_what_the_configuration_uses_is_switched_on(
    configuration_text: str, keys: set[str | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_text(configuration_text)
    monkeypatch.setattr(configuration, "CONFIG", file)

    assert [line for line in block().splitlines() if line.startswith("dt")] == [
        line for key, line in LINES.items() if key in keys
    ]


def test_the_kit_s_own_config_txt_has_the_same_lines() -> None:
    kit = (ROOT / "hardware" / "config" / "config.txt").read_text(encoding="utf-8").splitlines()

    assert {LINES[None], LINES["mux"]} <= set(kit)
