"""Every language says the same things, in letters that exist, in words that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from string import Formatter

import pytest
from PIL import Image

from mindbuzz.config.values import Config
from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.outcomes import Mistake
from mindbuzz.core.phases import Phase
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.operator.item import Played, items
from mindbuzz.screens import lettering
from mindbuzz.screens.canvas import Canvas
from mindbuzz.screens.lettering import BOLD, SMALL, TITLE, Font, face
from mindbuzz.screens.menu import menu_picture
from mindbuzz.screens.notice import notice_picture
from mindbuzz.screens.picture import picture
from mindbuzz.screens.rehearsal import Sample
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.selftest import SAYS, selftest_picture
from mindbuzz.screens.table import table_picture
from mindbuzz.screens.texts import LANGUAGES, Texts, texts_of
from mindbuzz.web.headline import headline

WORD_FONTS = (SMALL, BOLD, TITLE)
OWN_SIGNS = "▲▼–×…0123456789/"  # what the pictures themselves put beside the words
NO_SUCH_LETTER = "\uffff"
NEVER_MISSING = " ?"  # a space looks like nothing, and a missing letter like a question mark


def placeholders(line: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(line) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_and_placeholders_in_every_language(language: str) -> None:
    english, here = texts_of("en").lines, texts_of(language).lines

    assert list(here) == list(english)
    assert {key: placeholders(line) for key, line in here.items()} == {
        key: placeholders(line) for key, line in english.items()
    }


def test_there_is_no_other_language() -> None:
    with pytest.raises(LookupError, match="no language 'tlh'"):
        texts_of("tlh")


def has_letter(font: Font, letter: str) -> bool:
    def drawn(text: str) -> bytes:
        return bytes(face(font).getmask(text, mode="1"))

    return letter in NEVER_MISSING or drawn(letter) != drawn(NO_SUCH_LETTER)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("font", WORD_FONTS, ids=lambda font: font.file)
def test_every_letter_exists(language: str, font: Font) -> None:
    words = "".join(texts_of(language).lines.values())
    letters = set(words + words.upper() + OWN_SIGNS)

    assert [letter for letter in sorted(letters) if not has_letter(font, letter)] == []


def test_a_missing_letter_is_noticed_and_does_no_harm() -> None:
    assert not has_letter(SMALL, "★")
    lettering.set_words(SMALL, "★")


# --- every text fits ---


def worst_cases(all_samples: dict[str, Sample]) -> Iterator[Sample]:
    """The samples, and the same with the longest names and numbers."""
    for view, now_us in all_samples.values():
        yield Sample(view, now_us)
        yield Sample(replace(view, table=replace(view.table, level=12, last_level=12)), now_us)
        for seat in view.table.joined:
            yield Sample(replace(view, table=blamed(view.table, seat)), now_us)


def blamed(table: TableView, seat: int) -> TableView:
    """The same, done by another seat, and a mistake as large as can be."""
    stopper = None if table.stopper is None else seat
    causes = tuple((source, (seat,)) for source, _ in table.causes)
    shown = tuple(mistaken(told, seat) if isinstance(told, Mistake) else told for told in table.shown)
    return replace(table, stopper=stopper, causes=causes, shown=shown)


def mistaken(told: Mistake, seat: int) -> Mistake:
    aside = {1: (Card(Pile.CLASSIC, 1),)} if told.set_aside else {}
    return replace(told, seat=seat, card=Card(Pile.CLASSIC, 100), set_aside=aside)


@pytest.fixture
def nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: str, font: Font, width_px: int) -> str:
        raise AssertionError(f"{text!r} is {font.width_px(text) - 1 - width_px} dots too wide for its place")

    monkeypatch.setattr(lettering, "shortened", refuse)


@pytest.fixture
def nothing_leaves_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = Canvas.stamp

    def stamp_inside(canvas: Canvas, x: int, y: int, ink_of: Image.Image, ink: int = lettering.ON) -> None:
        ink_box = ink_of.getbbox()
        if ink_box:
            left, top, right, bottom = ink_box
            assert x + left >= 0
            assert y + top >= 0
            assert x + right <= canvas.image.width
            assert y + bottom <= canvas.image.height
        stamp(canvas, x, y, ink_of, ink)

    monkeypatch.setattr(Canvas, "stamp", stamp_inside)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("nothing_is_cut", "nothing_leaves_the_picture")
def test_every_text_fits_its_place_and_no_letter_is_cut(all_samples: dict[str, Sample], language: str) -> None:
    """Not even its tail: the bar's capitals stand on the lowest row, so a comma or a Q there has no room."""
    texts = texts_of(language)
    for view, now_us in worst_cases(all_samples):
        picture(view, texts, now_us)
        picture(view, texts, now_us, frozenset({1, 2, 3, 4}))
        table_picture(view.table, texts, now_us)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("nothing_is_cut")
def test_a_notice_to_staff_fits(language: str) -> None:
    for lines in ([], [7], [123, 456], [123, 456, 789]):
        notice_picture("mindbuzz.txt", lines, texts_of(language))


PRESSES_PX = 128 - 2 * 2 - (3 + 6 + 11) - 3 * 3 - 2 * 3  # both margins, the icons, a gap after each, one between parts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", ["play", "choice"])
def test_three_kinds_of_press_fit_beside_one_another(language: str, what: str) -> None:
    texts = texts_of(language)
    words = "".join(texts(f"{what}_{which}") for which in ("short", "middle", "long"))

    assert SMALL.width_px(words) - 3 <= PRESSES_PX


# These are drawn without asking whether they fit: name them here, with the room they have.
DRAWN_UNASKED: dict[str, tuple[int, Callable[[Texts, str], str]]] = {
    "level_short": (36, lambda texts, key: texts(key, level=12, last=12)),
    "level_long": (80, lambda texts, key: texts(key, level=12)),
    "reveal_late": (112, lambda texts, key: texts(key)),
    "reveal_fine": (112, lambda texts, key: texts(key)),
    **{f"seat_{seat}": (70, lambda texts, key: texts(key)) for seat in (1, 2, 3, 4)},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", DRAWN_UNASKED)
def test_what_is_drawn_unasked_fits(language: str, key: str) -> None:
    room_px, line = DRAWN_UNASKED[key]

    assert SMALL.width_px(line(texts_of(language), key)) - 1 <= room_px


def draw_menu(texts: Texts) -> None:
    """Every page of the operator's menu, with every value."""
    menu = items(Config(sound_pin=12), Played(today=3, all=41))
    for place, item in enumerate(menu):
        for value in item.choices or ((), (1, 2, 3, 4)):
            changes = item.name is not None
            lines = item.lines({item.name: value} if item.name else {}, texts)
            menu_picture(
                item.title(texts), lines, place, len(menu), texts, changes=changes, asked=not changes and bool(value)
            )


def test_every_line_is_used(all_samples: dict[str, Sample]) -> None:
    used = set()

    class Spy(Texts):
        __slots__ = ()

        def __call__(self, key: str, **values: object) -> str:
            used.add(key)
            return Texts.__call__(self, key, **values)

    spy = Spy("en", texts_of("en").lines)
    for view, now_us in all_samples.values():
        picture(view, spy, now_us)
        table_picture(view.table, spy, now_us)
        headline(view.table, None, spy, now_us)  # the board has room for more words
    seat_name(5, spy)
    picture(all_samples["focus, hand missing"].view, spy, 0, frozenset({2}))
    full = SeatView(5, next(iter(all_samples.values())).view.table)
    picture(replace(full, table=replace(full.table, phase=Phase.LOBBY, joined=(1, 2, 3, 4))), spy, 0)
    for key in SAYS:
        selftest_picture(key, 1, spy)
    for lines in ([], [1]):
        notice_picture("mindbuzz.txt", lines, spy)
    draw_menu(spy)

    assert used == set(spy.lines)
