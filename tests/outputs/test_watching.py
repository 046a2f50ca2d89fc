"""Watching in the terminal: screens as they are, sentences in which nobody's secret is told."""

from __future__ import annotations

import io
import re

from PIL import Image
from rich.console import Console

from mindbuzz.core import outcomes as told
from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.rules import Kind
from mindbuzz.core.views import views
from mindbuzz.outputs.narration import SENTENCES, sentence
from mindbuzz.outputs.telling import Telling
from mindbuzz.outputs.watching import BRAILLE, Watching, braille
from mindbuzz.runtime.outcome_lines import ALL_LINES
from mindbuzz.screens.texts import texts_of
from tests.games import Run, Setup

CARD = Card(Pile.CLASSIC, 42)


def undone(lines: list[str]) -> Image.Image:
    """The picture that lines of braille show."""
    dots = {(0, 0): 1, (0, 1): 2, (0, 2): 4, (1, 0): 8, (1, 1): 16, (1, 2): 32, (0, 3): 64, (1, 3): 128}
    image = Image.new("1", (2 * len(lines[0]), 4 * len(lines)))
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            for (x, y), bit in dots.items():
                image.putpixel((2 * column + x, 4 * row + y), 255 if (ord(character) - BRAILLE) & bit else 0)
    return image


def test_braille_shows_every_dot_of_a_picture_and_no_other() -> None:
    picture = Image.frombytes("1", (128, 64), bytes(n * 37 % 251 for n in range(128 * 64 // 8)))

    assert undone(braille(picture)).tobytes() == picture.tobytes()


def started(run: Run) -> Run:
    run.all_hands(down=True)
    run.wait(600_000)
    run.all_hands(down=False)
    run.wait(300_000)
    return run


def told_of(run: Run) -> str:
    stream = io.StringIO()
    telling = Telling(Console(file=stream, width=40))
    for number, step in enumerate(run.steps):
        seats, table = views(step.game)
        telling.show(seats, table, step.outcomes, number)
        telling.refresh(number)
    telling.close()
    return stream.getvalue()


def test_a_game_is_told_one_line_for_each_thing_that_happened_with_its_time() -> None:
    run = started(Run(Setup(seats=(1, 2))))
    run.tap(min((hand[0].value, seat) for seat, hand in run.game.cards.hands.items())[1])
    lines = told_of(run).splitlines()

    assert len(lines) == sum(sentence(outcome) is not None for outcome in run.outcomes)
    assert all(re.fullmatch(r" *\d+\.\d{3} s  \S.*", line) for line in lines)
    assert "hands lift, play starts" in lines[-2]


def test_a_deal_tells_no_card() -> None:
    run = Run(Setup(seats=(1, 2), level=9))

    text = told_of(run)

    assert "level 9 is dealt" in text
    hands = [str(card.value) for hand in run.game.cards.hands.values() for card in hand]
    assert not set(re.findall(r"\d+", text.partition("dealt")[2])) & set(hands) - {"1", "2", "0"}


def test_a_card_that_lies_face_down_stays_unnamed() -> None:
    assert sentence(told.CardPlayed(0, 1, CARD, face_up=True)) == "seat 1 plays 42"
    assert sentence(told.CardPlayed(0, 1, CARD, face_up=False)) == "seat 1 plays a card face down"


def test_a_colour_that_was_armed_is_its_owner_s_business() -> None:
    assert sentence(told.ColourArmed(0, 1, Pile.RED)) is None


def test_every_outcome_has_a_sentence_or_is_left_out_on_purpose() -> None:
    assert set(ALL_LINES) - set(SENTENCES) == {told.HandsLifted, told.ColourArmed, told.TapsTied}


def test_the_watched_table_shows_every_seat_and_what_happened() -> None:
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, width=300, height=60)
    run = started(Run(Setup(seats=(1, 2))))
    watching = Watching(console, texts_of("en"))
    outcomes: list[Outcome] = [told.GameStarted(0, Kind.CLASSIC, (1, 2), 7), told.PlayStarted(0)]
    seats, table = views(run.game)
    watching.show(seats, table, outcomes, run.game.at_us)
    watching.refresh(run.game.at_us)
    watching.close()
    text = stream.getvalue()

    assert "seat 1" in text
    assert "seat 2" in text
    assert "hands lift, play starts" in text
    assert watching.due_us is None
    assert re.search(f"[{chr(BRAILLE + 1)}-{chr(BRAILLE + 255)}]", text)
