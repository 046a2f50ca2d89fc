"""The files that pages are made with, read once into memory: a path that is not among them leads nowhere."""

from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

CONTENT_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}


class File(NamedTuple):
    """One file as it is sent."""

    content: bytes
    content_type: str


def static_files() -> Mapping[str, File]:
    """All files by name."""
    found = {}
    for entry in files("mindbuzz.web").joinpath("static").iterdir():
        suffix = entry.name[entry.name.rfind(".") :]
        if suffix in CONTENT_TYPES:
            found[entry.name] = File(entry.read_bytes(), CONTENT_TYPES[suffix])
    return found
