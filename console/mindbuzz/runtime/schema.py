"""The tables of the journal. A change here is a new version, with a migration from the one before."""

SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    began_us INTEGER NOT NULL,      -- console clock, as every at_us here
    began_at TEXT NOT NULL,         -- wall clock, UTC, for people; may be wrong on a machine without a clock
    boot_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    seats TEXT NOT NULL,            -- JSON list
    seed TEXT NOT NULL,             -- hexadecimal; it is every hand of the game
    settings TEXT NOT NULL,         -- JSON object
    uncertainty_us INTEGER NOT NULL,
    held TEXT NOT NULL,             -- JSON list: seats whose button was down at the deal
    ended TEXT                      -- won, lost, abandoned; NULL while it goes on
);
CREATE TABLE contacts (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games,
    at_us INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    uncertainty_us INTEGER NOT NULL,
    made_up INTEGER NOT NULL
);
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games,
    at_us INTEGER NOT NULL,
    source TEXT NOT NULL,
    seats TEXT NOT NULL,            -- JSON list
    lost INTEGER NOT NULL,
    closed TEXT NOT NULL,           -- JSON list: of those, the seats whose contact was found closed on its return
    own INTEGER NOT NULL            -- 1: the console found it out from the contacts; replaying them finds it again
);
CREATE TABLE outcomes (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games,
    at_us INTEGER NOT NULL,         -- when it happened
    decided_us INTEGER NOT NULL,    -- when it was known
    event TEXT NOT NULL,
    line TEXT NOT NULL              -- the outcome as JSON
);
CREATE INDEX contacts_of_game ON contacts (game_id, id);
CREATE INDEX sources_of_game ON sources (game_id, id);
CREATE INDEX outcomes_of_game ON outcomes (game_id, id);
"""
