"""What the journal remembers, for people: games, levels, rhythm; as tables, pictures and files."""
