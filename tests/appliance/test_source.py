"""Where a release may come from, and what is refused before anything of it is run."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from mindbuzz import __version__
from mindbuzz.appliance.source import check_sum, own_source, unpacked
from mindbuzz.errors import InstallError
from tests.appliance.releases import change, copy_of_the_project, release_archive, with_checksum
from tools.project_files import ROOT


def complaint(do: Callable[[], object]) -> str:
    with pytest.raises(InstallError) as caught:
        do()
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_a_clone_is_a_release_of_its_version_and_of_what_is_in_it() -> None:
    source = own_source()

    assert source.path == ROOT
    version, _, fingerprint = source.release.name.partition("-")
    assert (version, len(fingerprint)) == (__version__, 8)
    assert own_source() == source


def test_a_clone_an_archive_of_it_and_the_archive_unpacked_are_the_same_release(tmp_path: Path) -> None:
    clone = copy_of_the_project(tmp_path / "clone")
    archive = release_archive(clone, tmp_path, "mindbuzz-1.0")
    code, wheel = unpacked(archive, tmp_path / "unpacked")

    assert wheel is None
    assert names(code) == names(clone / "console")
    assert unpacked(clone, tmp_path / "never") == (clone / "console", None)


def names(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*.py")}


# --- checksums ---


def test_a_checksum_is_taken_from_the_file_beside_or_from_the_command(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.whl"
    file.write_bytes(b"anything")
    assert "no checksum; put mindbuzz.whl.sha256 beside it" in complaint(lambda: check_sum(file, None))
    beside = with_checksum(file).with_name("mindbuzz.whl.sha256")
    check_sum(file, None)
    check_sum(file, beside.read_text(encoding="utf-8").split()[0].upper())


@pytest.mark.parametrize("sha256", ["", "0" * 64, "not a checksum"])
def test_a_wrong_checksum_is_refused(sha256: str, tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.whl"
    file.write_bytes(b"anything")
    (tmp_path / "mindbuzz.whl.sha256").write_text(sha256, encoding="utf-8")

    assert "fetch it again" in complaint(lambda: check_sum(file, None))
    assert "fetch it again" in complaint(lambda: check_sum(file, sha256))


# --- archives that want to leave their folder ---


def archive_with(member: tarfile.TarInfo, folder: Path) -> Path:
    archive = folder / "release.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.addfile(member, io.BytesIO(b"x" * member.size))
    return archive


def link(kind: bytes) -> tarfile.TarInfo:
    member = tarfile.TarInfo("mindbuzz/console")
    member.type, member.linkname = kind, "/etc"
    return member


BAD_MEMBERS = {
    "an absolute path": tarfile.TarInfo("/tmp/outside"),
    "a way out": tarfile.TarInfo("mindbuzz/../../outside"),
    "a link": link(tarfile.SYMTYPE),
    "a hard link": link(tarfile.LNKTYPE),
    "a device": link(tarfile.CHRTYPE),
    "a pipe": link(tarfile.FIFOTYPE),
}


@pytest.mark.parametrize("name", BAD_MEMBERS)
def test_an_archive_stays_in_its_folder(name: str, tmp_path: Path) -> None:
    archive = archive_with(BAD_MEMBERS[name], tmp_path)

    assert "is no plain file inside it" in complaint(lambda: unpacked(archive, tmp_path / "in" / "side"))
    assert not (tmp_path / "outside").exists()


def test_what_is_no_release_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("nothing")
    (tmp_path / "diary.whl").write_text("nothing")
    (tmp_path / "diary.tar.gz").write_text("nothing")
    with zipfile.ZipFile(tmp_path / "empty.whl", "w"):
        pass
    for name, told in {
        "diary.txt": "neither a clone, nor a wheel",
        "diary.whl": "can't be unpacked",
        "diary.tar.gz": "can't be unpacked",
        "empty.whl": "no wheel of mindbuzz",
        ".": "no clone of mindbuzz",
        "nothing.tar.gz": "can't be unpacked",
    }.items():
        file = tmp_path / name
        assert told in complaint(lambda file=file: unpacked(file, tmp_path / "unpacked")), name  # type: ignore[misc]


def test_another_content_is_another_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    releases = set()
    for number in range(3):
        clone = copy_of_the_project(tmp_path / str(number))
        if number == 1:
            change(clone / "systemd/mindbuzz.service", "RestartSec=1", "RestartSec=2")
        if number == 2:
            (clone / "console/mindbuzz/new.py").touch()
        monkeypatch.setattr("mindbuzz.appliance.source.CLONE", clone)
        releases.add(own_source().release)

    assert len(releases) == 3
