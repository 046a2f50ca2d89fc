"""Which language a page speaks, and its own few words: one TOML file per language, all with the same keys."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from mindbuzz.screens.texts import LANGUAGES


def language_or(wanted: str | None, otherwise: str) -> str:
    """The language that was asked for, if there is such a one."""
    return wanted if wanted in LANGUAGES else otherwise


@cache
def words_of(language: str) -> Mapping[str, str]:
    """What the page around the seats says. Raises LookupError for a language there is not."""
    if language not in LANGUAGES:
        raise LookupError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    content = files("mindbuzz.web").joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(content)
