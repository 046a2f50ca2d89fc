"""What lies in hardware/ is what its source says, and one would notice if it were not."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tools.kit import made
from tools.kit.made import Note, Recipe, hash_of, read_notes, stale
from tools.kit.outputs import PAGES, plain_files, recipes, stale_plain_files
from tools.kit.source import TO_CHECK, read_kit, sources_in
from tools.kit.sums import counted_sources
from tools.project_files import project_files


def test_plain_files_are_current() -> None:
    assert stale_plain_files() == [], f"run: {made.COMMAND}"


@pytest.mark.slow
@pytest.mark.parametrize("name", recipes())
def test_drawings_are_current(name: str, need_program: Callable[[str], str]) -> None:
    need_program("dot")
    need_program("openscad")
    assert list(stale(name, recipes()[name], read_notes().get(name))) == []


def test_nothing_is_noted_that_nobody_makes() -> None:
    assert read_notes().keys() == recipes().keys()


def test_every_file_in_the_folders_that_are_made_is_made() -> None:
    """Nothing is left behind by an older source."""
    made_now = {*plain_files(), *recipes()}
    folders = {name.rpartition("/")[0] for name in made_now}
    there = {file.relative_to(made.HARDWARE).as_posix() for file in project_files() if made.HARDWARE in file.parents}
    by_hand = {
        name
        for name in there
        if (name.endswith((".md", "/console.scad")) and not name.startswith("sheets/"))
        or name.startswith("cards/texts/")
    }

    assert {name for name in there - by_hand if name.rpartition("/")[0] in folders} == made_now


def recipe(source: bytes = b"box", drawn: bytes = b"picture", version: str = "pen 1") -> Recipe:
    return Recipe(source, lambda: version, lambda: drawn)


@pytest.fixture
def drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Note:
    """A file that was made by `recipe()`."""
    monkeypatch.setattr(made, "HARDWARE", tmp_path)
    return made.make("a/box.svg", recipe())


def test_what_was_just_made_is_current(drawn: Note) -> None:
    assert list(stale("a/box.svg", recipe(), drawn)) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [(recipe(source=b"ball"), "older than its source"), (recipe(drawn=b"other"), "comes out differently with pen 1")],
)
def test_another_source_or_outcome_is_noticed(drawn: Note, changed: Recipe, said: str) -> None:
    assert any(said in line for line in stale("a/box.svg", changed, drawn))


def test_what_takes_long_is_left_alone_while_nothing_changed(drawn: Note, tmp_path: Path) -> None:
    def fail() -> bytes:
        raise AssertionError("made again")

    kept = Recipe(b"box", lambda: "pen 1", fail, takes_long=True)
    assert made.made_or_kept("a/box.svg", kept, drawn) == drawn

    for changed in (recipe(source=b"ball"), recipe(version="pen 2")):
        assert made.made_or_kept("a/box.svg", replace(changed, takes_long=True), drawn) != drawn
    (tmp_path / "a" / "box.svg").write_bytes(b"scribble")
    assert made.made_or_kept("a/box.svg", replace(recipe(), takes_long=True), drawn) == drawn
    assert (tmp_path / "a" / "box.svg").read_bytes() == b"picture"


def test_another_version_may_draw_otherwise(drawn: Note) -> None:
    assert list(stale("a/box.svg", recipe(drawn=b"other", version="pen 2"), drawn)) == []


def test_a_file_changed_by_hand_or_lost_is_noticed(drawn: Note, tmp_path: Path) -> None:
    (tmp_path / "a" / "box.svg").write_bytes(b"scribble")
    assert any("changed by hand" in line for line in stale("a/box.svg", recipe(), drawn))

    (tmp_path / "a" / "box.svg").unlink()
    assert any("missing" in line for line in stale("a/box.svg", recipe(), drawn))
    assert drawn.is_now == hash_of(b"picture")


def test_the_readme_counts_what_is_to_check() -> None:
    whole, unchecked = counted_sources(read_kit())
    named = [source for _, source in sources_in(read_kit())]

    assert (whole, unchecked) == (len(named), named.count(TO_CHECK))
    assert f"**{unchecked}** of {whole}" in (made.HARDWARE / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_pages_show_pictures_that_are_there_with_a_text_for_those_who_cannot_see_them(page: str) -> None:
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", (made.HARDWARE / page).read_text(encoding="utf-8"))

    assert all(len(text) > 10 and ((made.HARDWARE / page).parent / path).exists() for text, path in pictures)


def test_no_price_and_no_shop_is_invented() -> None:
    pages = [file for file in made.HARDWARE.rglob("*") if file.suffix in {".md", ".csv", ".yaml"}]

    assert not [
        file.name for file in pages if re.search(r"[€$£]\s?\d|\d\s?(€|EUR|USD)", file.read_text(encoding="utf-8"))
    ]
