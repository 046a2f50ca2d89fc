"""What pictures show, when they change, and what they never tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.companion.outcomes import Action, MistakeCounted, StarSpent, Undone
from mindbuzz.core.events import STUCK
from mindbuzz.core.outcomes import CardPlayed, LevelCompleted, Mistake, Outcome, PileError, PileVerified, StarThrown
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import DEALT, PLAYED_BESIDE, SETUP, Kind, Reward
from mindbuzz.core.settings import Settings
from mindbuzz.core.views import TableView, view
from mindbuzz.screens import timeline
from mindbuzz.screens.aftermath import reward_told
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.lamp import lamp
from mindbuzz.screens.pause import way_on
from mindbuzz.screens.picture import picture, picture_due_us
from mindbuzz.screens.rehearsal import Deal, Rehearsal, Sample
from mindbuzz.screens.samples import BESIDE, BESIDE_BLIND, BESIDE_EXTREME, BLIND, CLASSIC, EXTREME
from mindbuzz.screens.table import table_picture
from mindbuzz.screens.texts import Texts, texts_of

TEXTS = texts_of("en")
FIRST_PILE = {Kind.CLASSIC: Pile.CLASSIC, Kind.BLIND: Pile.CLASSIC, Kind.EXTREME: Pile.WHITE}
GAMES = {
    Kind.CLASSIC: CLASSIC,
    Kind.BLIND: BLIND,
    Kind.EXTREME: EXTREME,
    Kind.COMPANION_CLASSIC: BESIDE,
    Kind.COMPANION_BLIND: BESIDE_BLIND,
    Kind.COMPANION_EXTREME: BESIDE_EXTREME,
}
HOUR_US = 3_600_000_000


def frame(sample: Sample) -> bytes:
    return picture(sample.view, TEXTS, sample.now_us).tobytes()


# --- there is a picture of everything ---


def on_show(pile: Pile) -> tuple[Mistake | StarThrown | PileVerified | LevelCompleted, ...]:
    low, high = Card(pile, 10), Card(pile, 20)
    return (
        Mistake(0, 1, high, 1, {2: (low,)}),
        StarThrown(0, {1: low, 2: high}, 0),
        PileVerified(0, pile, (high, low), (PileError(high, (low,)),), 1, 2),
        LevelCompleted(0, 3, Reward.LIFE, True, 2, 0),
    )


DEALT_ONLY = frozenset({Phase.CHOICE, Phase.MISTAKE, Phase.STAR, Phase.LEVEL})


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.CHECK], ids=lambda phase: phase.value)
@pytest.mark.parametrize("kind", DEALT)
def test_every_phase_of_every_game_has_a_picture(phase: Phase, kind: Kind) -> None:
    check_picture(kind, phase, on_show(FIRST_PILE[kind]))


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase not in DEALT_ONLY], ids=lambda phase: phase.value)
@pytest.mark.parametrize("kind", PLAYED_BESIDE)
def test_every_phase_of_every_game_with_real_cards_has_a_picture(phase: Phase, kind: Kind) -> None:
    level = LevelCompleted(0, 3, Reward.LIFE, True, 2, 0)
    for told in (MistakeCounted(0, 1), StarSpent(0, 1), level, Undone(0, Action.STAR)):
        check_picture(kind, phase, (told,))
    check_picture(kind, phase, ())


def check_picture(kind: Kind, phase: Phase, shown: tuple[Outcome, ...]) -> None:
    """A seat at the table, one beside it and the table display draw it, whenever they do."""
    game = GAMES[kind].begun().game
    for seat in (1, 2, 4, 9):
        seen = view(game, seat)
        seen = replace(seen, table=replace(seen.table, phase=phase, shown=shown))
        for later_us in (0, 700_000, 2_500_000, 4_500_000, 9_000_000, HOUR_US):
            now_us = game.at_us + later_us
            seat_image = picture(seen, TEXTS, now_us)
            table_image = table_picture(seen.table, TEXTS, now_us)

            assert (seat_image.mode, seat_image.size) == ("1", (128, 64))
            assert seat_image.getbbox() is not None
            assert table_image.getbbox() is not None
            lamp(seen).level(now_us)


def test_the_samples_show_every_phase(all_samples: dict[str, Sample]) -> None:
    assert {sample.view.table.phase for sample in all_samples.values()} == set(Phase)


def test_no_two_samples_look_alike(all_samples: dict[str, Sample]) -> None:
    frames: dict[bytes, str] = {}
    for name, sample in all_samples.items():
        twin = frames.setdefault(frame(sample), name)
        assert twin == name, f"{name} looks like {twin}"


@pytest.mark.parametrize("size", [(128, 64), (256, 64), (256, 128), (320, 240), (128, 32), (96, 64), (800, 480)])
def test_a_table_display_of_any_size(size: tuple[int, int]) -> None:
    seen = CLASSIC.begun().seen_by(1)
    image = table_picture(seen.view.table, TEXTS, seen.now_us, size)

    assert (image.mode, image.size) == ("1", size)
    assert image.getbbox() is not None


def test_pictures_are_drawn_with_one_kind_of_lit(all_samples: dict[str, Sample]) -> None:
    for view_, now_us in all_samples.values():
        assert {count for _, count in picture(view_, TEXTS, now_us).getcolors() or ()} <= {0, 255}


# --- in play nothing moves by itself ---


def in_play(all_samples: dict[str, Sample]) -> list[Sample]:
    return [sample for sample in all_samples.values() if sample.view.table.phase is Phase.PLAY]


def test_in_play_nothing_moves_by_itself(all_samples: dict[str, Sample]) -> None:
    playing = in_play(all_samples)
    assert len(playing) > 10
    for sample in playing:
        for later_us in (0, 1, 999_999, HOUR_US):
            later = Sample(sample.view, sample.now_us + later_us)
            assert frame(later) == frame(sample)
            assert picture_due_us(later.view, later.now_us) is None
            assert lamp(later.view).due_us(later.now_us) is None
            assert lamp(later.view).steady


# --- what moves says when ---


def test_a_picture_changes_only_when_due(all_samples: dict[str, Sample]) -> None:
    for name, sample in all_samples.items():
        seen, now_us = sample
        for _ in range(12):
            due_us = picture_due_us(seen, now_us)
            if due_us is None:
                assert frame(Sample(seen, now_us + HOUR_US)) == frame(Sample(seen, now_us)), name
                break
            assert due_us > now_us, name
            assert frame(Sample(seen, due_us - 1)) == frame(Sample(seen, now_us)), name
            now_us = due_us


def test_progress_takes_at_most_ten_steps_a_second(all_samples: dict[str, Sample]) -> None:
    seen = all_samples["star? all hold"].view
    assert seen.table.progress is not None
    dues = [seen.table.progress.from_us]
    while (due_us := picture_due_us(seen, dues[-1])) is not None:
        dues.append(due_us)

    assert all(later - earlier >= 100_000 for earlier, later in pairwise(dues))
    assert len(dues) == 15
    assert len({frame(Sample(seen, due_us)) for due_us in dues}) == 15


def test_a_face_down_pile_is_turned_over_card_by_card(all_samples: dict[str, Sample]) -> None:
    seen = all_samples["reveal, first card"].view
    began_us = seen.table.began_us
    dues = [began_us]
    while len(dues) < 7 and (due_us := picture_due_us(seen, dues[-1])) is not None:
        dues.append(due_us)

    assert [due_us - began_us for due_us in dues] == [place * 700_000 for place in range(7)]
    assert len({frame(Sample(seen, due_us)) for due_us in dues}) == 7


# --- what is secret stays secret ---


def deals(kind: Kind) -> st.SearchStrategy[tuple[Deal, Deal]]:
    """Two games that differ only in what seats 2 and 3 hold."""
    base = Deal(kind, level=3, lives=3, stars=1)

    def deal(order: list[int]) -> tuple[Deal, Deal]:
        mine, others = order[:3], order[3:]
        return tuple(  # type: ignore[return-value]
            replace(base, white=(tuple(mine), tuple(part[:3]), tuple(part[3:6]))) for part in (others[:6], others[6:12])
        )

    most = 50 if kind is Kind.EXTREME else 100
    return st.lists(st.integers(1, most), min_size=15, max_size=15, unique=True).map(deal)


def looks(sample: Sample) -> tuple[object, ...]:
    """All that leaves the console towards seat 1 and the table."""
    return frame(sample), table_picture(sample.view.table, TEXTS, sample.now_us).tobytes(), lamp(sample.view)


def focus_down(game: Rehearsal) -> Rehearsal:
    return game.down(1, 2)


def playing(game: Rehearsal) -> Rehearsal:
    return game.focus()


def pressing(game: Rehearsal) -> Rehearsal:
    return game.focus().down(2).wait(30).down(1)


def stopped(game: Rehearsal) -> Rehearsal:
    return game.focus().down(3).wait(1050)


def asked(game: Rehearsal) -> Rehearsal:
    return stopped(game).wait(1500)


MOMENTS = (focus_down, playing, pressing, stopped, asked)


@pytest.mark.parametrize("kind", DEALT)
@pytest.mark.parametrize("moment", MOMENTS)
@settings(max_examples=30)
@given(data=st.data())
def test_other_hands_leave_no_trace(kind: Kind, moment: Callable[[Rehearsal], Rehearsal], data: st.DataObject) -> None:
    one, other = data.draw(deals(kind))

    assert looks(moment(one.begun()).seen_by(1)) == looks(moment(other.begun()).seen_by(1))


def test_a_face_down_card_looks_the_same_right_or_wrong() -> None:
    right = replace(BLIND, white=((40, 90), (5, 60), (7, 70))).begun().focus()
    wrong = replace(BLIND, white=((40, 90), (60, 70), (5, 7))).begun().focus()
    for seat in (2, 3, 3, 1, 2):
        right.tap(seat)
        wrong.tap(seat)
        assert looks(right.seen_by(1)) == looks(wrong.seen_by(1))


def test_the_choice_is_secret_until_all_have_chosen() -> None:
    def chosen(toggles: bool) -> Rehearsal:
        game = EXTREME.begun().focus().down(2).wait(1050).wait(1500).down(1, 3, 4).wait(1600).up(1, 2, 3, 4)
        hold_ms = 400 if toggles else 80
        game.down(3).wait(hold_ms).up(3).wait(600 - hold_ms)
        return game.tap(3)

    def pattern_name(game: Rehearsal) -> str:
        return lamp(game.seen_by(1).view).name

    one, other = chosen(False).seen_by(1), chosen(True).seen_by(1)
    assert one.view.table.picked == other.view.table.picked == {3}
    assert frame(one) == frame(other)
    assert pattern_name(chosen(False)) == pattern_name(chosen(True))


def test_hands_are_dark_until_a_game_is_taken_up_again(all_samples: dict[str, Sample]) -> None:
    seen = all_samples["power came back"].view

    assert seen.hand == ()
    assert frame(Sample(replace(seen, seat=2), 0)) == frame(Sample(seen, 0))


def test_a_pause_shows_no_hand(all_samples: dict[str, Sample]) -> None:
    seen, now_us = all_samples["pause, a source is lost"]

    assert seen.hand
    assert frame(Sample(replace(seen, hand=()), now_us)) == frame(Sample(seen, now_us))


def test_cards_set_aside_face_down_are_not_shown() -> None:
    def mistake(passed: int) -> TableView:
        deal = Deal(white=((50, 99), (passed, 98)), level=2, lives=2, settings=Settings(hide_discards=True))
        return deal.begun().focus().tap(1).seen_by(2).view.table

    one, other = mistake(3), mistake(44)
    assert one.phase is Phase.MISTAKE
    assert table_picture(one, TEXTS, 0).tobytes() == table_picture(other, TEXTS, 0).tobytes()


# --- what the pictures promise ---


def bar_of(sample: Sample) -> bytes:
    return picture(sample.view, TEXTS, sample.now_us).crop((0, 52, 128, 64)).tobytes()


def status_of(sample: Sample) -> bytes:
    return picture(sample.view, TEXTS, sample.now_us).crop((0, 0, 128, 8)).tobytes()


def test_a_card_on_its_way_is_not_offered_again(all_samples: dict[str, Sample]) -> None:
    waiting = all_samples["play, on its way"]
    played = all_samples["play, no cards"]

    assert waiting.view.waiting
    assert bar_of(waiting) == bar_of(played)


def test_hands_that_do_not_count_are_hollow(all_samples: dict[str, Sample]) -> None:
    seen, now_us = all_samples["focus, nobody laid anew"]
    nobody = Sample(replace(seen, table=replace(seen.table, ready=frozenset(), down=frozenset({1}))), now_us)

    assert seen.table.ready == {1, 2, 3, 4}
    assert bar_of(Sample(seen, now_us)) == bar_of(nobody)


@pytest.mark.parametrize("lives", [1, 2, 3])
def test_while_a_pile_is_turned_over_lives_go_one_by_one(lives: int) -> None:
    """What a later card costs is not told before it lies there, and nobody has lives that never were."""
    hands = ((48, 50), (40, 45), (30, 35))
    game = replace(BLIND, white=hands, lives=lives).begun().focus().tap(1, 1, 2, 2, 3, 3)
    seen = game.seen_by(1)
    left_after = []
    for turned in range(6):
        now = Sample(seen.view, seen.view.table.began_us + turned * 700_000)
        left_after.append(next(left for left in range(6) if status_of(now) == status_of(with_lives(now, left))))

    errors = [0, 0, 1, 1, 1, 1]
    assert left_after == [max(0, lives - found) for found in errors]


def with_lives(sample: Sample, lives: int) -> Sample:
    """The same table in play, with so many lives."""
    table = replace(sample.view.table, phase=Phase.PLAY, lives=lives, stars=1)
    return Sample(replace(sample.view, table=table, hand=()), sample.now_us)


def test_nothing_is_won_where_there_is_no_more(all_samples: dict[str, Sample]) -> None:
    assert reward_told(Reward.STAR, True, TEXTS) == "+1 star"
    assert reward_told(Reward.STAR, False, TEXTS) == "+0 stars: 3 is max"
    assert reward_told(Reward.LIFE, False, TEXTS) == "+0 lives: 5 is max"


# --- everything finds a place ---


WHAT_IS_PASSED = (
    (Kind.CLASSIC, Pile.CLASSIC, 100),
    (Kind.EXTREME, Pile.WHITE, 50),
    (Kind.EXTREME, Pile.RED, 50),
)


@st.composite
def passed_over(draw: st.DrawFn) -> tuple[Kind, dict[int, tuple[Card, ...]]]:
    """Whatever a mistake may set aside: at most a whole hand of every other player, of one pile."""
    players = draw(st.sampled_from((2, 3, 4)))
    kind, pile, highest = draw(st.sampled_from(WHAT_IS_PASSED))
    most = SETUP[players].levels
    counts = draw(st.lists(st.integers(0, most), min_size=players - 1, max_size=players - 1).filter(any))
    values = draw(st.permutations(range(1, highest + 1)))
    hands = {}
    for seat, count in enumerate(counts, start=2):
        cards, values = values[:count], values[count:]
        if cards:
            hands[seat] = tuple(Card(pile, value) for value in sorted(cards))
    return kind, hands


@given(passed=passed_over())
def test_whatever_is_set_aside_is_shown(passed: tuple[Kind, dict[int, tuple[Card, ...]]]) -> None:
    kind, aside = passed
    seen = GAMES[kind].begun().seen_by(1)
    pile = next(iter(aside.values()))[0].pile
    told = Mistake(0, 1, Card(pile, 50), 1, aside)
    with mock.patch.object(Canvas, "digits", autospec=True, side_effect=Canvas.digits) as digits:
        table = replace(seen.view.table, phase=Phase.MISTAKE, shown=(told,))
        picture(replace(seen.view, table=table, hand=()), TEXTS, 0)

    drawn = sorted(call.args[3] for call in digits.call_args_list)
    assert drawn == sorted(card.value for cards in aside.values() for card in cards)


@given(
    times=st.lists(st.integers(0, 60_000_000), min_size=1, max_size=24),
    values=st.lists(st.integers(1, 100), min_size=24, max_size=24, unique=True),
)
def test_no_card_on_the_timeline_hides_another(times: list[int], values: list[int]) -> None:
    told = tuple(
        CardPlayed(at_us, 1 + place % 4, Card(Pile.CLASSIC, values[place]), True)
        for place, at_us in enumerate(sorted(times))
    )
    boxes = [(x, y) for x, y, _ in timeline.placed(told)]

    assert len(boxes) == len(told)
    for (x, y), (other_x, other_y) in combinations(boxes, 2):
        assert abs(x - other_x) > timeline.MARK_PX or abs(y - other_y) > timeline.MARK_PX
    assert all(timeline.AXIS_X < x <= timeline.LAST_X and 10 <= y <= timeline.AXIS_Y - 6 for x, y in boxes)


@given(values=st.lists(st.integers(1, 50), min_size=12, max_size=12, unique=True))
def test_on_the_timeline_each_pile_has_its_half(values: list[int]) -> None:
    """In both halves upwards is a higher number."""
    told = tuple(
        CardPlayed(1_000_000 * place, 1, Card(pile, value), True)
        for place, value in enumerate(values)
        for pile in (Pile.WHITE, Pile.RED)
    )
    tops = {mark.card: y for _, y, mark in timeline.placed(told)}

    assert all(
        tops[Card(Pile.WHITE, value)] + timeline.MARK_PX < tops[Card(Pile.RED, other)]
        for value in values
        for other in values
    )
    for pile in (Pile.WHITE, Pile.RED):
        rising = [tops[Card(pile, value)] for value in sorted(values)]
        assert rising == sorted(rising, reverse=True)


def test_in_the_lobby_a_filled_shape_is_a_hand_on_its_button(all_samples: dict[str, Sample]) -> None:
    seen = all_samples["lobby, starting"].view
    idle = replace(seen.table, progress=None)
    looks_by_hands = {
        hands: picture(replace(seen, table=replace(idle, ready=hands)), TEXTS, 0).crop((64, 0, 128, 10)).tobytes()
        for hands in (frozenset(), frozenset({1}), frozenset({1, 4}), frozenset({1, 2, 4}), frozenset({1, 2, 3, 4}))
    }
    assert seen.table.joined == (1, 2, 4)
    assert seen.table.ready == {1, 2, 4}

    not_joined = looks_by_hands.pop(frozenset({1, 2, 3, 4}))
    assert len(set(looks_by_hands.values())) == len(looks_by_hands)
    assert not_joined == looks_by_hands[frozenset({1, 2, 4})]


@pytest.mark.parametrize(
    ("sources", "key"),
    [
        ({"stuck"}, "pause_lay"),
        ({"pod"}, "pause_bar"),
        ({"pod", "gpio"}, "pause_bar"),
        ({"stuck", "pod"}, "pause_all"),
    ],
)
def test_how_a_pause_ends_depends_on_all_its_causes(sources: set[str], key: str) -> None:
    assert way_on({STUCK if source == "stuck" else source for source in sources}) == key


@pytest.mark.parametrize("name", ["lobby, starting", "power came back, all hold", "victory, all hold"])
def test_while_all_hold_no_short_press_is_offered(all_samples: dict[str, Sample], name: str) -> None:
    offers = {"lobby_leave", "end_short", "end_leave"}
    used = set()

    class Spy(Texts):
        __slots__ = ()

        def __call__(self, key: str, **values: object) -> str:
            used.add(key)
            return Texts.__call__(self, key, **values)

    picture(all_samples[name].view, Spy("en", TEXTS.lines), all_samples[name].now_us)

    assert "star_keep" in used
    assert not used & offers


# --- a broken screen ---


def test_a_broken_screen_is_named_on_the_others_while_all_wait(all_samples: dict[str, Sample]) -> None:
    for name, (seen, now_us) in all_samples.items():
        others = picture(seen, TEXTS, now_us, frozenset({4})).tobytes()
        named = others != frame(Sample(seen, now_us))
        waiting = seen.table.phase in (Phase.LOBBY, Phase.FOCUS, Phase.PAUSED) and not seen.table.end_asked
        assert named == (waiting and seen.seat != 4 and 4 in seen.table.joined), name


def test_it_hides_no_card(all_samples: dict[str, Sample]) -> None:
    for seen, now_us in all_samples.values():
        if seen.table.phase is Phase.FOCUS:
            hand_rows = (0, 9, 128, 39 if seen.table.level < 6 else 52)
            before = picture(seen, TEXTS, now_us).crop(hand_rows)
            assert before.tobytes() == picture(seen, TEXTS, now_us, frozenset({4})).crop(hand_rows).tobytes()


# --- slots never move ---


def test_only_the_next_card_moves_when_a_card_is_played(all_samples: dict[str, Sample]) -> None:
    """To the right of the big number a play takes one number away and changes nothing else."""
    game = Deal(white=((12, 42, 58, 77), (90, 91, 92, 93)), level=4).begun().focus()
    slots = (52, 9, 128, 39)
    before = image(game).crop(slots)
    after = image(game.tap(1)).crop(slots)
    first_slot = (0, 0, 16, 16)
    before.paste(0, first_slot)

    assert before.tobytes() == after.tobytes()


def image(game: Rehearsal) -> Image.Image:
    sample = game.seen_by(1)
    return picture(sample.view, TEXTS, sample.now_us)
