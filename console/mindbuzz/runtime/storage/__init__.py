"""The journal's file: opened, checked, written beside the game, brought to the disk, kept small, rescued."""
