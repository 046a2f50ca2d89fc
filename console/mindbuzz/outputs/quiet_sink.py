"""What most sinks of the console have in common: they look at what is shown, and nothing in them moves by itself."""


class QuietSink:
    """A sink that only has to say what it does when something is shown."""

    due_us: int | None = None

    def pressed(self, down: frozenset[int]) -> None:
        """A press alone is no news."""

    def refresh(self, now_us: int) -> None:
        """Nothing moves here."""

    def close(self) -> None:
        """Nothing to put away."""
