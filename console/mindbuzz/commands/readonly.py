"""`mindbuzz readonly`: a root that nothing is written to."""

from mindbuzz.commands.appliance import verb_command

readonly = verb_command("readonly")
