"""The screens after a level and after a game, and on the way out of one: why it ended, and what leads on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from mindbuzz.core.events import EndAsked
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.rehearsal import Deal, Rehearsal, Sample
from mindbuzz.screens.samples import BESIDE, BESIDE_LAST, CLASSIC, ENDING, LAST
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.screens.timeline import placed
from tests.screens.reading import says

TEXTS = texts_of("en")
LOST_BLIND = Deal(Kind.BLIND, white=((40, 55), (54, 81)), level=2, lives=2)
SECOND_US = 1_000_000
CYCLE_US = 60 * SECOND_US


def frame(sample: Sample) -> Image.Image:
    return picture(sample.view, TEXTS, sample.now_us)


def bar(sample: Sample) -> Image.Image:
    return frame(sample).crop((0, 52, 128, 64))


def pages(sample: Sample) -> list[Sample]:
    """The screen as it is, and as it will be whenever it changes by itself, for a minute."""
    found = [sample]
    while (due_us := picture_due_us(*found[-1])) is not None and due_us - sample.now_us < CYCLE_US:
        found.append(sample._replace(now_us=due_us))
    return found


def dark_on_lit(sample: Sample, text: str) -> bool:
    return says(ImageChops.invert(frame(sample)), text)


def any_says(sample: Sample, text: str) -> bool:
    return any(says(frame(page), text) for page in pages(sample))


# --- why it ended ---


def test_a_game_lost_face_down_shows_which_cards_lay_too_late() -> None:
    lost = LOST_BLIND.begun().focus().tap(2, 2, 1, 1)
    seen = lost.seen_by(1)

    assert seen.view.table.phase is Phase.DEFEAT
    judged = [page for page in pages(seen) if says(frame(page).crop((64, 0, 128, 12)), "-2")]
    assert judged
    assert all(says(frame(page), "54") and says(frame(page), "81") for page in judged)
    assert all(dark_on_lit(page, "40") and dark_on_lit(page, "55") for page in judged)
    assert not any_says(seen, TEXTS("defeat_hands"))


def test_the_picture_of_a_level_marks_what_lay_too_late() -> None:
    table = LOST_BLIND.begun().focus().tap(2, 2, 1, 1).seen_by(1).view.table
    late = frozenset(card for told in table.shown[:1] for error in told.errors for card in error.late)  # type: ignore[union-attr]

    assert {card.value for card in late} == {40, 55}
    assert {mark.card for _, _, mark in placed(table.timeline, late) if mark.lost} == late
    assert not any(mark.lost for _, _, mark in placed(table.timeline))


def test_cards_that_the_last_mistake_has_shown_are_not_left() -> None:
    one_left = Deal(white=((3, 9), (1, 6)), level=2, lives=1).begun().focus().tap(1).seen_by(1)
    none_left = Deal(white=((3,), (1,)), lives=1).begun().focus().tap(1).seen_by(1)

    assert one_left.view.table.phase is none_left.view.table.phase is Phase.DEFEAT
    hands = [page for page in pages(one_left) if says(frame(page), TEXTS("defeat_hands"))]
    assert hands
    assert all(says(frame(page), "6") and not says(frame(page).crop((0, 10, 128, 52)), "1") for page in hands)
    assert not any_says(none_left, TEXTS("defeat_hands"))


def test_a_level_that_a_star_ended_has_its_picture_until_the_next_deal() -> None:
    game = Deal(white=((5,), (9,), (40,)), stars=1, lives=3).begun().focus().down(2).wait(1050 + 1500)
    seen = game.down(1, 3).wait(1600).seen_by(1)
    table = seen.view.table
    without = replace(seen.view, table=replace(table, timeline=()))

    assert table.phase is Phase.LEVEL
    last = seen._replace(now_us=table.began_us + 3_999_000)
    assert frame(last).tobytes() != frame(last._replace(view=without)).tobytes()


# --- what leads on ---


def test_after_a_victory_one_screen_says_both_ways_and_when_a_press_works() -> None:
    won = ENDING.begun().focus().tap(1, 2, 1, 2, 1, 2, 1).seen_by(1)
    table = won.view.table
    assert table.phase is Phase.VICTORY

    for page in pages(won):
        left_s = -((page.now_us - table.leave_from_us) // SECOND_US)
        short = TEXTS("end_leave") if left_s <= 0 else TEXTS("end_leave_in", seconds=left_s)
        assert says(bar(page), short)
        assert says(bar(page), TEXTS("end_all_yes"))
        assert says(frame(page), TEXTS("end_challenge_title"))


def test_a_hand_that_waits_for_the_others_sees_whose_is_missing() -> None:
    ended = ENDING.begun().focus().tap(1, 2, 1, 2, 1, 2, 1)
    first = bar(Rehearsal(ended.game).wait(500).down(1).wait(300).seen_by(1)).tobytes()
    other = bar(Rehearsal(ended.game).wait(500).down(2).wait(300).seen_by(1)).tobytes()

    assert first != other


def test_hands_that_lay_there_before_the_end_are_told_to_lift() -> None:
    ended = BESIDE_LAST.begun().focus().tap(1, 2, 3).wait(300).down(1, 2, 3).wait(700)

    assert ended.game.phase is Phase.VICTORY
    assert says(bar(ended.seen_by(1)), TEXTS("focus_again"))
    assert not says(bar(ended.up(1, 2, 3).seen_by(1)), TEXTS("focus_again"))


# --- on the way out ---


@pytest.mark.parametrize(("deal", "key"), [(CLASSIC, "end_tapped"), (LAST, "end_tapped_two")])
def test_a_first_tap_says_what_it_waits_for_as_long_as_it_does(deal: Deal, key: str) -> None:
    tapped = deal.begun().send(EndAsked(0)).tap(2)
    seen = tapped.seen_by(1)

    assert says(frame(seen), TEXTS(key))
    until_us = seen.view.table.end_tapped_until_us
    assert until_us == seen.now_us + 5 * SECOND_US
    assert picture_due_us(*seen) == until_us
    assert not says(frame(seen._replace(now_us=until_us)), TEXTS(key))


def test_the_lobby_says_that_a_game_was_ended_until_somebody_presses() -> None:
    ended = LAST.begun().send(EndAsked(0)).tap(2, 2)
    assert ended.game.phase is Phase.LOBBY

    assert says(frame(ended.seen_by(1)), TEXTS("lobby_ended"))
    assert not says(frame(ended.seen_by(1).later(6000)), TEXTS("lobby_ended"))
    assert not says(frame(ended.down(1).up(1).tap(1).seen_by(1)), TEXTS("lobby_ended"))


# --- a star that was refused ---


def asked(deal: Deal) -> Rehearsal:
    return deal.begun().focus().down(2).wait(1050 + 1500)


@pytest.mark.parametrize("deal", [CLASSIC, BESIDE])
def test_a_star_that_was_refused_says_so_until_play(deal: Deal) -> None:
    refused = asked(deal).up(2)
    timed_out = asked(deal).wait(15_000)

    assert refused.game.phase is timed_out.game.phase is Phase.FOCUS
    assert refused.seen_by(1).view.table.refused_by == (2,)
    assert timed_out.seen_by(1).view.table.refused_by == ()
    assert says(frame(refused.seen_by(1)), TEXTS("star_refused"))
    assert says(frame(timed_out.seen_by(1)), TEXTS("star_timed_out"))
    again = timed_out.up(2).focus().down(1).wait(1050)
    assert again.seen_by(1).view.table.refused_by is None


# --- beside real cards ---


def test_the_row_above_names_the_level_that_was_done() -> None:
    done = BESIDE.begun().focus().tap(1, 2, 3).wait(300).down(1, 2, 3).wait(700).seen_by(1)

    told, next_deal = pages(done)[:2]
    assert says(frame(told), TEXTS("level_done", level=2))
    assert says(frame(told), TEXTS("level_short", level=2, last=10))
    assert says(frame(next_deal), TEXTS("level_short", level=3, last=10))


@pytest.mark.parametrize("language", LANGUAGES)
def test_waiting_says_no_to_a_star_there_too(language: str) -> None:
    texts = texts_of(language)
    for deal in (CLASSIC, BESIDE):
        seen = asked(deal).seen_by(1)
        assert says(picture(seen.view, texts, seen.now_us), texts("star_wait"))
