"""The game, pure: no clock, no chance, no input or output. Time, contacts and chance come in as events.

step(game, event) -> (game, outcomes)      deadline(game) -> microsecond at which to wake, or None
view(game, seat) -> SeatView               table_view(game) -> TableView
"""
