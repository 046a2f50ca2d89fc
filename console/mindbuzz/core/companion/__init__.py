"""Companion mode: people play with their own cards; the console guides, counts, and takes back what was mispressed."""
