"""Scalable pictures: just enough to draw with, every number written alike on every machine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

Point = tuple[float, float]

FONT = "DejaVu Sans, Verdana, sans-serif"
VIEW_BOX = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')


def attributes(**values: object) -> str:
    """XML attributes; `stroke_width` is stroke-width."""
    return "".join(f' {name.replace("_", "-")}="{_number(value)}"' for name, value in values.items())


def _number(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else escape(str(value))


def tag(name: str, /, **values: object) -> str:
    return f"<{name}{attributes(**values)}/>"


def text(x: float, y: float, words: str, size: float = 3, **values: object) -> str:
    return f"<text{attributes(x=x, y=y, font_size=size, font_family=FONT, **values)}>{escape(words)}</text>"


def line(x1: float, y1: float, x2: float, y2: float, **values: object) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, **values)


def rect(x: float, y: float, width: float, height: float, **values: object) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, **values)


def circle(x: float, y: float, radius: float, **values: object) -> str:
    return tag("circle", cx=x, cy=y, r=radius, **values)


def rounded(course: Sequence[Point], radius: float) -> str:
    """A path from point to point with round corners."""
    path = f"M{course[0][0]:g} {course[0][1]:g}"
    for before, corner, after in zip(course, course[1:], course[2:], strict=False):
        into, out = _towards(corner, before, radius), _towards(corner, after, radius)
        path += f"L{into[0]:.4g} {into[1]:.4g}Q{corner[0]:.4g} {corner[1]:.4g} {out[0]:.4g} {out[1]:.4g}"
    return path + f"L{course[-1][0]:g} {course[-1][1]:g}"


def _towards(corner: Point, other: Point, most: float) -> Point:
    across, along = other[0] - corner[0], other[1] - corner[1]
    length = (across**2 + along**2) ** 0.5
    part = min(most / length, 0.5) if length else 0
    return corner[0] + across * part, corner[1] + along * part


def picture(
    width: float, height: float, shapes: Iterable[str], title: str, *, scale: float = 1, unit: str = ""
) -> bytes:
    """A whole file on white. Sizes are user units; `scale` says how many pixels, or of what `unit`, one of them is."""
    head = attributes(
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{round(width * scale, 2):g}{unit}",
        height=f"{round(height * scale, 2):g}{unit}",
    )
    lines = [f"<svg{head}>", f"<title>{escape(title)}</title>", rect(0, 0, width, height, fill="white"), *shapes]
    return ("\n".join([*lines, "</svg>"]) + "\n").encode()


def on_white(drawing: bytes, margin: float = 10) -> bytes:
    """A picture that somebody else drew, with a white ground and a margin: pages may be dark, letters wider."""
    found = VIEW_BOX.search(drawing.decode())
    if not found:
        raise ValueError("no viewBox in this SVG")
    x, y, width, height = (float(number) for number in found.groups())
    box = {"x": x - margin, "y": y - margin, "width": width + 2 * margin, "height": height + 2 * margin}
    head = attributes(
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(f"{round(value, 2):g}" for value in box.values()),
        width=box["width"] * 1.33,
        height=box["height"] * 1.33,
    )
    inside = drawing[drawing.index(b">", drawing.index(b"<svg")) + 1 :]
    return f"<svg{head}>\n{tag('rect', **box, fill='white')}\n".encode() + inside.rstrip() + b"\n"
