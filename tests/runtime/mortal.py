"""usage: python -m tests.runtime.mortal FOLDER KIND SEATS SEED KILLS

Lets careful players play in a process that is killed with SIGKILL after a random time, and another go on, until so
many were killed; then lets the last game end. Forked from one that has everything imported, so that a life takes
moments and not a second. For each game it prints a line of JSON: its file, its deaths, and how the last life ended.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from mindbuzz.core.cards import card_name
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.service import boot_id
from tests.runtime.careful import OVER, hands_told, play_on
from tests.runtime.desk import Desk, config_of

LONGEST_LIFE_S = 0.15


def main() -> None:
    folder, kind, seats, seed, kills = Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:6])
    chance = random.Random(seed)
    number = died = 0
    while died < kills:
        file = folder / f"{kind}-{seats}-{seed}-{number}.sqlite"
        deaths = 0
        while died + deaths < kills and live(file, kind, seats, chance.uniform(0, LONGEST_LIFE_S)) == -signal.SIGKILL:
            deaths += 1
        last = live(file, kind, seats, None)
        sys.stdout.write(f"{json.dumps({'file': file.name, 'deaths': deaths, 'last': last})}\n")
        sys.stdout.flush()
        died += deaths
        number += 1


def live(file: Path, kind: str, seats: int, for_s: float | None) -> int:
    """One life: the exit status, or the signal that ended it, negative. Without `for_s` nobody ends it."""
    child = os.fork()
    if child == 0:
        try:
            one_life(file, kind, seats)
        except BaseException as error:
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            sys.stderr.flush()
            os._exit(1)
        os._exit(0)
    if for_s is not None:
        time.sleep(for_s)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def one_life(file: Path, kind: str, seats: int) -> None:
    """Whatever was told before is there; then play on."""
    journal = Journal(file, boot_id=boot_id(), alone=True, insist=True)
    going_on = journal.unfinished_game()
    if journal.games() and going_on is None:
        return  # its last life was long enough
    desk = Desk(journal, config=config_of(seats, game=kind))
    assert journal.trouble is None, journal.trouble
    if going_on is not None and desk.phase() not in OVER:
        hands = {str(seat): [card_name(card) for card in hand] for seat, hand in desk.hands().items()}
        assert hands == hands_told(journal.outcomes(going_on.id)), "other hands"
    for _ in play_on(desk):
        continue
    desk.close()


if __name__ == "__main__":
    main()
