"""How steps are carried out: only what is lacking, in order, told before it is done; and taken back the other way."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindbuzz.appliance import manifest
from mindbuzz.appliance.files import Files
from mindbuzz.appliance.manifest import LeftOver
from mindbuzz.appliance.step import carry_out, preview, preview_undoing, take_back
from mindbuzz.errors import InstallError


class Note:
    """A step that keeps what was done to it."""

    def __init__(self, name: str, diary: list[str], *, works: bool = True) -> None:
        self.name = name
        self._diary = diary
        self._works = works
        self._there = False

    def lacks(self) -> list[str]:
        return [] if self._there else [f"make {self.name}"]

    def do(self) -> None:
        self._diary.append(f"do {self.name}")
        self._there = self._works

    def traces(self) -> list[str]:
        return [f"remove {self.name}"] if self._there else []

    def undo(self) -> None:
        self._diary.append(f"undo {self.name}")
        self._there = not self._works


def test_steps_come_in_order_once_and_go_in_the_other_order(capsys: pytest.CaptureFixture[str]) -> None:
    diary: list[str] = []
    steps = [Note("a", diary), Note("b", diary)]
    preview(steps)
    assert diary == []
    assert carry_out(steps) == 2
    assert carry_out(steps) == 0
    preview_undoing(steps)
    assert take_back(steps) == 2
    assert take_back(steps) == 0
    assert diary == ["do a", "do b", "undo b", "undo a"]

    told = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert told == [
        ["a", "would make a"],
        ["b", "would make b"],
        ["a", "make a"],
        ["b", "make b"],
        ["b", "would remove b"],
        ["a", "would remove a"],
        ["b", "remove b"],
        ["a", "remove a"],
    ]


def test_a_step_that_is_not_done_after_it_was_done_stops_everything() -> None:
    diary: list[str] = []
    with pytest.raises(InstallError, match=r"^b: could not make b$"):
        carry_out([Note("a", diary), Note("b", diary, works=False), Note("c", diary)])

    assert diary == ["do a", "do b"]


def test_what_the_system_refuses_is_one_line_that_names_step_and_file(tmp_path: Path) -> None:
    (tmp_path / "wall").touch()
    step = Files("units", {tmp_path / "wall" / "unit": "text"})
    with pytest.raises(InstallError, match=r"^units: .*/wall.*: (Not a directory|File exists)$"):
        carry_out([step])


# --- files ---


@pytest.fixture(autouse=True)
def manifest_file(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The list of what was written, in a place of the test's own."""
    file = tmp_path_factory.mktemp("opt") / "files"
    monkeypatch.setattr(manifest, "MANIFEST", file)
    return file


def test_what_another_release_wrote_and_this_one_does_not_know_goes(tmp_path: Path) -> None:
    ours, theirs, mine = tmp_path / "ours.conf", tmp_path / "theirs.conf", tmp_path / "the-owner-s.conf"
    carry_out([Files("their files", {ours: "1", theirs: "1"})])
    mine.touch()
    told: list[str] = []
    carry_out([LeftOver([ours], lambda: told.append("told")), Files("our files", {ours: "2"})])

    assert sorted(tmp_path.iterdir()) == sorted([ours, mine])
    assert told == ["told"]
    assert manifest.written() == {ours, theirs}


def test_files_are_written_where_they_differ_and_told_to_the_system_once(tmp_path: Path) -> None:
    told: list[str] = []
    same, other, unwanted = tmp_path / "a.d" / "same", tmp_path / "a.d" / "other", tmp_path / "unwanted"
    same.parent.mkdir()
    same.write_text("same")
    before = same.stat()
    unwanted.touch()
    step = Files("files", {same: "same", other: "other", unwanted: None}, lambda: told.append("told"))

    assert step.lacks() == [f"write {other}", f"remove {unwanted}"]
    step.do()
    assert (step.lacks(), step.written, told) == ([], True, ["told"])
    assert same.stat() == before
    assert (other.read_text(), unwanted.exists()) == ("other", False)
    assert other.stat().st_mode & 0o777 == 0o644

    step.undo()
    assert list(tmp_path.iterdir()) == []
    assert step.traces() == []
