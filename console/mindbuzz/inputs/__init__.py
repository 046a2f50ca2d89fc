"""Where contacts come from, one file or folder each. A source stamps what it sees, puts it into a mailbox, and decides
nothing."""
