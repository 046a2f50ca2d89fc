"""How well a table plays together: figures of its sense of time and of its trust."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Skill:
    """How well people keep time.

    `tempo_s` are seconds per number; each person has their own, apart by a log-SD of `mismatch`. Every wait is off
    by a log-SD of `sigma`. `drift`: how far a foreign card pulls the own tempo towards the one it was played at.
    `reaction_s`: from seeing a card to being able to press, shortest and longest. `exponent`: waits grow a little
    slower than gaps. `asks`: how likely someone with a hand that is worth a star stops to ask for one; `trust`: how
    likely someone without consents; `breath`: how likely someone stops only to refocus, once in every stretch of play.
    """

    mismatch: float
    sigma: float
    drift: float
    asks: float
    trust: float
    breath: float
    tempo_s: float = 0.3
    reaction_s: tuple[float, float] = (0.3, 0.5)
    exponent: float = 0.9


# Tempo and exponent: 21 people in one recorded experiment (veghcsanad/The-Mind) waited about 0.33 s times the gap
# to the power of 0.87, their tempi apart by a log-SD of 0.35; 70 % of their levels were clean, which takes a sigma of
# 0.2 to 0.3. Better tables than theirs, asking and trust are guesses: see in the tests how often each table wins.
SKILLS = {
    "novice": Skill(mismatch=0.35, sigma=0.30, drift=0.10, asks=0.15, trust=0.5, breath=0.04),
    "normal": Skill(mismatch=0.15, sigma=0.20, drift=0.15, asks=0.35, trust=0.75, breath=0.03),
    "expert": Skill(mismatch=0.05, sigma=0.08, drift=0.20, asks=0.6, trust=0.95, breath=0.01),
}
