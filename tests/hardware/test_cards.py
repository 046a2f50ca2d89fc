"""Cards: every language says the same things, and every word has its place."""

from __future__ import annotations

import re
import string
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mindbuzz.config.staff import staff_settings_in
from mindbuzz.screens.texts import LANGUAGES
from tools.kit.cards import SETTINGS, DoesNotFit, Page, cards, filled, staff_text, width_of, wrapped

ENGLISH = staff_text("en")
PX_PER_MM = 96 / 25.4


def placeholders(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_what_english_says(language: str) -> None:
    words = staff_text(language)

    assert [len(section.lines) for section in words.section] == [len(section.lines) for section in ENGLISH.section]
    for section, english in zip(words.section, ENGLISH.section, strict=True):
        assert [placeholders(line) for line in section.lines] == [placeholders(line) for line in english.lines]


def test_every_language_has_both_cards() -> None:
    assert set(cards()) == {f"{kind}-{language}.svg" for kind in ("player", "staff") for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_settings_is_one_that_the_console_takes(language: str) -> None:
    found = staff_settings_in("\n".join(filled(SETTINGS, language)).encode())

    assert not found.notices
    assert found.values["language"] == language


@given(words=st.text(alphabet="abc mWi", max_size=80), width=st.floats(20, 60))
def test_lines_are_no_wider_than_they_may_be_unless_one_word_is(words: str, width: float) -> None:
    lines = wrapped(words, width, 3)

    assert " ".join(lines).split() == words.split()
    assert all(width_of(line, 3) <= width or " " not in line for line in lines)


def test_too_many_words_are_noticed() -> None:
    page = Page(50, 20, 2)
    page.write("a long story " * 20, 4)

    with pytest.raises(DoesNotFit, match="mm too long"):
        page.finished("story")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["player", "staff"])
def test_no_letter_is_outside_the_margin(kind: str, tmp_path: Path, need_program: Callable[[str], str]) -> None:
    """As Chromium draws it: nothing between the frame and the margin at the right, on any card."""
    chosen = {name: content for name, content in cards().items() if name.startswith(kind)}
    for name, content in chosen.items():
        (tmp_path / name).write_bytes(content)
    images = "".join(f'<img src="{name}" style="display: block">' for name in chosen)
    page = tmp_path / "cards.html"
    page.write_text(f'<meta charset="utf-8"><body style="margin: 0">{images}', encoding="utf-8")
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', next(iter(chosen.values())).decode())
    assert size
    width, height = (round(int(number) * PX_PER_MM) for number in size.groups())
    shot = tmp_path / "card.png"
    window = f"--window-size={width},{height * len(chosen)}"
    subprocess.run(
        [
            need_program("chromium"),
            "--headless",
            "--no-sandbox",
            "--hide-scrollbars",
            window,
            f"--screenshot={shot}",
            page.as_uri(),
        ],
        check=True,
        capture_output=True,
    )
    picture = np.asarray(Image.open(shot).convert("L"))

    for number in range(len(chosen)):
        card = picture[number * height + 14 : (number + 1) * height - 14]
        assert card.min() < 60
        assert card[:, width - 24 : width - 8].min() > 200
