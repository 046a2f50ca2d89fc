"""Files that other programs draw, and how one knows that they are current.

Another version of such a program may draw the same thing in other bytes. So hardware/made.json notes, for every file,
the hash of what it was made from, the versions that made it, and the hash of what came out. A file is current if it was
made from what the source says today and nobody changed it since; where the very same versions are installed, it is made
again, too, and has to come out alike to the byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256

from tools.project_files import ROOT

HARDWARE = ROOT / "hardware"
NOTES = HARDWARE / "made.json"
COMMAND = "python -m tools.generated"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a file is made: from `source`, by programs that `versions` names; `make` gives its bytes.

    One that `takes_long` is made anew only where source, versions or the file have changed; so `source` must hold
    all that decides, the code that draws included. Without made.json everything is made anew.
    """

    source: bytes
    versions: Callable[[], str]
    make: Callable[[], bytes]
    takes_long: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """What is known about a file that was made."""

    made_from: str
    made_by: str
    is_now: str


def hash_of(content: bytes) -> str:
    return sha256(content).hexdigest()[:24]


def read_notes() -> dict[str, Note]:
    content = json.loads(NOTES.read_text(encoding="utf-8")) if NOTES.exists() else {}
    return {name: Note(**note) for name, note in content.items()}


def write_notes(notes: Mapping[str, Note]) -> None:
    content = {name: asdict(note) for name, note in sorted(notes.items())}
    NOTES.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def made_or_kept(name: str, recipe: Recipe, note: Note | None) -> Note:
    """Make a file of hardware/, or leave it where that would change nothing."""
    path = HARDWARE / name
    if recipe.takes_long and note is not None and path.exists():
        as_noted = Note(hash_of(recipe.source), recipe.versions(), hash_of(path.read_bytes()))
        if as_noted == note:
            return note
    return make(name, recipe)


def make(name: str, recipe: Recipe) -> Note:
    """Make a file of hardware/ and say how."""
    content = recipe.make()
    path = HARDWARE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return Note(hash_of(recipe.source), recipe.versions(), hash_of(content))


def stale(name: str, recipe: Recipe, note: Note | None) -> Iterator[str]:
    """Why a file is not what its source says, one line each; nothing if it is."""
    path = HARDWARE / name
    if note is None or not path.exists():
        yield f"hardware/{name} is missing; run: {COMMAND}"
        return
    if note.made_from != hash_of(recipe.source):
        yield f"hardware/{name} is older than its source; run: {COMMAND}"
    if note.is_now != hash_of(path.read_bytes()):
        yield f"hardware/{name} was changed by hand; run: {COMMAND}"
    elif note.made_by == recipe.versions() and note.is_now != hash_of(recipe.make()):
        yield f"hardware/{name} comes out differently with {note.made_by}; run: {COMMAND}"
