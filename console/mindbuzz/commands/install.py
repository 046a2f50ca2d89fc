"""`mindbuzz install`: the console as a service of this machine."""

from mindbuzz.commands.appliance import verb_command

install = verb_command("install")
