"""What browsers may be shown: the hardware's own pictures, covered ones without a secret, lamps as they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import LettingGo, SeatView, covered
from mindbuzz.outputs.browser import Change, Showcase
from mindbuzz.screens.canvas import HEIGHT, WIDTH
from mindbuzz.screens.hand import leaves_line_free
from mindbuzz.screens.lamp import lamp
from mindbuzz.screens.layout import LINE, STATUS
from mindbuzz.screens.picture import picture
from mindbuzz.screens.play import LETTING_GO
from mindbuzz.screens.samples import samples
from mindbuzz.screens.texts import texts_of

ENGLISH = texts_of("en")
SAMPLES = samples()
FRAME_BYTES = 128 * 64 // 8


def shown(name: str) -> tuple[Showcase, SeatView, int]:
    view, now_us = SAMPLES[name]
    showcase = Showcase([view.seat], ENGLISH)
    showcase.show({view.seat: view}, view.table, (), now_us)
    return showcase, view, now_us


@pytest.mark.parametrize("name", SAMPLES)
def test_an_open_frame_is_the_picture_of_the_hardware(name: str) -> None:
    showcase, view, now_us = shown(name)
    frame = showcase.frame(view.seat, is_open=True)

    assert frame == picture(view, ENGLISH, now_us).tobytes()
    assert len(frame) == FRAME_BYTES


# Where a player's screen shows their cards to them alone.
WITH_HANDS = frozenset(
    {Phase.FOCUS, Phase.LOCKED, Phase.PLAY, Phase.STOP, Phase.QUESTION, Phase.CHOICE, Phase.MISTAKE, Phase.STAR}
)
OTHER_CARDS = (Card(Pile.CLASSIC, 1), Card(Pile.CLASSIC, 99))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_covered_frame_tells_of_no_card(name: str) -> None:
    """Whatever the hand is, armed, picked or about to be played, it looks the same."""
    showcase, view, now_us = shown(name)
    other = replace(view, hand=OTHER_CARDS, armed=Pile.RED, letting_go=LettingGo.TOGGLES, pick=OTHER_CARDS[0])
    showcase_of_other = Showcase([view.seat], ENGLISH)
    showcase_of_other.show({view.seat: other if view.hand else view}, view.table, (), now_us)

    assert showcase.frame(view.seat, is_open=False) == showcase_of_other.frame(view.seat, is_open=False)


@pytest.mark.parametrize("name", SAMPLES)
def test_only_hands_are_covered(name: str) -> None:
    """In the lobby, and wherever else no hand is shown, all lies open."""
    showcase, view, _ = shown(name)
    many_aside = name == "mistake, many set aside"  # there those cover the hand

    assert showcase.has_secret(view.seat) == (bool(view.hand) and view.table.phase in WITH_HANDS and not many_aside)


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("name", SAMPLES)
def test_what_everyone_may_read_is_never_covered(name: str, language: str) -> None:
    """The rows of the status, the line and the bar; what a press does there may depend on the hand alone."""
    view, now_us = SAMPLES[name]
    texts = texts_of(language)
    is_open, is_covered = picture(view, texts, now_us), picture(covered(view), texts, now_us)
    below = LINE.top + 1
    own = view.letting_go in LETTING_GO or (view.pick is not None)
    one_colour = view.hand and len(view.table.piles) > len({card.pile for card in view.hand})
    dense = view.hand and not leaves_line_free(view)
    rows = [(0, 0, WIDTH, STATUS.bottom)]
    if not (own or one_colour or dense):
        rows.append((0, below, WIDTH, HEIGHT))
    for box in rows:
        if not (dense and box[1] == 0):
            assert is_open.crop(box).tobytes() == is_covered.crop(box).tobytes()


@pytest.mark.parametrize("name", SAMPLES)
def test_lamps_are_as_bright_as_the_hardware(name: str) -> None:
    showcase, view, now_us = shown(name)

    assert showcase.levels == {view.seat: lamp(view).level(now_us)}


def test_a_press_lights_its_lamp_at_once() -> None:
    showcase, view, _ = shown("lobby, two")
    changes: list[Change] = []
    showcase.watch(changes.append)
    showcase.pressed(frozenset({view.seat, 9}))

    assert showcase.levels == {view.seat: 1.0}
    assert changes == [Change.LAMPS]


def test_without_watchers_nothing_moves() -> None:
    showcase, _, now_us = shown("attract")
    end = showcase.watch(lambda change: None)
    watched_due_us = showcase.due_us
    end()

    assert watched_due_us is not None
    assert watched_due_us >= now_us
    assert showcase.due_us is None


def test_a_moving_lamp_draws_no_picture_anew() -> None:
    showcase, _, _ = shown("focus, hand missing")
    showcase.watch(lambda change: None)
    version, levels = showcase.version, showcase.levels
    while showcase.levels == levels:
        due_us = showcase.due_us
        assert due_us is not None
        showcase.refresh(due_us)

    assert showcase.version == version
