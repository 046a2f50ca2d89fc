"""What runs a game: the loop, the clock, the journal, replay, health."""
