"""The virtual console in a real browser: keys and fingers in, the hardware's own frames out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.views import view
from mindbuzz.screens.layout import LINE, STATUS
from mindbuzz.screens.picture import picture
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.virtual import Evening
from mindbuzz.web.languages import words_of
from tests.browser.table import (
    BETWEEN_MS,
    KEYS,
    Fingers,
    Keyboard,
    cards_left,
    hands,
    open_console,
    sit,
    whose_last,
    whose_turn,
)
from tests.waiting import wait_until
from tests.web.live import LiveConsole

pytestmark = pytest.mark.slow

NewPage = Callable[..., Page]
ALL = (1, 2, 3, 4)
# A folder for pictures to look at, if one is named.
SHOTS = os.environ.get("MINDBUZZ_SHOTS")
LIT_DOTS = """
(seat) => {
  const canvas = document.querySelector(`.seat-${seat} canvas`);
  const dots = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  let bits = "";
  for (let dot = 0; dot < dots.length; dot += 4) bits += dots[dot] > 100 ? "1" : "0";
  return bits;
}
"""


@pytest.fixture
def live() -> Iterator[LiveConsole]:
    with LiveConsole(Evening(seed=7, port=0)) as console:
        yield console


def dots(page: Page, seat: int) -> str:
    return str(page.evaluate(LIT_DOTS, seat))


def hardware_dots(live: LiveConsole, seat: int) -> str:
    """What an OLED would show now."""
    image = picture(view(live.game, seat), texts_of("en"), live.now_us())
    return "".join(f"{dots:08b}" for dots in image.tobytes())


def start_two(live: LiveConsole, page: Page) -> Keyboard:
    """Two people on one keyboard, dealt and ready to focus."""
    open_console(live, page)
    sit(page, 1, 2)
    people = Keyboard(live, page, (1, 2))
    people.start()
    return people


def test_a_whole_level_by_keyboard(live: LiveConsole, new_page: NewPage) -> None:
    people = start_two(live, new_page())
    people.focus()
    people.play_level()

    assert live.game.phase is Phase.LEVEL
    assert live.game.cards.lives == 2
    assert live.wait_for(lambda game: game.cards.level == 2).phase is Phase.FOCUS


def test_the_canvas_shows_what_an_oled_would(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    start_two(live, page)
    page.keyboard.down("q")
    page.wait_for_selector(".seat-1[data-open='true']")
    wait_until(lambda: dots(page, 1) == hardware_dots(live, 1))
    page.keyboard.up("q")
    page.wait_for_selector(".seat-1[data-open='false']")

    assert dots(page, 1) != hardware_dots(live, 1)


def test_a_key_that_repeats_is_one_press(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    open_console(live, page)
    sit(page, 1)
    for _ in range(5):
        page.keyboard.down("a")
    page.wait_for_timeout(50)
    page.keyboard.up("a")

    live.wait_for(lambda game: game.joined == ())
    page.wait_for_timeout(BETWEEN_MS)
    assert live.game.joined == ()


def test_one_press_at_a_free_seat_sits_down_and_joins(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    open_console(live, page)
    page.keyboard.press(KEYS[2], delay=60)

    live.wait_for(lambda game: game.joined == (2,))
    page.wait_for_selector(".seat-2[data-state='mine'][data-down='false']")


def test_at_a_shared_screen_nothing_in_the_lobby_is_covered(live: LiveConsole, new_page: NewPage) -> None:
    """What a press would be, the count of a start, and the name of another game: all of it is to be read."""
    page = new_page()
    open_console(live, page)
    sit(page, 1, 2)
    page.keyboard.down(KEYS[1])
    live.wait_for(lambda game: game.buttons[1].down)
    wait_until(lambda: dots(page, 1) == hardware_dots(live, 1))
    page.keyboard.down(KEYS[2])
    live.wait_for(lambda game: game.buttons[2].down)

    assert page.get_attribute(".seat-1", "data-open") == "true"
    assert page.get_attribute(".seat-2", "data-open") == "true"
    assert page.inner_text(".seat-1 .note") == page.inner_text(".seat-2 .note") == ""


def test_a_cover_lies_on_the_hand_alone(live: LiveConsole, new_page: NewPage) -> None:
    """Its words stand beside the cards' backs; status, line and bar are lit as ever, and say what they say."""
    page = new_page()
    start_two(live, page)
    page.wait_for_selector(".seat-1[data-open='false']")
    screen = page.locator(".seat-1 .oled").bounding_box()
    note = page.locator(".seat-1 .note").bounding_box()
    assert screen is not None
    assert note is not None
    dot = screen["height"] / 64

    assert note["y"] >= screen["y"] + STATUS.bottom * dot
    assert note["y"] + note["height"] <= screen["y"] + LINE.top * dot
    assert page.evaluate("getComputedStyle(document.querySelector('.seat-1 .oled')).opacity") == "1"
    assert dots(page, 1)[-12 * 128 :] == hardware_dots(live, 1)[-12 * 128 :]


def test_whoever_peeks_is_told_the_way_back(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    start_two(live, page)
    words = words_of("en")
    peek = page.locator(".seat-1 .tools button").first
    page.keyboard.down("q")
    page.wait_for_selector(".seat-1[data-open='true']")
    assert words["peeking"] in peek.inner_text()
    page.keyboard.up("q")
    page.wait_for_selector(".seat-1[data-open='false']")
    assert words["peek"] in peek.inner_text()

    page.locator(".seat-1 .tools button").last.click()
    page.wait_for_selector(".seat-1[data-open='true']")
    assert not peek.is_visible()
    assert page.locator(".seat-1 .tools button").last.inner_text().split() == [*words["keep_covered"].split(), "Q"]
    page.keyboard.press("q")
    page.wait_for_selector(".seat-1[data-open='false']")
    assert words["peek"] in peek.inner_text()


def test_a_mistake(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    people = start_two(live, page)
    people.focus()
    lives = live.game.cards.lives
    people.tap(whose_last(live.game))
    game = live.wait_for_phase(Phase.MISTAKE, Phase.LEVEL)

    assert game.cards.lives == lives - 1


@pytest.mark.parametrize("leave", ["blur", "pagehide"])
def test_a_page_out_of_sight_holds_no_button(live: LiveConsole, new_page: NewPage, leave: str) -> None:
    page = new_page()
    open_console(live, page)
    sit(page, 1)
    page.keyboard.down("a")
    live.wait_for(lambda game: game.buttons[1].down)
    page.evaluate("(what) => dispatchEvent(new Event(what))", leave)

    live.wait_for(lambda game: not game.buttons[1].down)


def test_a_page_that_is_closed_holds_no_button(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    open_console(live, page)
    sit(page, 1)
    page.keyboard.down("a")
    live.wait_for(lambda game: game.buttons[1].down)
    page.close()

    live.wait_for(lambda game: not game.buttons[1].down)


def test_reload_in_the_middle_of_a_level(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    people = start_two(live, page)
    people.focus()
    people.play_right()
    before = hands(live.game)
    page.reload()
    for seat in (1, 2):
        page.wait_for_selector(f".seat-{seat}[data-state='mine']")

    assert (live.game.phase, hands(live.game)) == (Phase.PLAY, before)
    people.play_level()
    assert live.game.phase is Phase.LEVEL


def test_whoever_goes_is_waited_for(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    people = start_two(live, page)
    people.focus()
    page.close()
    live.wait_for_phase(Phase.PAUSED)
    back = new_page()
    open_console(live, back)
    # Another page gets the seats only when the one that had them has had its time to come back.
    for seat in (1, 2):
        back.wait_for_selector(f".seat-{seat}[data-state='free']")
    sit(back, 1, 2)

    live.wait_for_phase(Phase.FOCUS)


# --- fingers ---


def test_focus_stop_refocus_and_a_star_by_four_fingers(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page(1440, 900, touch=True)
    open_console(live, page)
    sit(page, *ALL)
    Keyboard(live, page, ALL).start()
    fingers = Fingers(page)
    page.wait_for_timeout(BETWEEN_MS)

    _focus(live, fingers)
    page.wait_for_timeout(BETWEEN_MS)
    fingers.lay([2])
    live.wait_for_phase(Phase.STOP)
    fingers.lay([1, 3, 4])
    live.wait_for_phase(Phase.LOCKED)
    fingers.lift(ALL)
    live.wait_for_phase(Phase.PLAY)

    page.wait_for_timeout(BETWEEN_MS)
    stars = live.game.cards.stars
    fingers.lay([3])
    live.wait_for_phase(Phase.QUESTION)
    fingers.lay([1, 2, 4])
    game = live.wait_for_phase(Phase.LEVEL)
    fingers.lift(ALL)

    assert game.cards.stars == stars - 1
    assert cards_left(game) == 0


def _focus(live: LiveConsole, fingers: Fingers) -> None:
    fingers.lay(ALL)
    live.wait_for_phase(Phase.LOCKED)
    fingers.lift(ALL)
    live.wait_for_phase(Phase.PLAY)


def test_a_finger_that_slides_away_still_holds_until_it_is_lifted(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    open_console(live, page)
    sit(page, 1)
    page.hover(".seat-1 .arcade")
    page.mouse.down()
    live.wait_for(lambda game: game.buttons[1].down)
    page.mouse.move(5, 5)
    page.wait_for_timeout(100)
    assert live.game.buttons[1].down
    page.mouse.up()

    live.wait_for(lambda game: not game.buttons[1].down)


# --- extreme ---


def test_the_toggle_of_extreme(new_page: NewPage) -> None:
    """A press a little longer arms the other colour of a hand that has both."""
    with LiveConsole(Evening(kind=Kind.EXTREME, seed=11, port=0)) as live:
        page = new_page()
        people = start_two(live, page)
        people.focus()
        while not (both := _with_both_colours(live)):
            people.tap(1 if hands(live.game)[1] else 2)
            game = live.wait_for_phase(Phase.FOCUS, Phase.PLAY)
            page.wait_for_timeout(BETWEEN_MS)
            if game.phase is Phase.FOCUS:
                people.focus()
        armed = live.game.cards.armed[both]
        page.keyboard.press(KEYS[both], delay=600)

        live.wait_for(lambda game: game.cards.armed[both] is not armed)


def _with_both_colours(live: LiveConsole) -> int | None:
    return next((seat for seat, hand in hands(live.game).items() if len({card.pile for card in hand}) > 1), None)


# --- several ---


def test_two_browsers_on_one_console(live: LiveConsole, new_page: NewPage) -> None:
    first, second = new_page(), new_page()
    open_console(live, first)
    open_console(live, second)
    sit(first, 1)
    second.wait_for_selector(".seat-1[data-state='taken']")
    sit(second, 2)
    first.wait_for_selector(".seat-2[data-state='taken']")
    one, two = Keyboard(live, first, (1,)), Keyboard(live, second, (2,))
    one.join()
    two.join()
    for wanted in (Phase.FOCUS, Phase.LOCKED):
        first.wait_for_timeout(BETWEEN_MS)
        one.down(1)
        two.down(2)
        live.wait_for_phase(wanted)
        one.up(1)
        two.up(2)
    live.wait_for_phase(Phase.PLAY)
    first.wait_for_timeout(BETWEEN_MS)
    while live.game.phase is Phase.PLAY:
        before = cards_left(live.game)
        seat = whose_turn(live.game)
        (one if seat == 1 else two).tap(seat)
        live.wait_for(lambda game, before=before: cards_left(game) < before)  # type: ignore[misc]

    assert live.game.phase is Phase.LEVEL


def test_a_game_with_three_simulated_players(new_page: NewPage) -> None:
    """One person, sitting down by opening the page; the others join, follow, and play along for a level."""
    with LiveConsole(Evening(people=1, simulated=3, skill="expert", seed=2, port=0)) as live:
        page = new_page()
        open_console(live, page)
        page.wait_for_selector(".seat-1[data-state='mine'][data-open='true']")
        person = Keyboard(live, page, (1,))
        person.join()
        live.wait_for(lambda game: game.joined == ALL)
        page.wait_for_timeout(BETWEEN_MS)
        for wanted in (Phase.FOCUS, Phase.LOCKED):
            person.down(1)
            live.wait_for_phase(wanted)
            person.up(1)
            page.wait_for_timeout(BETWEEN_MS)
        live.wait_for_phase(Phase.PLAY)
        _play_along(live, person)

        assert live.game.phase is not Phase.LOBBY


def _play_along(live: LiveConsole, person: Keyboard) -> None:
    """Play the own card when it belongs next, and until then wait for the others."""
    while live.game.phase is Phase.PLAY:
        if hands(live.game)[1] and whose_turn(live.game) == 1:
            person.play_right()
        person.page.wait_for_timeout(20)


# --- the page itself ---


@pytest.mark.parametrize(("people", "simulated"), [(1, 3), (2, 2), (4, 0)])
@pytest.mark.parametrize("size", [(844, 390), (740, 360), (568, 320)])
def test_a_seat_of_ones_own_fits_on_a_phone_held_across(
    size: tuple[int, int], people: int, simulated: int, new_page: NewPage
) -> None:
    """Its screen, its button and, where screens are covered, what uncovers it."""
    with LiveConsole(Evening(people=people, simulated=simulated, port=0)) as live:
        page = new_page(*size, touch=True)
        open_console(live, page)
        sit(page, *range(1, min(people, 2) + 1))
        if SHOTS:
            page.wait_for_timeout(BETWEEN_MS)
            page.screenshot(path=f"{SHOTS}/across-{size[0]}-{people}.png")
        for part in (".glass", ".arcade", *([] if people == 1 else [".tools"])):
            assert_in_view(page, f".seat-1 {part}", size)
            box = page.locator(f".seat-1 {part}").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= (30 if part == ".tools" else 100), part
        assert page.evaluate("document.querySelector('.seat-1 .oled').clientWidth") >= 256
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1265, 720), (1100, 700), (1024, 768), (820, 640)])
def test_four_who_share_a_page_see_all_of_their_seats(size: tuple[int, int], language: str, new_page: NewPage) -> None:
    with LiveConsole(Evening(port=0)) as live:
        page = new_page(*size)
        open_console(live, page, f"?lang={language}")
        sit(page, *ALL)
        page.wait_for_timeout(BETWEEN_MS)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/four-{language}-{size[0]}.png")
        for seat in ALL:
            for part in (".glass", ".oled", ".tools .tool:last-child", ".leave", ".arcade"):
                assert_in_view(page, f".seat-{seat} {part}", size)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert page.evaluate("Math.min(...[...document.querySelectorAll('.oled')].map((o) => o.clientWidth))") >= 256
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_all_four_seats_are_in_view(new_page: NewPage) -> None:
    """One's own with its screen, the others with their lamps; in every language there is room for what leads away."""
    with LiveConsole(Evening(port=0)) as live:
        page = new_page(390, 844, touch=True)
        for language in LANGUAGES:
            open_console(live, page, f"?lang={language}")
            sit(page, 1)
            page.wait_for_timeout(BETWEEN_MS)
            if SHOTS:
                page.screenshot(path=f"{SHOTS}/four-{language}-390.png")
            for seat in ALL:
                assert_in_view(page, f".seat-{seat} .arcade", (390, 844))
            assert_in_view(page, ".seat-1 .oled", (390, 844))
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language


def test_with_one_seat_on_the_page_the_peek_key_does_nothing(new_page: NewPage) -> None:
    """Nobody is there to hide the hand from, so it is never covered, and there is no tool to uncover it with."""
    with LiveConsole(Evening(people=1, simulated=2, seed=7, port=0)) as live:
        page = new_page()
        open_console(live, page)
        page.wait_for_selector(".seat-1[data-state='mine']")
        Keyboard(live, page, (1,)).tap(1)
        live.wait_for(lambda game: len(game.joined) == 3)
        page.keyboard.down(KEYS[1])
        live.wait_for_phase(Phase.FOCUS)
        page.keyboard.up(KEYS[1])
        page.keyboard.press("q", delay=60)
        page.wait_for_timeout(BETWEEN_MS)

        assert page.get_attribute(".seat-1", "data-open") == "true"
        assert page.inner_text(".seat-1 .note") == ""
        assert not page.locator(".seat-1 .tools").is_visible()


def test_a_page_shows_the_table_of_the_console_that_answers(new_page: NewPage) -> None:
    """A console that starts anew may have other seats and speak another language; whoever sat there sits there."""
    page = new_page()
    with LiveConsole(Evening(port=0)) as live:
        port = live.site.port
        open_console(live, page)
        sit(page, 2)
    page.wait_for_selector("body[data-link='lost']")
    with LiveConsole(Evening(people=2, simulated=1, language="de", port=port)):
        page.wait_for_selector(".seat-3[data-state='simulated']", timeout=20_000)
        page.wait_for_selector(".seat-2[data-state='mine']")

        assert page.get_attribute("html", "lang") == "de"
        assert page.locator(".seat").count() == 3
        assert page.get_attribute(".seat-1", "data-state") == "free"


@pytest.mark.parametrize("size", [(390, 844), (412, 732), (360, 800)])
def test_two_who_share_a_phone_see_both_of_their_seats(size: tuple[int, int], new_page: NewPage) -> None:
    with LiveConsole(Evening(seed=7, port=0)) as live:
        page = new_page(*size, touch=True)
        start_two(live, page)
        page.wait_for_selector(".seat-1[data-open='false']")
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/two-{size[0]}.png")
        for seat in (1, 2):
            for part in (".glass", ".oled", ".tools .tool:last-child", ".leave", ".arcade"):
                assert_in_view(page, f".seat-{seat} {part}", size)
        assert page.evaluate("document.querySelector('.seat-1 .oled').clientWidth") >= (256 if size[0] >= 390 else 128)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- what is offered, and when ---


def test_tools_are_there_while_there_is_something_to_cover(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    open_console(live, page)
    sit(page, 1, 2)
    page.wait_for_selector(".seat-1[data-plain='true']")
    assert not page.locator(".seat-1 .tools .tool").first.is_visible()
    Keyboard(live, page, (1, 2)).start()
    page.wait_for_selector(".seat-1[data-open='false'] .tools .tool >> visible=true")


def test_with_ones_own_cards_there_is_nothing_to_cover(new_page: NewPage) -> None:
    with LiveConsole(Evening(people=2, kind=Kind.COMPANION_CLASSIC, port=0)) as live:
        page = new_page()
        start_two(live, page)
        page.wait_for_selector(".seat-1[data-plain='true']")

        assert not page.locator(".seat-1 .tools .tool").first.is_visible()


def test_who_clicks_sees_no_ring_while_they_play_by_key(live: LiveConsole, new_page: NewPage) -> None:
    """What was chosen by keyboard bears one, as ever."""
    page = new_page()
    start_two(live, page)
    page.click("#open-help")
    page.wait_for_selector("dialog[open] #help-minute")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog:not([open])", state="attached")
    page.locator(".seat-1 .keep").click()
    page.keyboard.press(KEYS[1], delay=60)
    assert page.locator(":focus-visible").count() == 0
    page.keyboard.press("Tab")
    assert page.locator(":focus-visible").count() == 1


def test_a_console_that_is_gone_invites_nobody(new_page: NewPage) -> None:
    page = new_page()
    with LiveConsole(Evening(port=0)) as live:
        open_console(live, page)
        sit(page, 1)
        page.wait_for_function("getComputedStyle(document.querySelector('.seat-1 .plunger'), '::before').opacity > 0")
    page.wait_for_selector("body[data-link='lost']")
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/lost.png")

    assert page.locator(".note >> visible=true").count() == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.seat-1 .plunger'), '::before').opacity") == "0"
    assert float(page.evaluate("getComputedStyle(document.getElementById('table')).opacity")) < 0.5


def assert_in_view(page: Page, selector: str, size: tuple[int, int]) -> None:
    """Something is on a page that nobody has scrolled."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    assert box["x"] >= 0, selector
    assert box["y"] >= 0, selector
    assert box["x"] + box["width"] <= size[0], selector
    assert box["y"] + box["height"] <= size[1], selector


@pytest.mark.parametrize(("people", "simulated", "hint"), [(4, 0, "visible"), (0, 4, "hidden")])
def test_only_where_a_seat_is_free_a_page_says_how_to_sit(
    people: int, simulated: int, hint: str, new_page: NewPage
) -> None:
    with LiveConsole(Evening(people=people, simulated=simulated, port=0)) as live:
        page = new_page()
        open_console(live, page)
        page.wait_for_selector(f"body[data-hint='{'true' if people else 'false'}']")

        assert page.evaluate("getComputedStyle(document.querySelector('.hint')).visibility") == hint


# --- help ---


def test_help_keeps_its_secret(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    open_console(live, page, "?lang=de")
    page.click("#open-help")
    page.wait_for_selector("dialog[open] #help-minute")
    assert page.get_attribute("dialog", "lang") == "de"
    assert page.locator(".secret p:not(.warning)").count() == 0
    page.locator("summary", has=page.locator("xpath=../div[@class='secret']")).click()
    page.click(".secret button")
    page.wait_for_selector(".secret p:not(.warning)")
    page.keyboard.press("Escape")

    assert page.locator("dialog[open]").count() == 0


def test_whoever_reads_help_presses_no_button(live: LiveConsole, new_page: NewPage) -> None:
    page = new_page()
    open_console(live, page)
    sit(page, 1)
    page.click("#open-help")
    page.wait_for_selector("dialog[open] #help-minute")
    page.keyboard.press("a", delay=60)
    page.wait_for_timeout(BETWEEN_MS)

    assert live.game.joined == (1,)
