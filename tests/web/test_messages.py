"""What a browser may say, and that nothing else gets through."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mindbuzz.web.messages import VERBS, Hello, Peek, Rise, Said, Sit, Sync, Touch, Unacceptable, said

GOOD: list[tuple[str, Said]] = [
    ('{"say":"hello","token":"a-b","fine":true}', Hello("a-b", True)),
    ('{"say":"sit","seat":4}', Sit(4)),
    ('{"say":"rise","seat":1}', Rise(1)),
    ('{"say":"peek","seat":2,"open":false}', Peek(2, False)),
    ('{"say":"touch","seat":1,"closed":true,"at":12.3456,"sent":13}', Touch(1, True, 12_346, 13_000)),
    ('{"say":"sync","sent":5.5,"heard":null,"at":null}', Sync(5_500, None, None)),
    ('{"say":"sync","sent":5.5,"heard":77,"at":4.25}', Sync(5_500, 77, 4_250)),
]


@pytest.mark.parametrize(("text", "message"), GOOD)
def test_what_pages_say_is_understood(text: str, message: Said) -> None:
    assert said(text) == message


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "7", '"sit"', "{}", '{"say":"sit"}', '{"say":"stand","seat":1}', '{"say":null,"seat":1}',
        '{"say":["sit"],"seat":1}', '{"say":"sit","seat":0}', '{"say":"sit","seat":5}', '{"say":"sit","seat":true}',
        '{"say":"sit","seat":1.0}', '{"say":"sit","seat":1,"more":2}', '{"say":"peek","seat":1,"open":1}',
        '{"say":"touch","seat":1,"closed":true,"at":NaN,"sent":1}',
        '{"say":"touch","seat":1,"closed":true,"at":Infinity,"sent":1}',
        '{"say":"touch","seat":1,"closed":true,"at":-1,"sent":1}',
        '{"say":"touch","seat":1,"closed":true,"at":1e300,"sent":1}',
        '{"say":"touch","seat":1,"closed":true,"at":"1","sent":1}',
        '{"say":"sync","sent":1,"heard":1.5,"at":1}', '{"say":"sync","sent":1,"heard":true,"at":1}',
        '{"say":"hello","token":"","fine":true}', json.dumps({"say": "hello", "token": "x" * 65, "fine": True}),
        "[" * 500, "9" * 500,
    ],
)  # fmt: skip
def test_anything_else_is_not(text: str) -> None:
    with pytest.raises(Unacceptable):
        said(text)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(sorted(VERBS)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
fields = sorted({name for _, names in VERBS.values() for name in names})


@given(st.text() | anything.map(json.dumps))
@example("\ud800")
def test_no_text_does_harm(text: str) -> None:
    with suppress(Unacceptable):
        said(text)


@given(st.sampled_from(sorted(VERBS)), st.dictionaries(st.sampled_from(fields), anything))
def test_no_field_does_harm(verb: str, content: dict[str, object]) -> None:
    try:
        message = said(json.dumps({"say": verb, **content}))
    except Unacceptable:
        return
    assert isinstance(message, Said)
