"""Every screen, to the dot. After a wanted change: `pytest tests/screens --redraw`, and look at the difference."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from mindbuzz.screens.picture import picture
from mindbuzz.screens.rehearsal import Sample
from mindbuzz.screens.sheet import contact_sheet
from mindbuzz.screens.table import table_picture
from mindbuzz.screens.texts import texts_of

GOLDEN = Path(__file__).parent / "golden"
IN_LANGUAGES = ("en", "cs")


def file_name(name: str) -> str:
    """A sample's name without what a file's name should not have."""
    words = "".join(letter if letter.isalnum() else " " for letter in name).split()
    return "-".join(words) + ".png"


def drawn(all_samples: dict[str, Sample], language: str) -> dict[Path, Image.Image]:
    """Every golden picture of a language as it is drawn today; the table display in the first language only."""
    texts = texts_of(language)
    folder = GOLDEN / language
    pictures = {folder / file_name(name): picture(view, texts, now_us) for name, (view, now_us) in all_samples.items()}
    if language == IN_LANGUAGES[0]:
        for name, (view, now_us) in all_samples.items():
            if view.seat == 1:
                pictures[folder / "table" / file_name(name)] = table_picture(view.table, texts, now_us)
    return pictures


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_pictures_are_as_they_were(
    all_samples: dict[str, Sample], language: str, request: pytest.FixtureRequest
) -> None:
    today = drawn(all_samples, language)
    if request.config.getoption("--redraw", default=False):
        redraw(today, language)

    kept = {path: Image.open(path) for path in sorted((GOLDEN / language).rglob("*.png"))}

    assert sorted(kept) == sorted(today), "pictures came or went: --redraw"
    changed = [path.relative_to(GOLDEN).as_posix() for path in today if same(kept[path], today[path]) is False]
    assert changed == [], "look at them after --redraw"


def redraw(today: dict[Path, Image.Image], language: str) -> None:
    for stale in (GOLDEN / language).rglob("*.png"):
        stale.unlink()
    for path, image in today.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(path, optimize=True)


def same(kept: Image.Image, today: Image.Image) -> bool:
    with kept:
        return kept.mode == today.mode == "1" and kept.size == today.size and kept.tobytes() == today.tobytes()


def test_a_contact_sheet_holds_every_sample(all_samples: dict[str, Sample]) -> None:
    sheet = contact_sheet(texts_of("de"), scale=1)

    assert sheet.mode == "1"
    assert sheet.width * sheet.height > len(all_samples) * 128 * 64
