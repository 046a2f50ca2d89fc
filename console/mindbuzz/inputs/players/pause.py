"""How long people take before they do something: shortest and longest, spread evenly between."""

from typing import NamedTuple


class Pause(NamedTuple):
    """A time to think or to react. Pauses of one name go on as long as there is reason for them."""

    name: str
    shortest_ms: int
    longest_ms: int


# Together
WAKE = Pause("wake", 800, 3_000)
JOIN = Pause("join", 300, 2_500)
CHOOSE = Pause("choose", 500, 1_500)
HOLD_TOGETHER = Pause("hold together", 400, 1_800)
# A hand that steps to the next game is up again after a second; before that nobody knows that it means a start.
FOLLOW = Pause("follow", 1_100, 1_600)
GIVE_UP = Pause("give up", 5_000, 8_000)
READ_RESULT = Pause("read result", 2_000, 4_500)
LEAVE = Pause("leave", 5_000, 9_000)
ANSWER = Pause("answer", 700, 4_000)
# Within the time for two taps, and long enough for somebody to change their mind.
AGREE_TO_END = Pause("agree to end", 1_000, 2_500)

# Focus
LOOK_AT_CARDS = Pause("look at cards", 1_500, 4_500)
LAY_DOWN = Pause("lay down", 500, 1_800)
LET_GO = Pause("let go", 150, 700)
LAY_ANEW = Pause("lay anew", 800, 3_000)
BREATHE = Pause("breathe", 200, 900)
# Nobody reacts that fast; but people who lift together move in one rhythm rather than one after the other.
LIFT_TOGETHER = Pause("lift together", 10, 80)

# Stops and stars
STOP_FOR_STAR = Pause("stop for star", 300, 1_500)
STOP_TO_BREATHE = Pause("stop to breathe", 2_000, 12_000)
# Others give the one who stopped the time in which to ask for a star; some are too quick.
AFTER_STOP = Pause("after stop", 1_300, 2_800)
CONSENT = Pause("consent", 600, 2_500)
PATIENCE = Pause("patience", 6_000, 12_000)
PICK = Pause("pick", 600, 2_500)

# Real cards
# All read equally long, so that no hand lies there alone: that would take back what is on show.
READ_TOGETHER = Pause("read together", 3_000, 4_000)
LEAVE_ALONE = Pause("leave alone", 2_300, 3_000)
NOTICE = Pause("notice", 300, 1_500)
MARK = Pause("mark", 500, 1_500)
SAY_EMPTY = Pause("say empty", 300, 1_500)
COUNT_ERROR = Pause("count error", 1_200, 2_000)

# After any gesture a hand rests; longer than the guard against bouncing fingers.
REST = Pause("rest", 220, 320)
