"""What all pages have in common: the head, the language, and where they lead. A body is a file in pages/, or made."""

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from mindbuzz.screens.texts import LANGUAGES
from mindbuzz.web.languages import words_of

PAGE = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{title}</title>
    <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
    {parts}
  </head>
{body}</html>
"""
NAME = "mindbuzz"


def page(body: str, language: str, *, styles: Sequence[str], script: str | None = None, title: str = "") -> str:
    """A whole page around a `body` element, with the files of static/ that it needs. `title` is no markup yet."""
    parts = [f'<link rel="stylesheet" href="/static/{name}">' for name in ("common.css", *styles)]
    if script is not None:
        parts.append(f'<script type="module" src="/static/{script}"></script>')
    return PAGE.format(
        language=escape(words_of(language)["language"]),
        title=escape(f"{title} – {NAME}" if title else NAME),
        parts="\n    ".join(parts),
        body=body,
    )


@cache
def live_page(name: str, language: str, query: str) -> str:
    """The page `name`, which a script of that name keeps up to date. `query` goes on to the pages it leads to."""
    body = files("mindbuzz.web").joinpath("pages", f"{name}.html").read_text(encoding="utf-8")
    words = {key: escape(word) for key, word in words_of(language).items()}
    return page(body.format_map({**words, "query": query}), language, styles=[f"{name}.css"], script=f"{name}.js")


def query_of(asked: str | None) -> str:
    """What an address needs to go on in the language that was asked for; nothing where it is none of ours."""
    return f"?lang={asked}" if asked in LANGUAGES else ""
