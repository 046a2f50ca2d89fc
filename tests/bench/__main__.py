"""usage: python -m tests.bench [--write]

Measures and prints one table; --write also puts it into the README.
"""

from __future__ import annotations

import sys

from tests.bench import lamp, pod, replaying, start, web, wire
from tests.bench.row import Row
from tools.generated import put_between_markers
from tools.markdown import markdown_table
from tools.project_files import ROOT

PARTS = (replaying, lamp, start, wire, web, pod)
README = ROOT / "README.md"


def measured() -> list[Row]:
    """Every row; takes about a minute."""
    rows: list[Row] = []
    for part in PARTS:
        print(f"{part.__name__} ...", file=sys.stderr, flush=True)
        rows.extend(part.rows())
    return rows


def main() -> None:
    table = markdown_table(("what", "mindbuzz", "beside", "ratio"), measured())
    print(table)
    if "--write" in sys.argv[1:]:
        text = put_between_markers(README.read_text(encoding="utf-8"), "bench", table, "python -m tests.bench --write")
        README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
