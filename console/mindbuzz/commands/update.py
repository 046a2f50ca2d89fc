"""`mindbuzz update`: another version, and back if it does not come up."""

from mindbuzz.commands.appliance import verb_command

update = verb_command("update")
