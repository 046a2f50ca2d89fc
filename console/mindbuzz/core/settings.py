"""Every duration and house rule a table may want otherwise, with its default.

The names are those of the gesture rules; durations are milliseconds, whole or fractional. `us` turns one
into the microseconds in which everything else is counted.
"""

from dataclasses import dataclass


def us(duration_ms: float) -> int:
    """Microseconds of a duration given in milliseconds."""
    return round(duration_ms * 1000)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one game. A value: changing one means making another."""

    # Contacts: when a closed contact is believed to be a press, an open one to be a release.
    press_confirm_ms: float = 1
    press_gap_ms: float = 5
    press_cap_ms: float = 15
    release_confirm_ms: float = 20

    # Presses: what one is, by how long it was held.
    focus_lock_ms: float = 500
    hold_ms: float = 600
    arm_ms: float = 350
    extreme_hold_ms: float = 1000
    tap_min_ms: float = 10
    repeat_guard_ms: float = 150
    tie_window_ms: float = 40
    calm_seats: tuple[int, ...] = ()

    # The star vote.
    star_ask_ms: float = 1400
    vote_ms: float = 1500
    vote_timeout_ms: float = 15_000

    # Real cards: when two taps mean the same error; how long one player alone holds to take something back.
    error_repeat_ms: float = 1000
    undo_ms: float = 2000

    # How long a result is shown.
    mistake_show_ms: float = 3000
    star_show_ms: float = 3000
    level_show_ms: float = 4000
    reveal_card_ms: float = 700

    # House rules.
    star_recycle: bool = True
    hide_discards: bool = False

    # Housekeeping of a console that stands among people; a scenario has none of it.
    leave_prompt_ms: float = 30_000
    leave_taps_ms: float = 5_000
    lobby_silent_ms: float = 60_000
    attract_ms: float = 120_000
    silence_ms: float = 180_000
    silence_jitter_ms: float = 60_000
    real_cards_silence_ms: float = 900_000
    still_there_ms: float = 30_000
    resume_offer_ms: float = 60_000
    stuck_ms: float = 15_000
    quiet_ms: float = 1_000
    lock_game: bool = False
    own_cards: bool = True
    game_limit_ms: float = 0


DEFAULTS = Settings()
CALM_FACTOR = 2


def tap_us(settings: Settings, extreme: bool, seat: int) -> int:
    """A press released before this long is a tap."""
    return _calmed(settings, settings.arm_ms if extreme else settings.hold_ms, seat)


def hold_us(settings: Settings, extreme: bool, seat: int) -> int:
    """A press still down after this long is a hold."""
    return _calmed(settings, settings.extreme_hold_ms if extreme else settings.hold_ms, seat)


def _calmed(settings: Settings, duration_ms: float, seat: int) -> int:
    return us(duration_ms) * (CALM_FACTOR if seat in settings.calm_seats else 1)
