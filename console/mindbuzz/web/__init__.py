"""The console in a browser: buttons, lamps and screens to play on, a board to watch, and help."""
