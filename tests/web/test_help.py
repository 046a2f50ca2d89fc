"""The help says the same in every language, in the screens' words, and no more than it should."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from mindbuzz.core import practice
from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.judging import pile_errors
from mindbuzz.core.rules import (
    CLASSIC_DECK,
    EXTREME_DECK,
    EXTREME_FACE_DOWN,
    MOST_LIVES,
    MOST_STARS,
    REWARD,
    SETUP,
    Reward,
)
from mindbuzz.core.settings import CALM_FACTOR, DEFAULTS
from mindbuzz.screens.layout import ARROW
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.web.help import Section, help_in

NO_BREAK = "\u00a0"
NARROW = "\u202f"
SPOILER = "spoiler/"


def of_section(section: Section, path: str) -> Iterator[tuple[str, str]]:
    yield f"{path}/title", section.title
    for part, paragraphs in (("paragraphs", section.paragraphs), ("after", section.after)):
        for place, text in enumerate(paragraphs):
            yield f"{path}/{part}/{place}", text
    for row, cells in enumerate(section.table):
        for column, text in enumerate(cells):
            yield f"{path}/table/{row}/{column}", text


@cache
def all_texts(language: str) -> dict[str, str]:
    """Every text by its place, the same places in every language."""

    def walk() -> Iterator[tuple[str, str]]:
        told = help_in(language)
        yield "title", told.title
        yield from of_section(told.minute, told.minute.key)
        yield from of_section(told.button, told.button.key)
        yield "rules/title", told.rules.title
        for section in told.rules.sections:
            yield from of_section(section, f"rules/{section.key}")
        yield "questions/title", told.questions.title
        for entry in told.questions.entries:
            yield f"questions/{entry.key}/question", entry.question
            yield f"questions/{entry.key}/answer", entry.answer
        yield f"{SPOILER}title", told.spoiler.title
        yield f"{SPOILER}warning", told.spoiler.warning
        yield f"{SPOILER}reveal", told.spoiler.reveal
        for place, text in enumerate(told.spoiler.paragraphs):
            yield f"{SPOILER}paragraphs/{place}", text

    places = list(walk())
    assert len(dict(places)) == len(places), "a key is there twice"
    return dict(places)


def figures(text: str) -> list[int]:
    return sorted(int(digits) for digits in re.findall(r"\d+", text))


def rules_section(language: str, key: str) -> Section:
    return next(section for section in help_in(language).rules.sections if section.key == key)


def rows_of(section: Section) -> list[tuple[str, ...]]:
    """The table without its head."""
    return list(section.table[1:])


def told_about(language: str, *starts: str) -> set[int]:
    """The figures in all places that start so."""
    places = all_texts(language).items()
    return {figure for place, text in places if place.startswith(starts) for figure in figures(text)}


# --- the same in every language ---


def test_there_is_no_other_language() -> None:
    with pytest.raises(LookupError, match="no language 'tlh'"):
        help_in("tlh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_places_in_every_language(language: str) -> None:
    assert list(all_texts(language)) == list(all_texts("en"))
    assert help_in(language).language == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_figures_in_every_place(language: str) -> None:
    here, english = all_texts(language), all_texts("en")

    assert {place: figures(text) for place, text in here.items()} == {
        place: figures(text) for place, text in english.items()
    }


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_text_is_translated(language: str) -> None:
    here, english = all_texts(language), all_texts("en")
    wordy = [place for place, text in english.items() if len(text.split()) > 2 and re.search("[a-z]", text)]

    assert [place for place in wordy if here[place] == english[place]] == []


def test_there_are_as_many_questions_as_people_read() -> None:
    assert 12 <= len(help_in("en").questions.entries) <= 15


# --- the figures are those that are played ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_set_up(language: str) -> None:
    assert rows_of(rules_section(language, "levels")) == [
        tuple(str(figure) for figure in (players, *setup)) for players, setup in SETUP.items()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rewards_and_caps(language: str) -> None:
    section = rules_section(language, "rewards")

    assert [figures(levels) for levels, _ in rows_of(section)] == [
        [level for level, reward in REWARD.items() if reward is which] for which in (Reward.STAR, Reward.LIFE)
    ]
    assert figures(section.after[0]) == sorted([MOST_LIVES, MOST_STARS])


@pytest.mark.parametrize("language", LANGUAGES)
def test_face_down_piles_of_extreme(language: str) -> None:
    told = {
        int(level): tuple(pile for pile in (Pile.WHITE, Pile.RED) if ARROW[pile] in piles)
        for level, piles in rows_of(rules_section(language, "extreme"))
    }

    assert told == EXTREME_FACE_DOWN


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards(language: str) -> None:
    assert figures(help_in(language).minute.paragraphs[0]) == [1, len(CLASSIC_DECK)]
    assert figures(rules_section(language, "extreme").paragraphs[0]) == [1, 1, *2 * [len(EXTREME_DECK) // 2]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_example_is_what_the_console_would_find(language: str) -> None:
    section = rules_section(language, "blind_piles")
    played = tuple(Card(Pile.CLASSIC, int(digits)) for digits in re.findall(r"\d+", section.paragraphs[-1]))
    found = {error.card.value: [card.value for card in error.late] for error in pile_errors(played)}
    late = {value for values in found.values() for value in values}
    looked_at = [card.value for card in played if card.value not in late]

    assert [int(card) for card, _, _ in rows_of(section)] == looked_at
    assert [[int(digits) for digits in re.findall(r"\d+", cell)] for _, cell, _ in rows_of(section)] == [
        found.get(value, []) for value in looked_at
    ]
    assert figures(section.after[0])[:2] == 2 * [len(found)]


S = 1000
TIMES = {
    "button/table": {DEFAULTS.leave_prompt_ms / S},
    "button/after/0": {DEFAULTS.hold_ms, DEFAULTS.arm_ms, DEFAULTS.extreme_hold_ms},
    "button/after/1": {DEFAULTS.vote_ms},
    "rules/focus": {DEFAULTS.focus_lock_ms},
    "rules/stars": {DEFAULTS.star_ask_ms, DEFAULTS.vote_ms, DEFAULTS.vote_timeout_ms / S},
    "rules/own_cards": {DEFAULTS.undo_ms / S, DEFAULTS.error_repeat_ms / S},
    "questions/two_cards": {DEFAULTS.tie_window_ms},
    "questions/counts": {DEFAULTS.hold_ms},
    "questions/no_play": {DEFAULTS.tap_min_ms, DEFAULTS.repeat_guard_ms},
    "questions/calm": {practice.SLOW_MS, DEFAULTS.hold_ms, DEFAULTS.hold_ms * CALM_FACTOR},
    "questions/stuck": {DEFAULTS.stuck_ms / S},
    "questions/silence": {DEFAULTS.silence_ms / S / 60, DEFAULTS.still_there_ms / S},
    "questions/end_early": {DEFAULTS.leave_prompt_ms / S, DEFAULTS.leave_taps_ms / S, 2},  # 2×, on the screens
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", TIMES)
def test_times(language: str, place: str) -> None:
    assert told_about(language, place) == TIMES[place]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_time_is_told_without_a_test(language: str) -> None:
    elsewhere = {
        place
        for place, text in all_texts(language).items()
        if re.search(rf"\d{NO_BREAK}(ms|s)", text, re.IGNORECASE) and not place.startswith(tuple(TIMES))
    }

    assert elsewhere == set()


# --- the words are those of the screens ---

QUOTES = {
    "en": ("“", "”"),
    "de": ("„", "“"),
    "nl": ("“", "”"),
    "nb": ("«", "»"),
    "da": ("»", "«"),
    "cs": ("„", "“"),
    "fr": (f"«{NO_BREAK}", f"{NO_BREAK}»"),
}


def quoted(language: str) -> set[str]:
    left, right = QUOTES[language]
    found = {words for text in all_texts(language).values() for words in re.findall(f"{left}(.+?){right}", text)}
    return {words.replace("’", "'").replace(NARROW, " ").replace(NO_BREAK, " ") for words in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_quoted_is_what_the_screens_say(language: str) -> None:
    keys = {key for key, line in texts_of(language).lines.items() if line in quoted(language)}

    assert quoted(language) <= set(texts_of(language).lines.values())
    assert keys == {key for key, line in texts_of("en").lines.items() if line in quoted("en")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_calm_times_are_told_where_people_look_for_them(language: str) -> None:
    """Among the presses, which are the player's card, too; and with how long such a press may last."""
    left, right = QUOTES[language]
    offer = f"{left}{texts_of(language)('calm_title')}{right}"
    told = {place for place, text in all_texts(language).items() if offer in text.replace(NARROW, " ")}

    assert {place.rsplit("/", 2)[0] for place in told} == {"button/table", "questions"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_have_their_names(language: str) -> None:
    texts = texts_of(language)
    titles = [rules_section(language, key).title for key in ("challenge", "practice", "extreme")]

    assert [title.replace("’", "'") for title in titles] == [
        texts("kind_challenge"),
        texts("kind_blind"),
        texts("kind_extreme"),
    ]


# --- plain text, set as each language sets it ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_text(language: str) -> None:
    marked = {
        place: text
        for place, text in all_texts(language).items()
        if re.search(r"[<>&*`{}\[\]\\\n\t]|https?:", text) or not text.strip() or text != text.strip()
    }

    assert marked == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_have_a_head_and_equal_rows(language: str) -> None:
    told = help_in(language)
    for section in (told.minute, told.button, *told.rules.sections):
        assert len({len(row) for row in section.table}) <= 1
        assert len(section.table) != 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotes_dashes_and_spaces(language: str) -> None:
    left, right = QUOTES[language]
    strangers = set("“”„«»‚‘—'\"") - {left.strip(NO_BREAK), right.strip(NO_BREAK)}
    for place, text in all_texts(language).items():
        assert not strangers & set(text), place
        assert not re.search(r"\.\.\.| - |  |\d (ms|s)\b", text), place
        assert text.count(left) == text.count(right), place
        if language == "fr":
            assert not re.search(rf"[^{NARROW}\d][;!?]|[^{NO_BREAK}]:", text), place
        else:
            assert not re.search(rf"[ {NO_BREAK}{NARROW}][;:!?]", text), place


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_for_children_stay_short(language: str) -> None:
    assert {place for place, text in all_texts(language).items() if len(text) > 520} == set()
    assert {place for place, text in all_texts(language).items() if "/table/" in place and len(text) > 75} == set()


# --- the secret stays where it is ---

# Words of the spoiler that would give it away wherever they stood.
GIVEAWAYS = {
    "en": ("soon", "high cards come late", "gap", "wait at all", "sense of time", "do not count", "faster"),
    "de": ("bald", "hohe karten spät", "abstand", "wartest", "zeitgefühl", "mitzählen", "schneller"),
    "nl": ("gauw", "hoge kaarten laat", "verschil", "wacht je", "tijdgevoel", "tel dus niet", "sneller"),
    "nb": ("snart", "høye kort kommer sent", "avstand", "venter du", "følelse for tid", "ikke tell", "fortere"),
    "da": ("snart", "høje kort kommer sent", "afstand", "venter du", "fornemmelse for tid", "at tælle", "hurtigere"),
    "cs": ("brzo", "vysoké pozdě", "rozdíl", "čekáš", "smysl pro čas", "nepočítejte", "rychleji"),
    "fr": ("bientôt", "viennent tard", "l’écart", "attente", "sens du temps", "ne comptez pas", "plus vite"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_secret_is_told_in_one_place(language: str) -> None:
    inside = " ".join(text for place, text in all_texts(language).items() if place.startswith(SPOILER)).lower()
    outside = " ".join(text for place, text in all_texts(language).items() if not place.startswith(SPOILER)).lower()

    assert [word for word in GIVEAWAYS[language] if word not in inside] == []
    assert [word for word in GIVEAWAYS[language] if word in outside] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_warning_gives_nothing_away(language: str) -> None:
    spoiler = help_in(language).spoiler
    before = f"{spoiler.title} {spoiler.warning} {spoiler.reveal}".lower()

    assert [word for word in GIVEAWAYS[language] if word in before] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_game_is_named_in_one_entry(language: str) -> None:
    """Whose game it is and that its box is worth buying is said once, and not in an advertisement's way."""
    naming = {place for place, text in all_texts(language).items() if "The Mind" in text}

    assert naming == {"questions/box/question", "questions/box/answer"}
