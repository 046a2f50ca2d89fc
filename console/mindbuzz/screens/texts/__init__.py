"""Texts: what the screens say, one TOML file per language, all with the same keys and placeholders."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "de", "nl", "nb", "da", "cs", "fr")


@dataclass(frozen=True, slots=True)
class Texts:
    """The lines of one language."""

    language: str
    lines: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """The line of a key, its placeholders filled in."""
        return self.lines[key].format(**values)


@cache
def texts_of(language: str) -> Texts:
    """The texts of one of LANGUAGES; they are read once. Raises LookupError for any other."""
    if language not in LANGUAGES:
        raise LookupError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    content = files(__package__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return Texts(language, tomllib.loads(content))
