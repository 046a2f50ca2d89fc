"""What the operator may ask on the control socket: a request for each thing, answered with words for people."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import Any

from mindbuzz.config import Effective
from mindbuzz.config.keys import SETTINGS, STAFF_KEYS
from mindbuzz.config.staff import understood
from mindbuzz.errors import ControlError
from mindbuzz.operator.operator import Operator
from mindbuzz.runtime.control import Request
from mindbuzz.runtime.rows import DayRow

HOLDS = {True: "; it holds now", False: "; it holds as soon as nobody sits at the table"}


def operator_requests(
    found: Effective,
    operator: Operator,
    *,
    ask_to_end: Callable[[], bool],
    days: Callable[[], Awaitable[list[DayRow]]],
) -> dict[str, Request]:
    """The requests by name. `ask_to_end` answers whether a game goes on that can be ended."""

    def settings(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return {name: _told(found, name) for name in sorted(STAFF_KEYS)}

    async def set_(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        name, text = (_word(arguments, key) for key in ("name", "value"))
        try:
            value = understood(name, text)
        except ValueError as error:
            raise ControlError(str(error)) from error
        holds_now = await operator.set({name: value})
        return {"told": f"{name} = {text}{HOLDS[holds_now]}"}

    async def reset(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        holds_now = await operator.reset()
        return {"told": f"what was set here is forgotten{HOLDS[holds_now]}"}

    def end_game(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"told": "the screens ask whether to end the game" if ask_to_end() else "no game goes on"}

    def switch_off(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        obstacle = operator.power_off()
        if obstacle is not None:
            raise ControlError(obstacle)
        return {"told": "switching off"}

    def forget_games(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        operator.forget()
        return {"told": "all games that are over are forgotten, and what was counted"}

    async def counted(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"days": [asdict(row) for row in await days()]}

    return {
        "settings": settings,
        "set": set_,
        "reset": reset,
        "end_game": end_game,
        "power_off": switch_off,
        "forget": forget_games,
        "days": counted,
    }


def _told(found: Effective, name: str) -> Mapping[str, Any]:
    inside = name in SETTINGS.by_name
    value = getattr(found.config.settings if inside else found.config, name)
    return {"value": value, "origin": found.origin(f"settings.{name}" if inside else name)}


def _word(arguments: Mapping[str, Any], key: str) -> str:
    word = arguments.get(key)
    if not isinstance(word, str):
        raise ControlError(f"the request lacks {key}, a text")
    return word
