"""How a game ended, as the journal has it."""

WON = "won"
LOST = "lost"
ABANDONED = "abandoned"
ENDED = frozenset({WON, LOST, ABANDONED})
