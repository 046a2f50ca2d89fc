"""The screens beside people's own cards: each says what is so now, and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from mindbuzz.core.events import EndAsked
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import SETUP, Kind
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.rehearsal import Deal, Rehearsal, Sample
from mindbuzz.screens.samples import BESIDE, BESIDE_BLIND, CLASSIC, LAST
from mindbuzz.screens.texts import LANGUAGES, texts_of
from tests.screens.reading import says

TEXTS = texts_of("en")
HALF_A_MINUTE_US = 30_000_000


def frame(sample: Sample, language: str = "en") -> Image.Image:
    return picture(sample.view, texts_of(language), sample.now_us)


def reads(sample: Sample, key: str) -> bool:
    return says(frame(sample), TEXTS(key))


def pages(sample: Sample) -> list[Sample]:
    """The screen as it is, and as it will be whenever it changes by itself, for half a minute."""
    found = [sample]
    while (due_us := picture_due_us(*found[-1])) is not None and due_us - sample.now_us < HALF_A_MINUTE_US:
        found.append(sample._replace(now_us=due_us))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_to_take_something_back_stays_as_long_as_it_can_be_done(
    all_samples: dict[str, Sample], language: str
) -> None:
    """On every page, also while it is asked whether the game shall end."""
    texts = texts_of(language)
    could = 0
    for name, sample in all_samples.items():
        table = sample.view.table
        if table.real_cards is None or table.progress is not None:
            continue
        for asked in (False, table.phase is Phase.FOCUS):
            seen = sample._replace(view=replace(sample.view, table=replace(table, end_asked=asked)))
            for page in pages(seen):
                assert says(frame(page, language), texts("undo_long")) == table.real_cards.can_undo, name
        could += table.real_cards.can_undo
    assert could > 5


def stopped(deal: Deal) -> Rehearsal:
    return deal.begun().focus().down(2).wait(650)


def test_a_stop_says_what_letting_go_leads_to() -> None:
    """To the question whether there was a mistake, unless it shows when the pile is turned over."""
    for deal, mistake in ((BESIDE, True), (BESIDE_BLIND, False)):
        for stars in (0, 1):
            sample = stopped(replace(deal, stars=stars)).seen_by(2)
            assert reads(sample, "own_stop_let_go") == mistake
            assert reads(sample, "stop_let_go") == (not mistake)
            assert reads(sample, "stop_no_star") == (not stars)


@pytest.mark.parametrize("deal", [BESIDE, BESIDE_BLIND, CLASSIC], ids=["real cards", "face down", "dealt"])
@pytest.mark.parametrize("stars", [0, 1])
def test_nobody_is_told_to_let_go_while_all_hands_lie_there(deal: Deal, stars: int) -> None:
    game = replace(deal, stars=stars).begun().focus().down(2).wait(650)
    game.down(*(seat for seat in game.game.joined if seat != 2)).wait(100)
    assert game.game.phase is Phase.STOP

    assert reads(game.seen_by(2), "focus_hold")
    assert not any(reads(game.seen_by(2), key) for key in ("stop_let_go", "own_stop_let_go", "stop_keep"))


def test_a_stop_for_a_mistake_is_offered_only_where_one_can_be_marked() -> None:
    assert reads(BESIDE.begun().focus().seen_by(1), "own_stop_for")
    assert not reads(BESIDE_BLIND.begun().focus().seen_by(1), "own_stop_for")


def test_how_soon_a_star_is_asked_for_is_seen_filling_up() -> None:
    game = stopped(BESIDE)
    shown = {frame(page).tobytes() for page in pages(game.seen_by(2))}

    assert len(shown) > 10
    assert reads(game.seen_by(2), "stop_keep")


def test_what_to_lay_aside_is_told_when_all_have_agreed_and_not_before() -> None:
    question = stopped(BESIDE).wait(1_500)
    agreeing = stopped(BESIDE).wait(1_500).down(1, 3).wait(800)
    thrown = stopped(BESIDE).wait(1_500).down(1, 3).wait(1_600)

    told = [reads(game.seen_by(1), "own_lowest") for game in (question, agreeing, thrown)]
    assert told == [False, False, True]


def test_where_a_mistake_is_asked_for_the_bar_says_what_hands_answer() -> None:
    asked = stopped(BESIDE).up(2).wait(300)
    assert reads(asked.seen_by(1), "mark_no")
    assert not reads(asked.seen_by(1), "focus_lay")

    marked = asked.tap(3)
    assert reads(marked.seen_by(1), "marked_lay")


@pytest.mark.parametrize("deal", [BESIDE, LAST], ids=["real cards", "dealt"])
def test_hands_that_do_not_count_are_told_to_come_up_first(deal: Deal) -> None:
    if deal is BESIDE:
        game = deal.begun().focus().tap(1, 2, 3).wait(300).down(1, 2, 3).wait(700)
    else:
        game = replace(deal, level=1, white=((5,), (9,))).begun().focus().tap(1).down(1, 2).wait(80).up(2).wait(4_000)
    assert game.game.phase is Phase.FOCUS

    assert reads(game.seen_by(1), "focus_again")
    assert reads(game.up(1).seen_by(1), "focus_lay")


ENDS = {
    "won": replace(LAST, white=((7,), (10,))),
    "won, real cards": replace(BESIDE, kind=Kind.COMPANION_BLIND, white=((), ()), level=SETUP[2].levels),
    "lost": replace(LAST, white=((50,), (10,)), lives=1),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_short_press_is_offered_as_soon_as_it_works_and_not_before(name: str) -> None:
    game = ENDS[name].begun().focus().tap(1, 2)
    if game.game.phase is Phase.CHECK:
        game.wait(300).down(1, 2).wait(700).up(1, 2)
    assert game.game.phase in (Phase.VICTORY, Phase.DEFEAT)
    began_us = game.game.began_us
    for waited_ms in (0, 1_000, 3_900, 4_001, 7_000, 12_000, 20_000):
        now_us = max(game.now_us, began_us + waited_ms * 1_000)
        sample = game.seen_by(1)._replace(now_us=now_us)
        offered = reads(sample, "end_short") or reads(sample, "end_leave")
        later = Rehearsal(game.game).wait((now_us - game.now_us) // 1_000 + 1)
        leaves = later.tap(1, apart_ms=0).game.phase is Phase.LOBBY
        asks = reads(sample, "end_challenge_title")  # that takes turns with the way out
        assert offered == leaves or (leaves and asks), waited_ms


def test_a_mistake_that_is_marked_while_the_end_is_asked_for_is_seen() -> None:
    game = stopped(BESIDE).up(2).send(EndAsked(0))
    assert reads(game.seen_by(1), "end_title")
    assert reads(game.seen_by(1), "end_or_mistake")

    marked = game.tap(3)
    assert reads(marked.seen_by(1), "end_title")
    assert reads(marked.seen_by(1), "marked_title")
    assert reads(marked.seen_by(1), "marked_lay")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3])
def test_the_end_is_asked_for_on_a_page_of_its_own(seats: int, language: str) -> None:
    """By turns with what to deal; nobody has to read both at once."""
    texts = texts_of(language)
    sample = replace(BESIDE, white=((),) * seats).begun().seen_by(1)
    asked = sample._replace(view=replace(sample.view, table=replace(sample.view.table, end_asked=True)))
    shown = [frame(page, language) for page in pages(asked)]
    answer = texts("end_yes_two" if seats == 2 else "end_yes")

    assert any(says(image, texts("end_title")) for image in shown)
    assert any(says(image, texts("guide_shuffle")) for image in shown)
    for image in shown:
        assert says(image, texts("end_title")) == says(image, answer) != says(image, texts("guide_shuffle"))
