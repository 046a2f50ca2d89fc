"""Where contacts come from, one file each: buttons on GPIO, simulated players."""
