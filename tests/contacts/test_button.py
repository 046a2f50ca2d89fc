"""One contact: what is a press, what is a release, and what is noise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mindbuzz.contacts.button import Debounce, Edge, Limits
from mindbuzz.core.settings import DEFAULTS

CLOSES, OPENS = True, False


def changes(*edges: tuple[float, bool], closed: bool = False) -> list[tuple[float, str]]:
    """The (milliseconds, down or up) that edges (milliseconds, closed) make."""
    return list(_changes(edges, closed))


def _changes(edges: tuple[tuple[float, bool], ...], closed: bool) -> Iterator[tuple[float, str]]:
    button = Debounce(1, Limits.of(DEFAULTS), closed)
    for at_ms, closes in (*edges, (10_000.0, None)):
        at_us = round(at_ms * 1000)
        while (edge := button.settle(at_us)) is not None:
            yield edge.at_us / 1000, "down" if edge.down else "up"
        if closes is not None:
            button.edge(at_us, closes)


def clean(down_ms: float, up_ms: float) -> list[tuple[float, str]]:
    return [(down_ms, "down"), (up_ms, "up")]


def test_a_clean_press_is_stamped_by_its_edges() -> None:
    assert changes((100, CLOSES), (200, OPENS)) == clean(100, 200)


def test_bounce_at_both_ends_moves_no_stamp() -> None:
    edges = ((100, CLOSES), (101, OPENS), (102, CLOSES), (104, OPENS), (106, CLOSES), (200, OPENS))

    assert changes(*edges) == clean(100, 200)


def test_a_release_is_the_opening_edge_after_which_the_contact_stays_open() -> None:
    edges = ((0, CLOSES), (200, OPENS), (203, CLOSES), (207, OPENS), (210, CLOSES), (212, OPENS))

    assert changes(*edges) == clean(0, 212)


@pytest.mark.parametrize(("closes_again_ms", "found"), [(219.999, [(0, "down")]), (220, clean(0, 200))])
def test_a_contact_that_closes_again_within_twenty_milliseconds_was_never_open(
    closes_again_ms: float, found: list[tuple[float, str]]
) -> None:
    assert changes((0, CLOSES), (200, OPENS), (closes_again_ms, CLOSES))[: len(found)] == found


@pytest.mark.parametrize(("open_ms", "found"), [(100.999, []), (101, clean(100, 101))])
def test_a_press_is_believed_once_it_was_closed_for_a_millisecond(
    open_ms: float, found: list[tuple[float, str]]
) -> None:
    assert changes((100, CLOSES), (open_ms, OPENS)) == found


def test_the_millisecond_may_be_made_of_pieces() -> None:
    edges = ((100, CLOSES), (100.4, OPENS), (103, CLOSES), (103.4, OPENS), (106, CLOSES), (106.2, OPENS))

    assert changes(*edges) == clean(100, 106.2)


@pytest.mark.parametrize(("closes_ms", "down_ms"), [(105.149, 100), (105.15, 105.15)])
def test_what_stays_open_for_five_milliseconds_before_it_is_believed_was_noise(
    closes_ms: float, down_ms: float
) -> None:
    edges = ((100, CLOSES), (100.15, OPENS), (closes_ms, CLOSES), (200, OPENS))

    assert changes(*edges) == clean(down_ms, 200)


def test_a_spark_is_nothing() -> None:
    assert changes((100, CLOSES), (100.15, OPENS)) == []


def test_sparks_do_not_add_up() -> None:
    sparks = [(100 * number + part, closes) for number in range(9) for part, closes in ((0, CLOSES), (0.4, OPENS))]

    assert changes(*sparks) == []
    assert changes(*sparks, (1_000, CLOSES), (1_200, OPENS), (1_400, CLOSES), (1_400.4, OPENS)) == clean(1_000, 1_200)


def test_press_and_release_are_as_uncertain_as_the_edges_that_they_began_with() -> None:
    button = Debounce(1, Limits.of(DEFAULTS))
    found: list[Edge | None] = []
    for at_us, closed, uncertainty_us in ((0, True, 7), (300, False, 8), (600, True, 9), (90_000, False, 5)):
        found.append(button.settle(at_us))
        button.edge(at_us, closed, uncertainty_us)
    found.append(button.settle(200_000))

    assert [edge for edge in found if edge] == [Edge(0, 1, True, 7), Edge(90_000, 1, False, 5)]


def test_a_burst_that_is_not_believed_in_time_begins_anew_at_its_latest_closing_edge() -> None:
    edges = [(100 + 4 * number + part, closes) for number in range(4) for part, closes in ((0, CLOSES), (0.1, OPENS))]

    assert changes(*edges, (114.5, CLOSES), (200, OPENS)) == clean(114.5, 200)


def test_a_burst_that_is_not_believed_in_time_while_open_was_noise() -> None:
    edges = [(100 + 2.9 * number + part, closes) for number in range(6) for part, closes in ((0, CLOSES), (0.1, OPENS))]

    assert changes(*edges) == []


def test_repeated_edges_of_one_direction_change_nothing() -> None:
    assert changes((100, CLOSES), (104, CLOSES), (200, OPENS), (210, OPENS)) == clean(100, 200)


def test_an_eager_lockout_leaves_no_key_stuck() -> None:
    assert changes((0, CLOSES), (3, OPENS)) == clean(0, 3)


def test_two_quick_taps_are_two() -> None:
    assert changes((0, CLOSES), (100, OPENS), (125, CLOSES), (200, OPENS)) == clean(0, 100) + clean(125, 200)


def test_a_button_held_at_the_start_is_silent_until_it_was_released() -> None:
    edges = ((500, OPENS), (505, CLOSES), (510, OPENS), (600, CLOSES), (700, OPENS))

    assert changes(*edges, closed=True) == clean(600, 700)
