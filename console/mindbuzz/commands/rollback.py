"""`mindbuzz rollback`: the version before the last update."""

from mindbuzz.commands.appliance import verb_command

rollback = verb_command("rollback")
