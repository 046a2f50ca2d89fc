"""Pieces of a page to read: paragraphs, figures with their names, tables."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape


def paragraph(text: str) -> str:
    """A paragraph."""
    return f"<p>{escape(text)}</p>"


def figures(named: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Figures, each with its name."""
    yield "<dl>"
    yield from (f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in named)
    yield "</dl>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table, which may be wider than the page. Its cells are markup already."""
    titles = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    yield f'<div class="wide"><table><thead><tr>{titles}</tr></thead><tbody>'
    yield from (f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    yield "</tbody></table></div>"
