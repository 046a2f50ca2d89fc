"""Pictures are there where the guide needs them, are linked, and can be read at the width that a page has on GitHub."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tools.kit.made import HARDWARE
from tools.kit.outputs import plain_files, recipes
from tools.kit.shaded import LABEL_PX

PAGE_PX = 900
LEAST_PX = 11
SIZE = re.compile(r'<svg[^>]*? width="([\d.]+)(pt)?"')
VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) \S+"')
LETTERS = re.compile(r'font-size[=:]"?([\d.]+)')
PICTURE = re.compile(r"!?\[([^\]]*)\]\(([^)#]+\.(?:svg|png))\)")
SECTION = re.compile(r"^## (\d\..+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
POINT_PX = 4 / 3
TO_PRINT = ("cards/", "enclosure/laser/")  # their sizes are millimetres


def drawings() -> list[str]:
    made = [*plain_files(), *recipes()]
    return [name for name in made if name.endswith((".svg", ".png")) and not name.startswith(TO_PRINT)]


def pages() -> Iterator[Path]:
    yield from HARDWARE.rglob("*.md")


@pytest.mark.parametrize("name", [name for name in drawings() if name.endswith(".svg")])
def test_letters_are_large_enough_on_a_page(name: str) -> None:
    drawn = (HARDWARE / name).read_text(encoding="utf-8")
    width, unit = SIZE.search(drawn).groups()  # type: ignore[union-attr]
    shown_px = min(float(width) * (POINT_PX if unit else 1), PAGE_PX)
    units = float(VIEW_BOX.search(drawn)[1])  # type: ignore[index]

    assert min(map(float, LETTERS.findall(drawn))) * shown_px / units >= LEAST_PX


@pytest.mark.parametrize("name", [name for name in drawings() if name.endswith(".png")])
def test_labels_are_large_enough_on_a_page(name: str) -> None:
    width = Image.open(io.BytesIO((HARDWARE / name).read_bytes())).width

    assert LABEL_PX * min(PAGE_PX / width, 1) >= LEAST_PX


def test_every_picture_is_on_a_page_or_linked_from_one() -> None:
    linked = {
        (page.parent / path).resolve().relative_to(HARDWARE).as_posix()
        for page in pages()
        for _, path in PICTURE.findall(page.read_text(encoding="utf-8"))
    }

    assert set(drawings()) - linked == set()


@pytest.mark.parametrize("page", ["build.md", "first-light.md"])
def test_every_step_shows_what_it_should_look_like(page: str) -> None:
    sections = SECTION.findall((HARDWARE / page).read_text(encoding="utf-8"))

    assert len(sections) >= 6
    assert [title for title, words in sections if "![" not in words] == []


def test_only_pictures_without_labels_are_shown_small() -> None:
    """In the cells of a table a picture is shown at a part of a page's width."""
    rows = [row for page in pages() for row in page.read_text(encoding="utf-8").splitlines() if row.startswith("|")]
    shown = {path.rpartition("/")[2] for row in rows for path in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", row)}

    assert shown
    assert {name.partition(".")[0].partition("-")[0] for name in shown} <= {"lid", "clamp", "stand", "foot"}
