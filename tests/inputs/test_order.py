"""News that overtook one another go on in order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.contacts.contact import Contact
from mindbuzz.inputs.order import InOrder
from mindbuzz.inputs.source import Mailbox

WAIT_US = 14_000


def test_news_go_on_when_they_are_old_enough() -> None:
    onward = Mailbox()
    order = InOrder(onward, WAIT_US)
    order.put(Contact(2_000, 2, True))
    order.put(Contact(1_000, 1, True))

    assert order.due_us == 1_000 + WAIT_US
    order.act(1_000 + WAIT_US)
    assert onward.take_all() == [Contact(1_000, 1, True)]
    assert order.due_us == 2_000 + WAIT_US


def test_whoever_waits_onward_is_woken_even_if_they_came_later() -> None:
    onward = Mailbox()
    order = InOrder(onward, WAIT_US)
    woken = []
    onward.wake = lambda: woken.append(True)
    order.put(Contact(1, 1, True))

    assert woken == [True]


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, WAIT_US), st.integers(1, 4)), max_size=30))
def test_whatever_comes_in_time_goes_on_in_order(sent: list[tuple[int, int, int]]) -> None:
    onward = Mailbox()
    order = InOrder(onward, WAIT_US)
    told: list[Contact] = []
    for arrives_us, at_us, seat in sorted((at_us + late_us, at_us, seat) for at_us, late_us, seat in sent):
        order.act(arrives_us - 1)
        order.put(Contact(at_us, seat, True))
        order.act(arrives_us)
        told += [news for news in onward.take_all() if isinstance(news, Contact)]
    order.act(10**9)
    told += [news for news in onward.take_all() if isinstance(news, Contact)]

    assert len(told) == len(sent)
    moments_us = [contact.at_us for contact in told]
    assert moments_us == sorted(moments_us)
