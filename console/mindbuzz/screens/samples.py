"""Samples: a view of every screen there is, by name. They feed the contact sheet and the golden pictures."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from mindbuzz.core.events import (
    POWER,
    STUCK,
    EndAsked,
    SeedDrawn,
    SourceLost,
)
from mindbuzz.core.game import Game, new_console
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import SEATS, SETUP, Kind
from mindbuzz.core.settings import DEFAULTS, Settings
from mindbuzz.screens.lobby import BASICS_US, OFFER_US
from mindbuzz.screens.rehearsal import SEED, TAP_MS, Deal, Rehearsal, Sample

CLASSIC = Deal(white=((12, 42, 58, 77), (18, 36, 37, 90), (9, 55, 63, 88), (21, 49, 70, 95)), level=4, lives=3, stars=1)
FULL = Deal(
    white=((3, 9, 14, 22, 31, 38, 47, 56, 64, 73, 88, 100), (1, 5, 11, 19, 27, 33, 41, 50, 60, 70, 80, 90)),
    level=12, lives=5, stars=3,
)  # fmt: skip
BLIND = Deal(Kind.BLIND, white=((14, 48), (7, 20), (25, 37)), level=2)
EXTREME = Deal(
    Kind.EXTREME,
    white=((8, 34, 41), (13, 46), (26,), (30, 38, 50)),
    red=((33, 12), (45, 31, 3), (43, 36, 9, 2), (26, 10)),
    level=5, lives=4, stars=2,
)  # fmt: skip
ONE_COLOUR = replace(EXTREME, white=((8, 20), (13,)), red=((), (45,)), level=2)
EXTREME_BLIND = replace(
    EXTREME, level=4, white=((8, 34), (13,), (26, 28), (30, 38)), red=((33, 12), (45, 31, 3), (43, 36), (26, 10))
)
EXTREME_FULL = Deal(
    Kind.EXTREME,
    white=((2, 5, 8, 11, 17, 23, 28, 33, 39, 44, 49), (1, 3)),
    red=((31,), (50, 48, 44, 41, 37, 33, 28, 20, 12, 5)),
    level=12, lives=2, stars=0,
)  # fmt: skip
LAST = Deal(white=((50,), (10,)), level=SETUP[2].levels, lives=2, stars=1)
ENDING = replace(LAST, white=((7, 33, 50, 92), (10, 41, 76)))
FOUR = Deal(
    white=((2, 31, 47, 58, 66, 71, 82, 97), (5, 12, 33, 44, 59, 68, 79, 91),
           (8, 16, 24, 36, 45, 57, 83, 95), (11, 19, 27, 39, 49, 61, 74, 100)),
    level=8, lives=1, stars=0,
)  # fmt: skip


# --- before a game ---


# Pages of how to play that no other game has: their place in BASICS, and a name.
BASICS_SHOWN = {
    Kind.CLASSIC: {0: "short", 1: "long", 2: "focus"},
    Kind.BLIND: {0: "face down"},
    Kind.EXTREME: {0: "short", 1: "middle", 2: "long"},
    Kind.COMPANION_CLASSIC: {0: "own cards", 1: "short", 2: "long"},
}


def _console(settings: Settings = DEFAULTS) -> Rehearsal:
    return Rehearsal(new_console(SEATS, settings)).send(SeedDrawn(0, SEED))


def _lobby() -> Iterator[tuple[str, Sample]]:
    yield "attract", _console().wait(125_000).seen_by(1)
    yield "lobby, not joined", _console().tap(2).seen_by(1)
    yield "lobby, alone", _console().tap(1).seen_by(1)
    yield "lobby, two", _console().tap(1, 3).seen_by(1)
    yield "lobby, another game", _chosen(1).seen_by(3)
    yield "lobby, extreme", _chosen(2).seen_by(1)
    for name, steps in (("classic", 3), ("blind", 4), ("extreme", 5)):
        yield f"lobby, own cards, {name}", _chosen(steps).seen_by(1)
    yield "lobby, starting", _console().tap(1, 2, 4).down(1, 2, 4).wait(700).seen_by(2)
    yield "lobby, a short press", _console().tap(2).down(1).wait(200).seen_by(1)
    yield "lobby, a short press, joined", _console().tap(1, 2).down(1).wait(200).seen_by(1)
    yield "lobby, a long press", _console().tap(1, 2).down(1).wait(800).seen_by(1)
    yield "lobby, slow hand", _slow().seen_by(1)
    yield "lobby, slow hand, long press", _slow().down(1).wait(800).seen_by(1)
    yield "lobby, calm", _slow().down(1).wait(800).up(1).seen_by(1)
    for kind, pages in BASICS_SHOWN.items():
        for page, name in pages.items():
            shown = _chosen(list(Kind).index(kind)) if kind is not Kind.CLASSIC else _console().tap(1, 3)
            yield f"lobby, basics, {kind.value}, {name}", shown.wait((OFFER_US + page * BASICS_US) // 1000).seen_by(1)
    yield "lobby, game ended", LAST.begun().send(EndAsked(0)).tap(2, 2).seen_by(1)
    yield "lobby, still there?", _console().tap(1, 3).wait(54_500).seen_by(1)
    yield "lobby, seat is free", _console().tap(1, 3).wait(61_000).seen_by(1)
    yield "lobby, a long press beside another", _console().tap(1, 2, 3).down(2, 1).wait(800).seen_by(1)
    yield "lobby, game fixed", _console(Settings(lock_game=True)).tap(1, 3).seen_by(1)
    yield "lobby, game fixed, a long press", _console(Settings(lock_game=True)).tap(1, 3).down(1).wait(800).seen_by(1)
    yield "lobby, button broken", _console().send(SourceLost(0, "pod", (4,))).tap(1).seen_by(4)


def _slow() -> Rehearsal:
    """Somebody joined by a press that was nearly a long one."""
    return _console().tap(2).down(1).wait(500).up(1)


def _chosen(steps: int) -> Rehearsal:
    """Another game, so many steps on."""
    console = _console().tap(1, 3)
    for _ in range(steps):
        console.down(3).wait(700).up(3)
    return console


# --- focus and play ---


def _focus() -> Iterator[tuple[str, Sample]]:
    yield "focus, hand missing", CLASSIC.begun().down(3).seen_by(1)
    yield "focus, hand down", CLASSIC.begun().down(1, 3).seen_by(1)
    yield "focus, held from before", Rehearsal(_held_from_before()).seen_by(1)
    yield "focus, nobody laid anew", _mistaken(CLASSIC).down(*SEATS).wait(3000).seen_by(1)
    yield "focus, all down", CLASSIC.begun().down(*SEATS).wait(100).seen_by(1)
    yield "focus, locked", CLASSIC.begun().down(*SEATS).wait(600).seen_by(1)
    yield "focus, end the game?", CLASSIC.begun().send(EndAsked(0)).seen_by(1)
    yield "focus, end the game?, two", LAST.begun().send(EndAsked(0)).seen_by(1)
    yield "focus, end the game?, one tapped", CLASSIC.begun().send(EndAsked(0)).tap(2).seen_by(1)
    yield "focus, end the game?, two, one tapped", LAST.begun().send(EndAsked(0)).tap(2).seen_by(1)
    yield "focus, blind", BLIND.begun().seen_by(1)
    yield "focus, blind, hand down", BLIND.begun().down(1).seen_by(1)
    yield "focus, extreme", EXTREME.begun().seen_by(1)
    yield "focus, extreme, half blind", EXTREME_BLIND.begun().seen_by(1)
    yield "focus, extreme, hand down", EXTREME.begun().down(1, 3).seen_by(1)
    yield "focus, extreme, many cards", EXTREME_FULL.begun().seen_by(1)


def _held_from_before() -> Game:
    playing = replace(LAST, level=1, white=((5,), (9,))).begun().focus().tap(1)
    return playing.down(1).down(2).wait(TAP_MS).up(2).wait(4000).game


def _play() -> Iterator[tuple[str, Sample]]:
    yield "play", CLASSIC.begun().focus().tap(3).seen_by(1)
    yield "play, many cards", FULL.begun().focus().tap(2).seen_by(1)
    yield "play, only the 100", replace(LAST, white=((100,), (10,))).begun().focus().seen_by(1)
    yield "play, on its way", CLASSIC.begun().focus().down(2).down(3).wait(TAP_MS).up(3).seen_by(3)
    yield (
        "play, no cards",
        replace(CLASSIC, white=((5,), (7, 9), (60,), (70,)), level=2).begun().focus().tap(1).seen_by(1),
    )
    yield "play, blind", BLIND.begun().focus().tap(2).seen_by(1)
    yield "play, extreme, white", EXTREME.begun().focus().tap(1).seen_by(1)
    yield "play, extreme, red", EXTREME.begun().focus().down(1).wait(400).up(1).seen_by(1)
    yield "play, extreme, letting go", EXTREME.begun().focus().down(1).wait(400).seen_by(1)
    yield "play, extreme, nothing", ONE_COLOUR.begun().focus().down(1).wait(400).seen_by(1)
    yield "play, extreme, half blind", EXTREME_BLIND.begun().focus().tap(1).seen_by(1)
    yield "play, extreme, many cards", EXTREME_FULL.begun().focus().seen_by(1)


# --- stop and star ---


def _stopped(deal: Deal) -> Rehearsal:
    return deal.begun().focus().down(2).wait(1050)


def _asked(deal: Deal) -> Rehearsal:
    return _stopped(deal).down(1).wait(1500)


def _stop() -> Iterator[tuple[str, Sample]]:
    yield "stop, mine", _stopped(CLASSIC).seen_by(2)
    yield "stop, somebody's", _stopped(CLASSIC).seen_by(1)
    yield "stop, no star left", _stopped(replace(CLASSIC, stars=0)).seen_by(2)
    yield "star? mine", _asked(CLASSIC).seen_by(2)
    yield "star? hand lay there", _asked(CLASSIC).seen_by(1)
    yield "star? hand is up", _asked(CLASSIC).seen_by(3)
    yield "star? consented", _asked(CLASSIC).down(3).seen_by(3)
    yield "star? all hold", _asked(CLASSIC).up(1).down(1, 3, 4).wait(800).seen_by(1)


def _choosing() -> Rehearsal:
    agreed = _asked(EXTREME).up(1).down(1, 3, 4).wait(1600)
    return agreed.up(1, 2, 3, 4)


def _star() -> Iterator[tuple[str, Sample]]:
    yield "star refused", _asked(CLASSIC).up(2).seen_by(1)
    yield "star refused, extreme", _asked(EXTREME).up(2).seen_by(1)
    yield "star refused, time is over", _asked(CLASSIC).wait(15_000).seen_by(1)
    yield "choice", _choosing().seen_by(1)
    yield "choice, letting go", _choosing().down(1).wait(400).seen_by(1)
    yield "choice, made", _choosing().tap(1, 3).seen_by(1)
    yield "star thrown", _asked(CLASSIC).up(1).down(1, 3, 4).wait(1600).seen_by(1)
    yield "star thrown, extreme", _choosing().tap(1, 2, 3, 4).seen_by(1)


# --- mistakes ---


def _mistaken(deal: Deal) -> Rehearsal:
    return deal.begun().focus().tap(1)


def _mistake() -> Iterator[tuple[str, Sample]]:
    hidden = Settings(hide_discards=True)
    many = replace(FOUR, white=((98,), *FOUR.white[1:]), lives=2)
    yield "mistake", _mistaken(CLASSIC).seen_by(1)
    yield "mistake, extreme", replace(EXTREME, white=((34,), (26,), (30, 41), (50,))).begun().focus().tap(1).seen_by(1)
    yield "mistake, set aside hidden", _mistaken(replace(CLASSIC, settings=hidden)).seen_by(2)
    yield "mistake, many set aside", _mistaken(many).seen_by(1)


# --- a level is over ---


def _timed(sample: Sample, minutes_left: int) -> Sample:
    """The same where others wait for their turn."""
    table = replace(sample.view.table, minutes_left=minutes_left)
    return sample._replace(view=replace(sample.view, table=table))


def _level() -> Iterator[tuple[str, Sample]]:
    two = replace(CLASSIC, white=((12, 42), (18, 37), (55, 63), (70, 95)), level=2)
    order = (1, 2, 2, 1, 3, 3, 4, 4)
    yield "level done", replace(two, level=4).begun().focus().tap(*order, apart_ms=900).seen_by(1)
    yield "level done, timeline", replace(two, level=4).begun().focus().tap(*order, apart_ms=900).seen_by(1).later(1000)
    done = replace(two, level=4).begun().focus().tap(*order, apart_ms=900).seen_by(1)
    yield "level done, time left", _timed(done, 10)
    yield "level done, time is up", _timed(done, 0)
    yield "level done, a star", two.begun().focus().tap(*order, apart_ms=900).seen_by(1)
    yield "level done, a life", replace(two, level=3).begun().focus().tap(*order, apart_ms=900).seen_by(1)
    yield "level done, star kept", replace(two, stars=3).begun().focus().tap(*order).seen_by(1)
    yield "level done, life kept", replace(two, level=3, lives=5).begun().focus().tap(*order).seen_by(1)
    yield "level done, extreme", _extreme_level().seen_by(1).later(1000)
    yield "reveal, first card", _blind_level().seen_by(1)
    yield "reveal, fits", _blind_level().seen_by(1).later(1400)
    yield "reveal, too late", _blind_level().seen_by(1).later(2100)
    yield "reveal, after a late one", _blind_level().seen_by(1).later(3500)
    yield "reveal, the last life", _last_life().seen_by(1).later(2100)
    yield "blind level done", _blind_level().seen_by(1).later(4200)


def _blind_level() -> Rehearsal:
    return BLIND.begun().focus().tap(2, 1, 3, 2, 3, 1)


def _last_life() -> Rehearsal:
    return replace(BLIND, lives=1).begun().focus().tap(2, 1, 3, 2, 3, 1)


def _extreme_level() -> Rehearsal:
    played = replace(EXTREME, level=2, white=((8,), (13, 46), (), (30,)), red=((33,), (), (43, 36), (26,))).begun()
    return played.focus().tap(1, 2, 3, 3, 1, 4, 4, 2)


def _end() -> Iterator[tuple[str, Sample]]:
    won = ENDING.begun().focus().tap(1, 2, 1, 2, 1, 2, 1)
    yield "victory", won.seen_by(1)
    yield "victory, the way out", won.seen_by(1).later(4000)
    yield "victory, one holds", won.wait(1000).down(2).wait(800).seen_by(1)
    yield "victory, the level", won.seen_by(1).later(6000)
    yield "victory, all hold", won.wait(1000).down(1, 2).wait(800).seen_by(1)
    yield "total victory", _challenge().focus().tap(2, 1).seen_by(1).later(3000)
    yield "defeat, the mistake", _lost().seen_by(1)
    yield "defeat", _lost().seen_by(1).later(3000)
    yield "defeat, all hands", _lost().seen_by(1).later(8000)
    yield "defeat, blind", _lost_blind().seen_by(1).later(3000)
    yield "defeat, blind, the pile", _lost_blind().seen_by(1).later(8000)
    yield "defeat, blind, the level", _lost_blind().seen_by(1).later(13_000)
    yield "defeat, the level", _lost().seen_by(1).later(13_000)


def _lost_blind() -> Rehearsal:
    return replace(BLIND, white=((40, 55), (54, 81)), lives=2).begun().focus().tap(2, 2, 1, 1)


def _lost() -> Rehearsal:
    return FOUR.begun().focus().tap(1, 2, 3, 4, 1)


def _challenge() -> Rehearsal:
    game = LAST.begun().game
    return Rehearsal(replace(game, table=replace(game.cards, challenge=True)))


# --- broken things ---


def _pause() -> Iterator[tuple[str, Sample]]:
    yield "pause, a button is stuck", CLASSIC.begun().focus().send(SourceLost(0, STUCK, (4,))).seen_by(1)
    yield "pause, a source is lost", CLASSIC.begun().focus().send(SourceLost(0, "pod", (1, 2, 3))).seen_by(1)
    yield "pause, two causes", _two_causes().seen_by(1)
    yield "pause, end the game?", CLASSIC.begun().send(SourceLost(0, "pod", (2, 3))).send(EndAsked(0)).seen_by(1)
    yield "still there?", _silent().seen_by(1)
    yield "power came back", CLASSIC.begun().focus().send(SourceLost(0, POWER, SEATS)).seen_by(1)
    yield "power came back, challenge", _challenge().send(SourceLost(0, POWER, SEATS)).seen_by(1)
    yield "power came back, all hold", _resuming().seen_by(1)


def _two_causes() -> Rehearsal:
    return CLASSIC.begun().focus().send(SourceLost(0, "pod", (2, 3))).send(SourceLost(0, STUCK, (4,)))


def _silent() -> Rehearsal:
    playing = CLASSIC.begun().focus()
    while playing.game.phase is Phase.PLAY:
        playing.wait(1000)
    return playing


def _resuming() -> Rehearsal:
    return CLASSIC.begun().focus().send(SourceLost(0, POWER, SEATS)).wait(500).down(*SEATS).wait(800)


# --- real cards ---


BESIDE = Deal(Kind.COMPANION_CLASSIC, white=((), (), ()), level=2, lives=3, stars=1)
BESIDE_BLIND = replace(BESIDE, kind=Kind.COMPANION_BLIND, level=3)
BESIDE_EXTREME = replace(BESIDE, kind=Kind.COMPANION_EXTREME, level=6)
BESIDE_LAST = replace(BESIDE, level=SETUP[3].levels)


def _real_cards() -> Iterator[tuple[str, Sample]]:
    yield "own cards, deal", BESIDE.begun().seen_by(1)
    yield "own cards, deal, nothing to win", replace(BESIDE, level=4).begun().seen_by(1)
    yield "own cards, deal, face down", BESIDE_BLIND.begun().down(1).seen_by(1)
    yield "own cards, deal, two piles face down", BESIDE_EXTREME.begun().seen_by(1)
    yield "own cards, locked", BESIDE.begun().down(1, 2, 3).wait(600).seen_by(1)
    yield "own cards, play", BESIDE.begun().focus().tap(2).seen_by(1)
    yield "own cards, play, hand empty", BESIDE.begun().focus().tap(1, 2).seen_by(1)
    yield "own cards, stop, mine", _stopped(BESIDE).seen_by(2)
    yield "own cards, stop, somebody's", _stopped(BESIDE).seen_by(1)
    yield "own cards, stop, face down", _stopped(BESIDE_BLIND).seen_by(1)
    yield "own cards, star? mine", _asked(BESIDE).seen_by(2)
    yield "own cards, star? extreme", _asked(replace(BESIDE_EXTREME, level=5)).seen_by(1)
    yield "own cards, star? all hold", _asked(BESIDE).up(1).down(1, 3).wait(800).seen_by(1)
    yield "own cards, star? hand is up", _asked(BESIDE).seen_by(3)
    yield "own cards, star refused", _asked(BESIDE).up(2).seen_by(1)
    yield "own cards, star thrown", _spent(BESIDE).seen_by(1)
    yield "own cards, star thrown, extreme", _spent(BESIDE_EXTREME).seen_by(1)
    yield "own cards, mistake?", _let_go(BESIDE).seen_by(1)
    yield "own cards, mistake marked", _let_go(BESIDE).tap(3).seen_by(1)
    yield "own cards, judged at the end", _let_go(BESIDE_BLIND).seen_by(1)
    yield "own cards, mistake", _own_mistake(BESIDE).seen_by(1)
    yield "own cards, mistake, about to be undone", _own_mistake(BESIDE).up(1, 2, 3).down(1).wait(900).seen_by(1)
    yield "own cards, go on", _own_mistake(BESIDE).up(1).down(1).wait(50).up(2).seen_by(1)
    yield "own cards, mistake undone", _undone(_own_mistake(BESIDE)).seen_by(1)
    yield "own cards, star undone", _undone(_spent(BESIDE)).seen_by(1)
    yield "own cards, check", _all_empty(BESIDE).seen_by(1)
    yield "own cards, check, all hold", _all_empty(BESIDE).wait(300).down(1, 2, 3).wait(300).seen_by(1)
    yield "own cards, check, face down", _all_empty(BESIDE_BLIND).seen_by(1)
    yield "own cards, check, an error", _all_empty(BESIDE_BLIND).tap(1).seen_by(1)
    yield "own cards, check, two piles", _all_empty(BESIDE_EXTREME).tap(1, 2, apart_ms=1200).seen_by(1)
    yield "own cards, check, error undone", _all_empty(BESIDE_BLIND).tap(1).wait(300).down(2).wait(900).seen_by(1)
    yield "own cards, level done", _own_level(BESIDE).seen_by(1)
    yield "own cards, level done, a life", _own_level(BESIDE_BLIND).seen_by(1)
    yield "own cards, level done, star kept", _own_level(replace(BESIDE, stars=3)).seen_by(1)
    yield "own cards, level done, next deal", _own_level(BESIDE_BLIND).seen_by(1).later(6000)
    yield "own cards, level undone", _undone(_own_level(BESIDE)).seen_by(1)
    yield "own cards, victory", _own_level(BESIDE_LAST).seen_by(1)
    yield "own cards, victory, the way out", _own_level(BESIDE_LAST).up(1, 2, 3).seen_by(1).later(6000)
    yield "own cards, victory, all hold", _own_level(BESIDE_LAST).up(1, 2, 3).down(1, 2, 3).wait(800).seen_by(1)
    yield "own cards, victory undone", _undone(_own_level(BESIDE_LAST)).seen_by(1)
    yield "own cards, victory, one holds", _own_level(BESIDE_LAST).up(1, 2, 3).down(2).wait(800).seen_by(1)
    yield "own cards, defeat", _own_mistake(replace(BESIDE, lives=1)).seen_by(1)
    yield "own cards, defeat undone", _undone(_own_mistake(replace(BESIDE, lives=1))).seen_by(1)
    yield "own cards, end the game?", BESIDE.begun().send(EndAsked(0)).seen_by(1).later(6000)
    yield "own cards, end the game? two", _own_two(BESIDE).seen_by(1).later(6000)
    yield "own cards, end the game? after a stop", _let_go(BESIDE).send(EndAsked(0)).seen_by(1)
    yield "own cards, end the game? one tapped", BESIDE.begun().send(EndAsked(0)).wait(5500).tap(2).seen_by(1)
    yield "own cards, stop, no star left", _stopped(replace(BESIDE, stars=0)).seen_by(2)
    yield "own cards, stop, mine, face down", _stopped(BESIDE_BLIND).seen_by(2)


def _own_two(deal: Deal) -> Rehearsal:
    return replace(deal, white=((), ())).begun().send(EndAsked(0))


def _let_go(deal: Deal) -> Rehearsal:
    return _stopped(deal).up(2).wait(300)


def _own_mistake(deal: Deal) -> Rehearsal:
    return _let_go(deal).tap(3).down(1, 2, 3).wait(600)


def _spent(deal: Deal) -> Rehearsal:
    return _asked(deal).up(1).down(1, 3).wait(1600)


def _undone(shown: Rehearsal) -> Rehearsal:
    return shown.up(1, 2, 3).wait(300).down(3).wait(2100).up(3)


def _all_empty(deal: Deal) -> Rehearsal:
    return deal.begun().focus().tap(1, 2, 3)


def _own_level(deal: Deal) -> Rehearsal:
    return _all_empty(deal).wait(300).down(1, 2, 3).wait(700)


GROUPS: tuple[Callable[[], Iterator[tuple[str, Sample]]], ...] = (
    _lobby, _focus, _play, _stop, _star, _mistake, _level, _end, _pause, _real_cards,
)  # fmt: skip


def samples() -> dict[str, Sample]:
    """Every sample by its name."""
    return {name: sample for group in GROUPS for name, sample in group()}
