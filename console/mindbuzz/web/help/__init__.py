"""Help for players: one TOML file per language, all with the same keys and as many entries.

`help_in("en")` gives a `Help`. Every text is plain text, one string a paragraph, with no markup in it; the page sets it
as text, never as HTML. What there is, in the order it is shown:

- `title`, heading of it all, and `language`, for the lang attribute
- `minute`, `button`: a `Section` each
- `rules`: a `Chapter`, with a title and `sections`, each a `Section` with a `key` that is the same in every language
- `questions`: a title and `entries`, each with such a `key`, a `question` and an `answer`
- `spoiler`: the secret of the game. Show `title`, `warning` and a control that says `reveal`; the `paragraphs` only
  after a deliberate step, and never because of a search, a link or a print

A `Section` is `title`, `paragraphs`, then `table`, then `after`, paragraphs again; table and after may be empty. The
first row of a table is its head, and all rows are equally long. `Section.key` is good for an id of the page. The files
hold no-break spaces (U+00A0, U+202F) where a language wants them, so lines may be broken at every other space.
"""

import tomllib
from dataclasses import dataclass
from functools import cache

import cattrs

from mindbuzz.web.languages import written

Paragraphs = tuple[str, ...]
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Text under one heading, perhaps with a table; the table's first row is its head."""

    key: str
    title: str
    paragraphs: Paragraphs
    table: tuple[Row, ...] = ()
    after: Paragraphs = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """Sections under one heading."""

    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that comes up, and its answer."""

    key: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions under one heading."""

    title: str
    entries: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Spoiler:
    """What players should find out themselves: the paragraphs are for those who asked, were warned, and asked again."""

    title: str
    warning: str
    reveal: str
    paragraphs: Paragraphs


@dataclass(frozen=True, slots=True)
class Help:
    """All the help there is in one language."""

    language: str
    title: str
    minute: Section
    button: Section
    rules: Chapter
    questions: Questions
    spoiler: Spoiler


_converter = cattrs.Converter(forbid_extra_keys=True)


@cache
def help_in(language: str) -> Help:
    """The help in one of LANGUAGES, or in English; it is read once. Raises LookupError for any other."""
    spoken, content = written("help", language)
    return _converter.structure({**tomllib.loads(content), "language": spoken}, Help)
