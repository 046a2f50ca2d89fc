"""Which files are the project's: tracked by git, or new and not ignored."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def project_files() -> list[Path]:
    # Root may look at a checkout that is somebody else's.
    git = ["git", "-c", f"safe.directory={ROOT}"]
    listing = [*git, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(listing, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    files = (ROOT / name for name in listed.split("\0") if name)
    return sorted(file for file in files if file.is_file())
