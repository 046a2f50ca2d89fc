"""The tables of the journal, as the steps from each version to the next. A change here is a new step at the end.

A new file goes through all of them, so there is one way to every version. Views are for people with `sqlite3`: every
question about levels, mistakes and stars is one line of SQL.
"""

APPLICATION_ID = 0x6D62757A  # "mbuz": what a file of ours says of itself since version 2

# A level of a dealt game; `mistakes` is how those are counted.
LEVELS = """CREATE VIEW levels AS
WITH dealt AS (
    SELECT id, game_id, at_us, json_extract(line, '$.level') AS level,
        lead(id, 1, 9223372036854775807) OVER (PARTITION BY game_id ORDER BY id) AS until_id
    FROM outcomes WHERE event = 'level_dealt'
), told AS (
    SELECT dealt.id AS deal_id, outcomes.* FROM dealt
    JOIN outcomes ON outcomes.game_id = dealt.game_id AND outcomes.id >= dealt.id AND outcomes.id < dealt.until_id
)
SELECT dealt.game_id, dealt.level,
    EXISTS (SELECT 1 FROM outcomes WHERE game_id = dealt.game_id AND id < dealt.id AND event = 'challenge_started')
        AS challenge,
    dealt.at_us AS dealt_us,
    min(CASE told.event WHEN 'play_started' THEN told.at_us END) AS started_us,
    max(CASE told.event WHEN 'level_completed' THEN told.at_us END) AS completed_us,
    max(CASE told.event WHEN 'level_completed' THEN told.at_us END)
        - min(CASE told.event WHEN 'play_started' THEN told.at_us END) AS took_us,
    {mistakes} AS mistakes,
    sum(told.event = 'star_thrown') AS stars_thrown,
    max(CASE told.event WHEN 'level_completed' THEN json_extract(told.line, '$.reward') END) AS reward,
    max(CASE told.event WHEN 'level_completed' THEN json_extract(told.line, '$.lives') END) AS lives,
    max(CASE told.event WHEN 'level_completed' THEN json_extract(told.line, '$.stars') END) AS stars
FROM dealt JOIN told ON told.deal_id = dealt.id GROUP BY dealt.id;
"""
MISTAKES_SEEN = "sum(told.event = 'mistake')"
MISTAKES_AND_ERRORS = (  # those that were found when a face-down pile was turned over, too
    "sum(CASE told.event WHEN 'mistake' THEN 1 WHEN 'pile_verified' "
    "THEN json_array_length(told.line, '$.errors') ELSE 0 END)"
)

VERSION_1 = """
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

VERSION_2 = f"""
PRAGMA application_id = {APPLICATION_ID};
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta VALUES ('journal', lower(hex(randomblob(16))));  -- which journal this is
CREATE TABLE presses (              -- every press that was believed, also between games
    id INTEGER PRIMARY KEY,         -- in the order in which they were believed, whatever any clock says
    game_id INTEGER REFERENCES games,   -- NULL: between games
    boot_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    at_us INTEGER NOT NULL,         -- the first closing edge
    source TEXT NOT NULL,           -- which input told of it
    uncertainty_us INTEGER NOT NULL,
    made_up INTEGER NOT NULL,       -- 1: the closing edge was lost, and made up by the level audit
    phase TEXT NOT NULL,            -- what the table was doing when it came
    released_us INTEGER,            -- the opening edge; NULL while it is down, or if the console ended before
    release_made_up INTEGER NOT NULL,
    held_us INTEGER GENERATED ALWAYS AS (released_us - at_us) VIRTUAL,
    became TEXT,                    -- played, void, toggle, hold, focus, consent, join, ...; NULL: not known yet
    why TEXT,                       -- of a void press: after_mistake, stopped, too_soon, too_short
    tied INTEGER NOT NULL           -- 1: it landed together with another, and the tie rule set their order
);
CREATE INDEX presses_of_game ON presses (game_id, id);
{LEVELS.format(mistakes=MISTAKES_SEEN)}
CREATE VIEW mistakes AS
SELECT game_id, at_us, json_extract(line, '$.seat') AS seat, json_extract(line, '$.card') AS card,
    json_extract(line, '$.lives') AS lives, json_extract(line, '$.set_aside') AS set_aside
FROM outcomes WHERE event = 'mistake'
UNION ALL                           -- errors of a face-down pile, found when it was turned over: nobody's in person
SELECT game_id, at_us, NULL, json_extract(error.value, '$.card'), json_extract(line, '$.lives'), NULL
FROM outcomes, json_each(line, '$.errors') AS error WHERE event = 'pile_verified';
CREATE VIEW stars AS
SELECT game_id, at_us, substr(event, length('star_') + 1) AS became, json_extract(line, '$.seat') AS asked_by,
    json_extract(line, '$.discarded') AS discarded, json_extract(line, '$.stars') AS left
FROM outcomes WHERE event IN ('star_asked', 'star_refused', 'star_thrown');
"""

VERSION_3 = """
CREATE TABLE pruned_days (          -- what was counted of games that had to make room: no game, no seat, no card
    day TEXT NOT NULL,              -- local date
    kind TEXT NOT NULL,
    started INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    abandoned INTEGER NOT NULL,
    played_us INTEGER NOT NULL,
    PRIMARY KEY (day, kind)
);
CREATE VIEW game_days AS            -- a game as its day counts it
SELECT id AS game_id, coalesce(date(began_at, 'localtime'), 'unknown') AS day, kind, 1 AS started,
    coalesce(ended = 'won', 0) AS won, coalesce(ended = 'lost', 0) AS lost,
    coalesce(ended = 'abandoned', 0) AS abandoned,
    max(0, coalesce((SELECT at_us FROM outcomes WHERE game_id = games.id ORDER BY id DESC LIMIT 1) - began_us, 0))
        AS played_us
FROM games;
CREATE VIEW days AS                 -- games by local day and kind, those that were pruned included
SELECT day, kind, sum(started) AS started, sum(won) AS won, sum(lost) AS lost, sum(abandoned) AS abandoned,
    sum(played_us) AS played_us
FROM (
    SELECT day, kind, started, won, lost, abandoned, played_us FROM pruned_days
    UNION ALL SELECT day, kind, started, won, lost, abandoned, played_us FROM game_days
) GROUP BY day, kind ORDER BY day, kind;
"""

VERSION_4 = f"DROP VIEW levels; {LEVELS.format(mistakes=MISTAKES_AND_ERRORS)}"

# JSON list: the seats of simulated players. Such a game goes on with the same ones, and never without them.
VERSION_5 = "ALTER TABLE games ADD COLUMN simulated TEXT NOT NULL DEFAULT '[]';"

MIGRATIONS = (VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5)  # the step at [n] leads from version n to n + 1
SCHEMA_VERSION = len(MIGRATIONS)
TABLES = ("games", "contacts", "sources", "outcomes", "presses")
