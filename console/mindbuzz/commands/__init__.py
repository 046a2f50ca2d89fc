"""One file for each command of `mindbuzz`. They import what they need when they run, so that each starts at once."""
