"""Where light goes to, one file each: lamps, OLEDs, the terminal."""
