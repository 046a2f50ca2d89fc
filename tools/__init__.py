"""What the developers run; nothing here is part of the console."""
