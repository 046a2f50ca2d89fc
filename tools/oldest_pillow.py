"""The oldest Pillow that we say works, in an environment of its own: every picture has to come out the same there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib

from tools.project_files import ROOT

VENV = ROOT / ".venv-oldest"
STAMP = VENV / "mindbuzz-stamp.json"
PYTHON = VENV / "bin" / "python"

# The lower bound in pyproject.toml; where there is no wheel of it, the first one there is for that Python.
OLDEST = {(3, 11): "9.4.0", (3, 12): "10.1.0", (3, 13): "11.0.0", (3, 14): "12.0.0"}
BESIDE = ("hypothesis", "luma.oled", "pytest", "pytest-xdist", "transitions")
TESTS = ["tests/screens", "tests/outputs/oled/test_damage.py"]

COMMAND = [str(PYTHON), "-W", "error", "-m", "pytest", "-q", "-n", "auto", "-p", "no:cacheprovider", *TESTS]


def wanted() -> list[str]:
    """What has to be installed."""
    return [f"Pillow=={OLDEST[sys.version_info[:2]]}", *filter(_is_beside, _requirements())]


def _requirements() -> list[str]:
    """What pyproject.toml asks for, with its bounds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["dev"]]


def _is_beside(requirement: str) -> bool:
    return requirement.partition(">=")[0] in BESIDE


def make_ready() -> str:
    """Makes the environment unless it is there. Answers why it could not be made, or nothing."""
    if sys.version_info[:2] not in OLDEST:
        return f"nobody has said yet which one that is for Python {sys.version.split()[0]}"
    if _stamped() == wanted():
        return ""
    shutil.rmtree(VENV, ignore_errors=True)
    commands = (
        [sys.executable, "-m", "venv", str(VENV)],
        [str(PYTHON), "-m", "pip", "install", "--quiet", *wanted()],
    )
    for command in commands:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"{wanted()[0]} can't be installed: {(done.stderr.strip() or done.stdout.strip()).splitlines()[-1]}"
    # The project itself, as it lies here.
    [packages] = (VENV / "lib").glob("python3*/site-packages")
    (packages / "mindbuzz.pth").write_text(f"{ROOT / 'console'}\n", encoding="utf-8")
    STAMP.write_text(json.dumps(wanted()), encoding="utf-8")
    return ""


def _stamped() -> list[str] | None:
    try:
        stamp: list[str] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return stamp
