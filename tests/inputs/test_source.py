"""The mailbox: what lies in it comes out by time and seat, once, and whoever sleeps is woken."""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator
from pathlib import Path

from mindbuzz import inputs
from mindbuzz.contacts.contact import Contact
from mindbuzz.inputs.source import HostPressed, Mailbox, News, SourceChange


def mailbox_of(*news: News) -> Mailbox:
    mailbox = Mailbox()
    for item in news:
        mailbox.put(item)
    return mailbox


def test_news_come_out_by_time_whatever_order_they_came_in() -> None:
    news: list[News] = [Contact(30, 1, True), Contact(10, 2, True), SourceChange(20, "pod", (1, 2), True)]

    assert [item.at_us for item in mailbox_of(*news).take_all()] == [10, 20, 30]


def test_news_of_one_instant_come_out_by_seat() -> None:
    news: list[News] = [
        Contact(10, 3, True),
        Contact(10, 1, True),
        HostPressed(10),
        SourceChange(10, "pod", (2, 4), True),
    ]

    assert mailbox_of(*news).take_all() == [news[2], news[1], news[3], news[0]]


def test_news_of_one_instant_and_seat_stay_as_they_came() -> None:
    """The contact closed and opened within the resolution of its clock: the other way round it would stay closed."""
    news = [Contact(10, 1, True), Contact(10, 1, False), Contact(10, 1, True)]

    assert mailbox_of(*news).take_all() == news


def test_everything_comes_out_once() -> None:
    mailbox = mailbox_of(Contact(10, 1, True))

    assert mailbox.take_all() == [Contact(10, 1, True)]
    assert mailbox.take_all() == []


def test_every_piece_of_news_wakes_the_loop_after_it_lies_there() -> None:
    mailbox = Mailbox()
    found: list[list[News]] = []
    mailbox.wake = lambda: found.append(mailbox.take_all())

    mailbox.put(Contact(10, 1, True))
    mailbox.put(Contact(20, 1, False))

    assert found == [[Contact(10, 1, True)], [Contact(20, 1, False)]]


def test_nothing_is_lost_or_doubled_when_threads_put_while_the_loop_takes() -> None:
    mailbox = Mailbox()
    each = 2_000

    def put_all(seat: int) -> None:
        for number in range(each):
            mailbox.put(Contact(number, seat, True))

    threads = [threading.Thread(target=put_all, args=(seat,)) for seat in (1, 2, 3, 4)]
    taken: list[News] = []
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        taken.extend(mailbox.take_all())
    taken.extend(mailbox.take_all())

    assert sorted((item.at_us, item.seat) for item in taken if isinstance(item, Contact)) == [
        (n, seat) for n in range(each) for seat in (1, 2, 3, 4)
    ]


def contacts_made() -> Iterator[tuple[str, ast.Call]]:
    """Where a source of hands makes a contact, by its file."""
    for file in Path(inputs.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Contact":
                yield file.name, node


def test_every_source_says_in_a_contact_who_told_of_it() -> None:
    """Two contacts are equal whoever told of them, so no other test would see it missing in the journal."""
    made = list(contacts_made())

    assert {name for name, _ in made} == {"browser.py", "gpio.py", "pod.py"}
    assert all("source" in [keyword.arg for keyword in call.keywords] for _, call in made)
