"""Other releases than the one that lies here, good ones and bad ones."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tests.appliance.debian import wheelhouse
from tools.project_files import ROOT, project_files

FOLDERS = ("console/", "firmware/", "systemd/")
FILES = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "install")


def copy_of_the_project(folder: Path, version: str | None = None) -> Path:
    """A clone as git would make it, of another version if there is one."""
    for file in project_files():
        name = file.relative_to(ROOT).as_posix()
        if name.startswith(FOLDERS) or name in FILES:
            copy = folder / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)
    if version is not None:
        change(folder / "console/mindbuzz/__init__.py", '__version__ = "', f'__version__ = "{version}"  # was "')
        change(folder / "pyproject.toml", 'version = "', f'version = "{version}"  # was "')
    return folder


def change_the_tables(clone: Path) -> None:
    """Make a clone one of a release whose journal has a table more."""
    file = clone / "console/mindbuzz/runtime/storage/schema.py"
    after_the_last = ")  # the step at [n]"
    change(file, after_the_last, f', "CREATE TABLE moods (game_id INTEGER, mood TEXT);"{after_the_last}')


def change(file: Path, before: str, after: str) -> None:
    """Change one place of a file, the first; there has to be one."""
    text = file.read_text(encoding="utf-8")
    assert before in text, f"{file} has no {before}"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def release_archive(clone: Path, folder: Path, name: str) -> Path:
    """A release archive with its checksum beside it."""
    archive = folder / f"{name}.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(clone, arcname=name)
    return with_checksum(archive)


def wheel(clone: Path, folder: Path) -> Path:
    """A wheel with its checksum beside it."""
    house = ["--no-index", "--find-links", str(wheelhouse())]
    pip = [sys.executable, "-m", "pip", "--quiet", "--quiet", "wheel", "--no-deps", *house]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(clone)], check=True)
    [made] = folder.glob("*.whl")
    return with_checksum(made)


def with_checksum(file: Path) -> Path:
    """What `sha256sum FILE > FILE.sha256` leaves."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    file.with_name(f"{file.name}.sha256").write_text(f"{digest}  {file.name}\n", encoding="utf-8")
    return file
