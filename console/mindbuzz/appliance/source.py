"""Where a release comes from: a clone, a wheel, a release archive, or itself once it is installed."""

import hashlib
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from mindbuzz import __version__
from mindbuzz.appliance.files import CLONE, PACKAGE
from mindbuzz.appliance.release import HOME, Release
from mindbuzz.errors import InstallError

# What a release is made of, in a clone.
INGREDIENTS = ("console/mindbuzz", "firmware", "systemd", "pyproject.toml")
FINGERPRINT_LENGTH = 8
ARCHIVE_ENDINGS = (".tar.gz", ".tgz", ".tar.xz")


@dataclass(frozen=True, slots=True)
class Source:
    """What pip is given, None if the release is installed already; and the release that comes of it."""

    path: Path | None
    release: Release


def own_source(wheel: Path | None = None) -> Source:
    """The source of the code that runs just now; of a wheel that was unpacked, the `wheel` itself."""
    if HOME in PACKAGE.parents:
        return Source(None, Release(PACKAGE.relative_to(HOME).parts[0]))
    if wheel is not None:
        return Source(wheel, _release(_digest_of_file(wheel)))
    if not (CLONE / "pyproject.toml").exists():
        raise InstallError(f"{PACKAGE} is no clone; say ./install in a clone or in an unpacked release archive")
    return Source(CLONE, _release(_digest_of_clone(CLONE)))


def _release(digest: str) -> Release:
    return Release(f"{__version__}-{digest[:FINGERPRINT_LENGTH]}")


def _digest_of_clone(clone: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(_files(clone)):
        digest.update(f"{file.relative_to(clone)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _files(clone: Path) -> Iterator[Path]:
    for name in INGREDIENTS:
        path = clone / name
        found = path.rglob("*") if path.is_dir() else [path]
        yield from (file for file in found if file.is_file() and "__pycache__" not in file.parts)


def _digest_of_file(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


# --- what is handed in ---


def check_sum(path: Path, sha256: str | None) -> None:
    """Make sure that a file is the one that was meant.

    Its checksum is given, or stands in a file beside it with .sha256 behind its name. Raises InstallError, one line.
    """
    beside = path.with_name(f"{path.name}.sha256")
    if sha256 is None:
        if not beside.exists():
            raise InstallError(f"{path}: no checksum; put {beside.name} beside it, or give it with --sha256")
        sha256 = (beside.read_text(encoding="utf-8").split() or [""])[0]
    found = _digest_of_file(path)
    if found != sha256.lower():
        raise InstallError(f"{path}: its checksum is {found}, not {sha256}; fetch it again")


def unpacked(path: Path, folder: Path) -> tuple[Path, Path | None]:
    """The code of a clone, wheel or release archive as (folder to import from, the wheel if it is one).

    Archives are unpacked into `folder`. Raises InstallError, one line, for anything else.
    """
    if path.is_dir():
        return _code_of_clone(path), None
    try:
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                wheel.extractall(folder)
            return _code(folder, f"{path}: no wheel of mindbuzz that can be installed"), path
        if path.name.endswith(ARCHIVE_ENDINGS):
            with tarfile.open(path) as archive:
                _extract(archive, folder)
            [top] = folder.iterdir()
            return _code_of_clone(top), None
    except (OSError, ValueError, tarfile.TarError, zipfile.BadZipFile) as error:
        [reason, *_] = str(error).splitlines()  # tarfile tells how it tried every compression
        raise InstallError(f"{path}: can't be unpacked: {reason}") from error
    raise InstallError(f"{path}: neither a clone, nor a wheel (.whl), nor a release archive ({ARCHIVE_ENDINGS[0]})")


def _extract(archive: tarfile.TarFile, folder: Path) -> None:
    """Plain files and folders, inside `folder` and nowhere else: Debian 12's Python has no filter that sees to it."""
    for member in archive:
        path = PurePosixPath(member.name)
        if path.is_absolute() or ".." in path.parts or not (member.isfile() or member.isdir()):
            raise ValueError(f"{member.name} is no plain file inside it")
        archive.extract(member, folder, set_attrs=False)


def _code_of_clone(clone: Path) -> Path:
    return _code(clone / "console", f"{clone}: no clone of mindbuzz that can be installed")


def _code(folder: Path, otherwise: str) -> Path:
    if not (folder / "mindbuzz" / "appliance").is_dir():
        raise InstallError(otherwise)
    return folder
