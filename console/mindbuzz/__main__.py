"""`python -m mindbuzz` is the command `mindbuzz`."""

from mindbuzz.cli import main

main()
