"""`mindbuzz uninstall`: everything away that was installed."""

from mindbuzz.commands.appliance import verb_command

uninstall = verb_command("uninstall")
