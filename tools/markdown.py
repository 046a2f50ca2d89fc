"""Lists and tables as Markdown has them."""

from __future__ import annotations

from collections.abc import Iterable


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in numbers)


def markdown_table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)
