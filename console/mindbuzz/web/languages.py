"""Which language a page speaks, and its own few words: one TOML file per language, all with the same keys.

The screens may have a language that nobody has written the page's words or the help in yet: those are in English then.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from mindbuzz.screens.texts import LANGUAGES

WRITTEN_IN_ANY_CASE = "en"


def language_or(wanted: str | None, otherwise: str) -> str:
    """The language that was asked for, if there is such a one."""
    return wanted if wanted in LANGUAGES else otherwise


def written(folder: str, language: str) -> tuple[str, str]:
    """A file of texts in one of LANGUAGES, or else in English; and which language that is.

    Raises LookupError for a language there is not.
    """
    if language not in LANGUAGES:
        raise LookupError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    there = files("mindbuzz.web").joinpath(folder)
    if not there.joinpath(f"{language}.toml").is_file():
        language = WRITTEN_IN_ANY_CASE
    return language, there.joinpath(f"{language}.toml").read_text(encoding="utf-8")


@cache
def words_of(language: str) -> Mapping[str, str]:
    """What the page around the seats says, and in which `language`. Raises LookupError for one there is not."""
    spoken, content = written("words", language)
    return {"language": spoken, **tomllib.loads(content)}
