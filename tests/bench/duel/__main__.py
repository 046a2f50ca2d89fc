"""usage: python -m tests.bench.duel [--write]

Two bouncing buttons, one a little before the other: who says so rightly? Prints its tables; --write also puts them
into the README. Takes about ten minutes, most of them MPF's, which is installed into an environment of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from tests.bench.duel.bounce import BEYOND, USUAL
from tests.bench.duel.heard import Peer
from tests.bench.duel.judge import Verdict, judged
from tests.bench.duel.peers import pinball
from tests.bench.duel.peers.gpiozero import LGPIO, MOCK, Gpiozero, attach_recipe
from tests.bench.duel.peers.mindbuzz import Mindbuzz
from tests.bench.duel.trace import Trace, duels, long_presses, sparks
from tests.bench.row import percentile
from tools.generated import put_between_markers
from tools.markdown import markdown_table
from tools.project_files import ROOT

README = ROOT / "README.md"

SEED = 2026
COUNT = 4_000
LEADS_US = (100, 300, 1_000, 3_000, 5_000)
SENSITIVITY = {"half": USUAL.scaled(0.5), "as above": USUAL, "double": USUAL.scaled(2), "gaps beyond limits": BEYOND}
SENSITIVITY_LEAD_US = 1_000

NOTHING = "–"
LEAST_SHOWN = 0.001

FAQ = ", tap and hold as in its FAQ"
PEERS: tuple[Peer, ...] = (
    Mindbuzz(),
    Gpiozero(10, LGPIO),
    Gpiozero(50, LGPIO),
    Gpiozero(10, MOCK),
    Gpiozero(50, MOCK),
    Gpiozero(0, MOCK),
    Gpiozero(0, MOCK, attach_recipe, FAQ),
    Gpiozero(50, LGPIO, attach_recipe, FAQ),
    pinball.Mpf(),
)

Rows = Iterable[tuple[str, ...]]


def rows_of_duels() -> Rows:
    """For every peer: its name, wrong-first at each lead, then what happened to the presses of all leads together."""
    traces = [duels(COUNT, lead_us, SEED) for lead_us in LEADS_US]
    long, noise = long_presses(COUNT, SEED), sparks(COUNT, SEED)
    for peer in PEERS:
        _say(f"{peer.name} ({peer.seam}) ...")
        verdicts = [_verdict(peer, trace) for trace in traces]
        lines, ghosts = _verdict(peer, long), _verdict(peer, noise)
        yield (f"{peer.name} ({peer.seam})", *map(_wrong_first, verdicts), *_presses(peer, verdicts, lines, ghosts))


def rows_of_sensitivity() -> Rows:
    """Wrong-first and lost or extra taps of each peer when switches bounce otherwise."""
    traces = [duels(COUNT, SENSITIVITY_LEAD_US, SEED, bounce) for bounce in SENSITIVITY.values()]
    for peer in PEERS:
        if isinstance(peer, pinball.Mpf):
            continue  # its handlers hear what gpiozero's hear, and it takes by far the longest
        verdicts = [_verdict(peer, trace) for trace in traces]
        cells = (f"{_wrong_first(v)}, {_share(v.missed + v.extra, v.presses)}" for v in verdicts)
        yield (f"{peer.name} ({peer.seam})", *cells)


def _verdict(peer: Peer, trace: Trace) -> Verdict:
    return judged(trace, peer.listen(trace))


def _wrong_first(verdict: Verdict) -> str:
    return _share(verdict.wrong_first, verdict.duels)


def _presses(peer: Peer, verdicts: list[Verdict], lines: Verdict, ghosts: Verdict) -> tuple[str, ...]:
    presses = sum(verdict.presses for verdict in verdicts)
    errors_us = [error for verdict in verdicts for error in verdict.stamp_errors_us]
    delays_us = [delay for verdict in verdicts for delay in verdict.delays_us]
    cpu_s, edges = (sum(counts) for counts in zip(*((v.cpu_s, v.edges) for v in verdicts), strict=True))
    return (
        _share(sum(verdict.missed for verdict in verdicts), presses),
        _share(sum(verdict.extra for verdict in verdicts), presses),
        _share(lines.confused, lines.long_presses) if peer.knows_holds else NOTHING,
        _share(ghosts.extra, COUNT),
        f"{_ms(percentile(errors_us, 0.5))} / {_ms(percentile(errors_us, 0.99))}",
        _ms(percentile(delays_us, 0.5)),
        f"{cpu_s / edges * 1e6:.1f} µs",
    )


def _share(count: int, of: int) -> str:
    if not count:
        return "0"
    return f"{count / of:.1%}" if count / of >= LEAST_SHOWN else f"< {LEAST_SHOWN:.1%}"


def _ms(duration_us: float) -> str:
    return f"{duration_us / 1000:.1f} ms"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


FIRST_HEAD = ("wrong first, by lead", *(f"{lead_us / 1000:g} ms" for lead_us in LEADS_US))
PRESSES_HEAD = (
    "all leads together",
    "taps lost",
    "taps made up",
    "tap/hold confused",
    "sparks heard",
    "stamp off, p50 / p99",
    "finger lifted → told, p50",
    "CPU per edge",
)
SENSITIVITY_HEAD = ("wrong first, lost or made up", *SENSITIVITY)


def tables() -> str:
    """Everything, as the README shows it."""
    rows = list(rows_of_duels())
    leads = len(LEADS_US) + 1
    first = markdown_table(FIRST_HEAD, (row[:leads] for row in rows))
    presses = markdown_table(PRESSES_HEAD, ((row[0], *row[leads:]) for row in rows))
    sensitivity = markdown_table(SENSITIVITY_HEAD, rows_of_sensitivity())
    lead = f"{SENSITIVITY_LEAD_US / 1000:g} ms"
    return f"{first}\n\n{presses}\n\nRebounds of other lengths, lead {lead}:\n\n{sensitivity}"


def main() -> None:
    pinball.make_ready()
    table = tables()
    print(table)
    if "--write" in sys.argv[1:]:
        command = "python -m tests.bench.duel --write"
        README.write_text(
            put_between_markers(README.read_text(encoding="utf-8"), "duels", table, command), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
