"""Simulated players: they see what a player may see, and press buttons. `players.Players` is the way in."""
