"""Our lines in the firmware's config.txt: there once, gone without a trace, and nothing else touched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.appliance import configuration
from mindbuzz.appliance.boot import LINES, FirmwareLines, needed_lines, with_block, without_block
from tools.project_files import ROOT

TEXT = "# For more options see the documentation\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n"
files = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"))
)


OURS = [line for key, line in LINES.items() if key != "spi"]


@given(files.map("\n".join), st.booleans())
def test_lines_that_came_go_again_whatever_else_is_there(text: str, ends: bool) -> None:
    text += "\n" if ends and text else ""
    once = with_block(text, OURS)

    assert with_block(once, OURS) == once
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
    assert re.search(r"\[all\]\ndt", with_block(TEXT, OURS))


@given(st.lists(st.sampled_from([*OURS, "dtparam=i2c_arm=on", "[all]", "[pi4]", "# a word", ""])))
def test_a_line_that_somebody_wrote_for_all_models_is_not_said_again(chosen: list[str]) -> None:
    text = "".join(f"{line}\n" for line in chosen)
    done = with_block(text, OURS)

    holds, for_all = True, []
    for line in done.splitlines():
        holds = line == "[all]" if line.startswith("[") else holds
        for_all += [line] if holds else []
    holds, written = True, []
    for line in chosen:
        holds = line == "[all]" if line.startswith("[") else holds
        written += [line] if holds else []
    assert all(for_all.count(line) == max(1, written.count(line)) for line in OURS)
    assert with_block(done, OURS) == done
    assert without_block(done) == text


def test_the_configuration_that_comes_after_first_light_s_adds_what_it_needs() -> None:
    """And says only that; the other way round it goes again."""
    first = with_block(TEXT, [LINES[None]])

    assert LINES["mux"] not in first
    assert with_block(first, OURS) == with_block(TEXT, OURS)
    assert with_block(with_block(TEXT, OURS), [LINES[None]]) == first


def test_what_somebody_wrote_below_our_lines_stays_below_them() -> None:
    below = "dtoverlay=gpio-shutdown,gpio_pin=17\n"

    assert with_block(with_block(TEXT, [LINES[None]]) + below, OURS) == with_block(TEXT, OURS) + below


def test_the_step_names_only_what_it_adds(tmp_path: Path) -> None:
    file = tmp_path / "config.txt"
    file.write_text(with_block(TEXT, [LINES[None]]))

    assert FirmwareLines(file).lacks() == [f"add to {file}: {LINES['mux']}"]


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

    assert needed_lines() == [line for key, line in LINES.items() if key in keys]


def test_the_kit_s_own_config_txt_has_the_same_lines() -> None:
    kit = (ROOT / "hardware" / "config" / "config.txt").read_text(encoding="utf-8").splitlines()

    assert {LINES[None], LINES["mux"]} <= set(kit)
