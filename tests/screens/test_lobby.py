"""The lobby's screens: nobody stumbles out of it, and what is new shows at once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from mindbuzz.core.game import new_console
from mindbuzz.core.rules import PLAYED_BESIDE, SEATS, Kind
from mindbuzz.core.settings import Settings
from mindbuzz.screens.lobby import BASICS, BASICS_US, OFFER_US
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.rehearsal import Rehearsal, Sample
from mindbuzz.screens.texts import LANGUAGES, texts_of
from tests.screens.reading import says

TEXTS = texts_of("en")
MINUTES = 3


def lobby(kind: Kind = Kind.CLASSIC, *, lock_game: bool = False) -> Rehearsal:
    return Rehearsal(new_console(SEATS, Settings(lock_game=lock_game), kind=kind))


def frame(sample: Sample, language: str = "en") -> Image.Image:
    return picture(sample.view, texts_of(language), sample.now_us)


def pages(sample: Sample) -> list[Sample]:
    """The screen as it is, and as it will be whenever it changes by itself, until attract would come."""
    found = [sample]
    while len(found) < 100:
        due_us = picture_due_us(found[-1].view, found[-1].now_us)
        if due_us is None or due_us - sample.now_us > MINUTES * 60_000_000:
            break
        found.append(Sample(sample.view, due_us))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", Kind)
def test_every_page_of_the_lobby_says_what_a_press_does_there(kind: Kind, language: str) -> None:
    """A press that how to play invites to must surprise nobody by what it does in the lobby."""
    texts = texts_of(language)
    shown = pages(lobby(kind).tap(1, 3).seen_by(1))

    assert len(shown) > len(BASICS[kind])
    for sample in shown:
        bar = frame(sample, language).crop((0, 52, 128, 64))
        assert says(bar, texts("lobby_leave"))
        assert says(bar, texts("lobby_next_game"))


@pytest.mark.parametrize("joined", [(1,), (1, 2), (1, 2, 3)])
def test_how_to_start_is_told_only_to_those_who_can(joined: tuple[int, ...]) -> None:
    """On every page; a player alone is told that one more is needed."""
    for sample in pages(lobby().tap(*joined).seen_by(1)):
        image = frame(sample)
        assert says(image, TEXTS("lobby_start")) == (len(joined) > 1)
        assert says(image, TEXTS("lobby_alone")) == (len(joined) == 1)


@settings(max_examples=25)
@given(waited_ms=st.integers(1, 40_000), chooser=st.sampled_from(SEATS))
def test_another_game_shows_its_name_at_once(waited_ms: int, chooser: int) -> None:
    """Whichever page was on, and whoever chose."""
    console = lobby().tap(1, 3).wait(waited_ms).down(chooser).wait(700).up(chooser)
    kinds = tuple(Kind)
    for seat in (1, 2, 3):
        image = frame(console.seen_by(seat))
        assert says(image, TEXTS(f"kind_{console.game.kind.value}"))
        assert says(image, TEXTS("lobby_chosen", number=kinds.index(console.game.kind) + 1, count=len(kinds)))


@pytest.mark.parametrize("kind", Kind)
def test_how_to_play_is_told_of_the_game_that_is_on_offer(kind: Kind) -> None:
    console = lobby(kind).tap(1, 3)
    for page, (title, how) in enumerate(BASICS[kind]):
        image = frame(console.seen_by(1).later((OFFER_US + page * BASICS_US) // 1000))
        assert says(image, TEXTS(title))
        assert says(image, TEXTS(how))


@pytest.mark.parametrize("kind", Kind)
def test_a_press_says_what_it_would_be_in_that_game(kind: Kind) -> None:
    """With real cards it plays none: it says that a hand is empty."""
    image = frame(lobby(kind).tap(1, 2).down(1).wait(200).seen_by(1))

    assert says(image, TEXTS("practice_short_empty")) == (kind in PLAYED_BESIDE)
    assert says(image, TEXTS("practice_short_armed")) == (kind is Kind.EXTREME)
    assert says(image, TEXTS("practice_short_plays")) == (kind in (Kind.CLASSIC, Kind.BLIND))


def test_where_the_game_is_fixed_nobody_is_offered_another() -> None:
    console = lobby(lock_game=True).tap(1, 2)
    for sample in [*pages(console.seen_by(1)), console.seen_by(3)]:
        assert not says(frame(sample), TEXTS("lobby_next_game"))
    held = console.down(1).wait(700).seen_by(1)

    assert says(frame(held), TEXTS("practice_nothing"))


LETTING_GO = ("practice_join", "practice_leave", "practice_next", "practice_calm", "practice_nothing")


@settings(max_examples=60)
@given(data=st.data())
def test_what_letting_go_is_said_to_do_is_what_it_does(data: st.DataObject) -> None:
    """Joined or not, slow or quick, alone or beside others, with the game fixed or not."""
    console = lobby(lock_game=data.draw(st.booleans()))
    for seat in data.draw(st.lists(st.sampled_from(SEATS), max_size=5)):
        console.tap(seat)
    if data.draw(st.booleans()):
        console.wait(700).down(1).wait(500).up(1)
    beside = data.draw(st.lists(st.sampled_from((2, 3, 4)), max_size=1))
    console.wait(700).down(*beside).down(1).wait(data.draw(st.sampled_from((200, 800))))
    image = frame(console.seen_by(1))
    before = console.game
    if console.seen_by(1).view.table.progress:
        return
    told = {key for key in LETTING_GO if says(image, TEXTS(key))}
    after = console.up(1, apart_ms=1).game
    done = {
        "practice_join": set(after.joined) > set(before.joined),
        "practice_leave": set(after.joined) < set(before.joined),
        "practice_next": after.kind is not before.kind,
        "practice_calm": after.calm != before.calm,
    }
    happened = {key for key, it_did in done.items() if it_did}

    assert told == (happened or {"practice_nothing"})


@pytest.mark.parametrize("seconds", range(1, 11))
def test_a_seat_that_is_given_up_soon_counts_down(seconds: int) -> None:
    sample = lobby().tap(1, 3).seen_by(1)
    assert sample.view.silent_at_us is not None
    assert sample.view.table.attract_at_us is not None
    for end_us in (sample.view.silent_at_us, sample.view.table.attract_at_us):
        image = frame(sample._replace(now_us=end_us - seconds * 1_000_000))
        assert says(image, TEXTS("still_title"))
        assert says(image, TEXTS("lobby_free_in", seconds=seconds))


def test_between_the_two_it_is_told_that_others_may_take_it() -> None:
    sample = lobby().tap(1, 3).seen_by(1)
    assert sample.view.silent_at_us is not None

    assert not says(frame(sample.later(49_000)), TEXTS("still_title"))
    assert says(frame(sample._replace(now_us=sample.view.silent_at_us)), TEXTS("lobby_free"))
