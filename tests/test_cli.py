"""The command line: what it prints, byte for byte, and one line and status 2 for whatever it can't use."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import mindbuzz.commands.replay as replaying
from mindbuzz import __version__
from mindbuzz.appliance import configuration as appliance_configuration
from mindbuzz.appliance import journal as appliance_journal
from mindbuzz.cli import main
from mindbuzz.commands import options
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import PLAYED_BESIDE, Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.replay import replay
from mindbuzz.runtime.resume import cut_off_game
from mindbuzz.runtime.scenario import read_scenario
from mindbuzz.runtime.storage.schema import SCHEMA_VERSION
from mindbuzz.screens.texts import LANGUAGES
from tests.runtime.desk import Desk, config_of

SCENARIOS = Path(__file__).parent / "scenarios"
NAMES = sorted(path.name.removesuffix(".in.jsonl") for path in SCENARIOS.glob("*.in.jsonl"))
PATIENCE_S = 120
BAD_INPUT = 2
WATCH = ("play", "--watch", "--speed", "max")


def run(*words: str | Path, given: bytes | None = None) -> Result:
    """The command in this process. An exception that is not an exit status is a traceback that people would see."""
    result = CliRunner().invoke(main, [str(word) for word in words], input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def process(*words: str | Path, given: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mindbuzz", *map(str, words)]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def complaint(*words: str | Path) -> str:
    """The one line on standard error; nothing on standard output, no traceback, status 2."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (BAD_INPUT, "")
    [line] = result.stderr.splitlines()
    return line


# --- replay ---


@pytest.mark.parametrize("name", NAMES)
def test_replay_prints_every_worked_example_byte_for_byte(name: str) -> None:
    result = run("replay", SCENARIOS / f"{name}.in.jsonl")

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes == (SCENARIOS / f"{name}.out.jsonl").read_bytes()


@pytest.mark.parametrize("name", NAMES[::10])
def test_the_installed_command_prints_the_same_from_a_file_and_from_standard_input(name: str) -> None:
    file = SCENARIOS / f"{name}.in.jsonl"
    expected = (SCENARIOS / f"{name}.out.jsonl").read_text(encoding="utf-8")

    for done in (process("replay", file), process("replay", "-", given=file.read_text(encoding="utf-8"))):
        assert (done.returncode, done.stdout, done.stderr) == (0, expected, "")


def test_replay_verbose_adds_lines_and_changes_none() -> None:
    file = SCENARIOS / f"{NAMES[0]}.in.jsonl"
    quiet, verbose = (run("replay", *more, file).stdout.splitlines() for more in ((), ("--verbose",)))

    assert [line for line in verbose if line in quiet] == quiet
    assert len(verbose) > len(quiet)


def test_a_bad_scenario_prints_nothing_but_one_line_with_its_number(tmp_path: Path) -> None:
    lines = (SCENARIOS / "classic-level-1-clean.in.jsonl").read_text(encoding="utf-8").splitlines()
    file = tmp_path / "bad.jsonl"
    file.write_text("\n".join([*lines, '{"at_us": 1}']), encoding="utf-8")

    for done in (process("replay", file), run("replay", file)):
        status = done.returncode if isinstance(done, subprocess.CompletedProcess) else done.exit_code
        assert (status, done.stdout) == (BAD_INPUT, "")
        assert done.stderr.startswith(f"{file}: line {len(lines) + 1}: ")
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("missing", ["nothing.jsonl", "."])
def test_a_scenario_that_can_not_be_read_is_told_in_one_line(missing: str, tmp_path: Path) -> None:
    line = complaint("replay", tmp_path / missing)
    assert line.startswith(f"{tmp_path / missing}: can't be read: ")
    assert line.endswith("; name another file, or - for standard input")


@pytest.mark.parametrize("endless", ["/dev/zero", "/dev/full"])
def test_a_scenario_without_end_is_told_in_one_line(endless: str) -> None:
    assert complaint("replay", endless).startswith(f"{endless}: line 1: is longer than 1 MiB; ")


@pytest.mark.slow
def test_people_who_wait_for_a_replay_hear_how_far_it_is_and_nobody_else() -> None:
    name = NAMES[0]
    given = (SCENARIOS / f"{name}.in.jsonl").read_bytes()
    ours, its = os.openpty()
    command = [sys.executable, "-m", "mindbuzz", "replay", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=its) as process_of:
        told = os.read(ours, 100)
        printed, _ = process_of.communicate(given, timeout=PATIENCE_S)
    os.close(its)
    os.close(ours)

    assert re.fullmatch(rb"still at it after \d+ s: reading\r\n", told)
    assert (process_of.returncode, printed) == (0, (SCENARIOS / f"{name}.out.jsonl").read_bytes())


def test_whoever_keeps_standard_error_keeps_what_went_wrong_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    said = threading.Event()
    say = replaying._say

    def heard(line: str) -> None:
        say(line)
        said.set()

    def slowly(file: object) -> bytes:
        assert said.wait(PATIENCE_S)
        return (SCENARIOS / f"{NAMES[0]}.in.jsonl").read_bytes()

    monkeypatch.setattr(replaying, "SIGN_OF_LIFE_S", 0.01)
    monkeypatch.setattr(replaying, "_say", heard)
    monkeypatch.setattr("mindbuzz.runtime.scenario.scenario_bytes", slowly)
    result = run("replay", "-")

    assert (result.exit_code, result.stderr) == (0, "")


def test_a_replay_says_how_far_it_is_in_seconds_of_the_game() -> None:
    progress = replaying.Progress()
    assert str(progress) == ": reading"
    progress.all_us = 4_000_000_000
    progress.heard(1_500_000_000)
    assert str(progress) == ": 1,500 s of 4,000 s of the game"


def test_a_replay_is_heard_of_at_every_line_of_the_file() -> None:
    scenario = read_scenario((SCENARIOS / "classic-level-1-clean.in.jsonl").read_bytes())
    heard: list[int] = []
    list(replay(scenario, heard.append))

    assert {line.at_us for line in scenario.lines if line.at_us < heard[-1]} <= set(heard)


# --- games to watch ---

SUMMARY = re.compile(
    r"(classic|blind practice|extreme)( with real cards)?, \d players \(\w+\): "
    r"(total victory|victory|victory, then the blind challenge lost in level \d+|defeat); "
    r"(1 level|\d+ levels) completed( and \d+ blind)?, (1 mistake|\d+ mistakes), (1 star|\d stars) thrown, "
    r"(1 life|\d lives) left, \d+\.\d minutes; again: (?P<again>--watch --seats \d --game \S+ --skill \w+ --seed \d+)"
)


@pytest.mark.parametrize("game", [kind.value for kind in Kind])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_runs_to_its_end_and_is_summed_up(game: str, seats: int) -> None:
    result = run(*WATCH, "--game", game, "--seats", str(seats), "--seed", "5", "--skill", "novice")

    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert SUMMARY.fullmatch(lines[-1])
    assert lines[-1].endswith("--seed 5")
    assert f", {seats} players (novice)" in lines[-1]
    assert all(re.fullmatch(r" *\d+\.\d{3} s  .+", line) for line in lines[:-1])
    assert sum(" joins" in line for line in lines) == seats


def test_the_same_seed_is_the_same_game_and_another_is_not() -> None:
    first, again, other = (run(*WATCH, "--seats", "2", "--seed", seed).stdout for seed in ("12", "12", "13"))

    assert first == again
    assert first != other


@pytest.mark.parametrize("options", [(), ("--seats", "3", "--game", "extreme"), ("--skill", "novice")], ids=" ".join)
def test_the_options_that_the_summary_names_play_the_same_game_again(options: tuple[str, ...]) -> None:
    played = run(*WATCH, *options).stdout
    told = SUMMARY.fullmatch(played.splitlines()[-1])
    assert told is not None

    assert run("play", "--speed", "max", *told["again"].split()).stdout == played


def test_the_installed_command_plays_too_and_the_pipe_gets_plain_lines() -> None:
    done = process(*WATCH, "--seats", "2", "--seed", "5")

    assert (done.returncode, done.stderr) == (0, "")
    assert SUMMARY.fullmatch(done.stdout.splitlines()[-1])
    assert "\x1b" not in done.stdout


def test_many_games_are_counted_in_a_table() -> None:
    done = process(
        "simulate", "--games", "2", "--seats", "2", "--skill", "novice", "--skill", "normal", "--game", "blind"
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "blind practice" in done.stdout
    assert len(re.findall(r"│ +(novice|normal) +│ +2 +│ +2 +│", done.stdout)) == 2
    assert re.search(r"^4 games in \d", done.stdout, re.MULTILINE)


# --- the journal ---


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A journal with two games, played one after the other."""
    file = tmp_path / "games.sqlite"
    for game, seed in (("classic", "1"), ("extreme", "2")):
        assert run(*WATCH, "--seats", "2", "--game", game, "--seed", seed, "--journal", file).exit_code == 0
    return file


def test_games_are_listed_shown_and_exported(played: Path) -> None:
    listed = run("journal", "--file", played, "list").stdout.splitlines()
    assert [re.split(r" {2,}", line.strip())[0] for line in listed] == ["1", "2"]
    assert "classic" in listed[0]
    assert "extreme" in listed[1]
    assert "2 players" in listed[0]

    for number in ("1", "2"):
        shown = [json.loads(line) for line in run("journal", "--file", played, "show", number).stdout.splitlines()]
        exported = run("journal", "--file", played, "export", number).stdout_bytes
        replayed = [json.loads(line) for line in run("replay", "-", given=exported).stdout.splitlines()]
        began_us = shown[0]["at_us"]
        kinds = {line["event"] for line in replayed}
        assert replayed == [{**line, "at_us": line["at_us"] - began_us} for line in shown if line["event"] in kinds]


@pytest.fixture
def going_on(tmp_path: Path) -> Path:
    """A journal whose only game has not ended."""
    file = tmp_path / "games.sqlite"
    with closing(Journal(file)) as journal:
        journal.begin_game(5, "2026-01-01T00:00:00+00:00", Kind.CLASSIC, (1, 2), 7, DEFAULTS, 0, ())
    return file


@pytest.mark.parametrize("word", ["show", "export"])
def test_a_game_that_goes_on_is_refused_in_one_line(word: str, going_on: Path) -> None:
    result = run("journal", "--file", going_on, word, "1")

    assert (result.exit_code, result.stdout) == (BAD_INPUT, "")
    assert result.stderr == f"{going_on}: game 1 still goes on; its hands stay secret until it has ended\n"
    assert "goes on" in run("journal", "--file", going_on, "list").stdout


def cut_off(file: Path) -> None:
    """A journal whose only game, of two simulated players, was cut off half-way."""
    assert run(*WATCH, "--seats", "2", "--seed", "1", "--journal", file).exit_code == 0
    with closing(Journal(file)) as journal:
        row = journal.games()[0]
        keep_us = (row.began_us + journal.known_until_us(1)) // 2
    with closing(sqlite3.connect(file)) as db, db:
        for table in ("contacts", "sources", "outcomes", "presses"):
            column = "decided_us" if table == "outcomes" else "at_us"
            db.execute(f"DELETE FROM {table} WHERE {column} > ?", (keep_us,))
        db.execute("UPDATE games SET ended = NULL")


def test_a_game_that_was_cut_off_is_played_on_by_the_next_that_opens_its_journal(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    cut_off(file)

    result = run(*WATCH, "--seats", "2", "--seed", "1", "--journal", file)
    assert result.exit_code == 0
    assert result.stdout.startswith("    0.000 s  ")
    assert "-" not in "".join(line.partition(" s ")[0] for line in result.stdout.splitlines()[:-1])
    with closing(Journal(file)) as journal:
        assert [row.ended for row in journal.games()] in (["lost"], ["won"])


@pytest.mark.parametrize("simulated", [(), (2,), (3, 4)], ids=["people", "one of them simulated", "others simulated"])
def test_people_are_not_given_a_game_of_simulated_players(simulated: tuple[int, ...], tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    cut_off(file)
    with closing(Journal(file, simulated=simulated)) as journal:
        assert cut_off_game(journal, (1, 2, 3, 4), DEFAULTS, journal.simulated) is None
    for seats in ((1, 2), (1, 2, 3)):
        with closing(Journal(file, simulated=seats)) as journal:
            assert cut_off_game(journal, (1, 2, 3, 4), DEFAULTS, journal.simulated) is not None


def test_a_console_without_simulated_players_begins_in_the_lobby_after_one_with_them(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    cut_off(file)
    desk = Desk(Journal(file, alone=True), config=config_of(2))

    assert desk.phase() is Phase.LOBBY
    desk.begin()
    assert [row.simulated for row in desk.journal.games()] == [(1, 2), ()]
    desk.close()


# --- the configuration ---


def test_a_new_configuration_has_no_fault_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"

    assert run("config", "init", file).exit_code == 0
    assert run("config", "init", "-").stdout == file.read_text(encoding="utf-8")
    assert run("config", "check", file).stdout == f"{file}: no fault\n"
    assert {line.rpartition("# ")[2] for line in run("config", "show").stdout.splitlines() if "# " in line} == {
        "default"
    }


def test_a_file_for_staff_is_written_for_notepad(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.txt"

    assert run("config", "init", "--staff", file).exit_code == 0
    assert b"\r\n#language = en\r\n" in file.read_bytes()


def test_every_fault_is_a_line_on_standard_error(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_text('game = "chess"\nhost_button = 3\nlangauge = "de"\n', encoding="utf-8")
    result = run("config", "check", file)

    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (BAD_INPUT, "", 3)


def test_what_staff_set_wrongly_is_told_and_has_a_status_of_its_own(tmp_path: Path) -> None:
    file, staff = tmp_path / "mindbuzz.toml", tmp_path / "mindbuzz.txt"
    file.write_text(f'staff_file = "{staff}"\n', encoding="utf-8")
    staff.write_text("langauge = de\n", encoding="utf-8")

    for words, status in ((("check", file), 1), (("show", "--config", file), 0)):
        result = run("config", *words)
        assert result.exit_code == status
        assert result.stderr.startswith(f"{staff}: line 1: langauge ")


# --- what can't be used ---


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    diary(tmp_path / "diary.txt")
    newer(tmp_path / "newer.sqlite")
    Journal(tmp_path / "empty.sqlite").close()
    (tmp_path / "bad.toml").write_text('game = "chess"\n')
    (tmp_path / "driver.toml").write_text(
        '[seats.1]\nbutton = 5\n[seats.2]\nbutton = 6\ndisplay = { driver = "luma:nothing" }\n'
    )
    return tmp_path


# The words of a command, with {} for a folder → what the last line on standard error says.
BAD_WORDS = {
    "an unknown command": (["dance"], "dance"),
    "an unknown option": (["play", "--loud"], "--loud"),
    "an unknown language": ([*WATCH, "--language", "tlh"], "'--language': no language 'tlh'; there are en"),
    "a language that is a path": ([*WATCH, "--language", "../texts/en"], "there are en"),
    "no language at all": ([*WATCH, "--language", ""], "there are en"),
    "a negative seed": ([*WATCH, "--seed", "-1"], "--seed"),
    "a seed in words": ([*WATCH, "--seed", "seven"], "'--seed': choose a whole number from 0 up, not 'seven'"),
    "seconds in words": (["pod", "monitor", "--seconds", "ten"], "'--seconds': choose seconds from 0 up, not 'ten'"),
    "one seat": ([*WATCH, "--seats", "1"], "'--seats': choose a whole number from 2 to 4, not '1'"),
    "five seats": ([*WATCH, "--seats", "5"], "'--seats': choose a whole number from 2 to 4, not '5'"),
    "seats in words": ([*WATCH, "--seats", "two"], "'--seats': choose a whole number from 2 to 4, not 'two'"),
    "an unknown game": ([*WATCH, "--game", "chess"], "chess"),
    "an unknown skill": ([*WATCH, "--skill", "genius"], "genius"),
    "no speed": (["play", "--watch", "--speed", "0"], "'0' is neither a number above 0, 1000 at most, nor max"),
    "a pod and nobody to play": (["play", "--watch", "--pod"], "--pod does not go with watching"),
    "a pod that is not there": (
        ["play", "--pod", "/dev/no-such-pod"],
        "/dev/no-such-pod is not there; plug the pod in",
    ),
    "a negative speed": (["play", "--watch", "--speed", "-2"], "'-2' is neither"),
    "an infinite speed": (["play", "--watch", "--speed", "inf"], "'inf' is neither"),
    "a speed that is no number": (["play", "--watch", "--speed", "nan"], "'nan' is neither"),
    "a speed in words": (["play", "--watch", "--speed", "fast"], "'fast' is neither"),
    "a journal in a file": ([*WATCH, "--journal", "{}/diary.txt/games.sqlite"], "can't be opened"),
    "a journal in a folder that is not there": (
        [*WATCH, "--journal", "{}/nope/games.sqlite"],
        "there is no folder {}/nope",
    ),
    "a browser's journal in a folder that is not there": (
        ["play", "--no-open", "--port", "0", "--journal", "{}/nope/games.sqlite"],
        "there is no folder {}/nope",
    ),
    "a journal that is a folder": ([*WATCH, "--journal", "{}"], "can't be opened"),
    "a journal that is a diary": ([*WATCH, "--journal", "{}/diary.txt"], "is no journal of mindbuzz"),
    "a journal of tomorrow": ([*WATCH, "--journal", "{}/newer.sqlite"], "update"),
    "a journal that nobody may write": ([*WATCH, "--journal", "/proc/games.sqlite"], "; choose another file"),
    "no games to simulate": (["simulate", "--games", "0"], "--games"),
    "simulating five": (["simulate", "--seats", "5"], "--seats"),
    "a configuration that is not there": (["run", "--config", "{}/nothing.toml"], "or begin one with: mindbuzz config"),
    "a machine's configuration that is not there": (["doctor", "--config", "{}/nothing.toml"], "name another file, or"),
    "a bad configuration": (["run", "--config", "{}/bad.toml"], 'game = "chess" is not known'),
    "checking a bad configuration": (["config", "check", "{}/bad.toml"], 'game = "chess" is not known'),
    "checking what only a driver knows": (["config", "check", "{}/driver.toml"], "seats.2.display"),
    "checking what is not there": (["config", "check", "{}/nothing.toml"], "No such file or directory; name another"),
    "showing a bad configuration": (["config", "show", "--config", "{}/bad.toml"], 'game = "chess" is not known'),
    "a new configuration over an old one": (["config", "init", "{}/bad.toml"], "is there already"),
    "a new configuration into nowhere": (["config", "init", "{}/nowhere/new.toml"], "; name a file in a folder"),
    "a journal that is not there": (["journal", "--file", "{}/nothing.sqlite", "list"], "there is no journal"),
    "listing a diary": (["journal", "--file", "{}/diary.txt", "list"], "is no journal of mindbuzz; name another"),
    "showing a game that is not there": (["journal", "--file", "{}/empty.sqlite", "show", "1"], "no game 1"),
    "exporting a game that is not there": (["journal", "--file", "{}/empty.sqlite", "export", "7"], "no game 7"),
    "a game by name": (["journal", "--file", "{}/empty.sqlite", "show", "last"], "last"),
    "game 0": (["journal", "--file", "{}/empty.sqlite", "show", "0"], "number from 1 to"),
    "a game beyond all numbers": (["journal", "--file", "{}/empty.sqlite", "show", "9" * 30], "number from 1 to"),
    "screens in no language": (["screens", "--language", "tlh"], "there are en"),
    "screens of another kind": (
        ["screens", "--out", "{}/x.nope"],
        "'--out': the picture is drawn as PNG; name a file that ends in .png",
    ),
    "a rhythm of another kind": (["history", "1", "--picture", "{}/x.png"], "name a file that ends in .svg"),
    "screens into nowhere": (
        ["screens", "--out", "{}/nowhere/screens.png"],
        "screens.png: can't be written: No such file or directory; name another --out",
    ),
}


# Words that no command takes → what is named, and the command that helps.
NO_WORDS = {
    "dance": ("dance", ""),
    "--loud": ("--loud", ""),
    "config dance": ("dance", "config"),
    "config check --loud": ("--loud", "config check"),
    "replay": ("FILE", "replay"),
    "goodbye now": ("now", "goodbye"),
    "journal show --loud": ("--loud", "journal show"),
    "play --seats 9": ("9", "play"),
    "play --seats 2 --bots 3": ("--seats 2 --bots 3", "play"),
    "history --days 3": ("--days", "history"),
}


@pytest.mark.parametrize("words", NO_WORDS)
def test_words_that_no_command_takes_are_one_line_with_the_command_that_helps(words: str) -> None:
    named, helps = NO_WORDS[words]
    line = complaint(*words.split())

    assert named in line
    assert line.endswith(f"; see: {' '.join(['mindbuzz', *helps.split()])} --help")


def groups(command: click.Command = main, *words: str) -> Iterator[tuple[tuple[str, ...], click.Group]]:
    """Every command that has commands, by the words that name it."""
    if isinstance(command, click.Group):
        yield words, command
        for name, inner in command.commands.items():
            yield from groups(inner, *words, name)


GROUPS = dict(groups())


@pytest.mark.parametrize("words", GROUPS, ids="-".join)
def test_help_says_whole_sentences_in_a_terminal_of_eighty_letters(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--help"], terminal_width=80)
    told = dict(line.split(maxsplit=1) for line in result.output.partition("Commands:\n")[2].splitlines())

    assert set(told) == set(GROUPS[words].commands)
    assert [text for text in told.values() if not text.endswith(".") or text.endswith("...")] == []


def test_help_names_every_language() -> None:
    told = " ".join(run("screens", "--help").stdout.split())
    assert f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}." in told


def test_an_option_of_a_group_stands_before_its_command_or_behind(tmp_path: Path) -> None:
    for words, group in GROUPS.items():
        for option in (option for option in group.params if isinstance(option.type, click.Path)):
            place = [option.opts[0], str(tmp_path / "nothing")]
            for name, command in group.commands.items():
                rest = ["1" for parameter in command.params if isinstance(parameter, click.Argument)]
                before, behind = complaint(*words, *place, name, *rest), complaint(*words, name, *rest, *place)
                assert before == behind
                assert place[1] in behind


def test_a_group_without_a_command_explains_itself() -> None:
    for words in ((), ("config",), ("journal",)):
        assert "Usage: " in run(*words).output


@pytest.mark.parametrize("name", BAD_WORDS)
def test_what_can_not_be_used_is_told_in_a_line_with_status_2(name: str, folder: Path) -> None:
    words, told = BAD_WORDS[name]
    assert told.replace("{}", str(folder)) in complaint(*(word.replace("{}", str(folder)) for word in words))


@pytest.mark.parametrize("name", BAD_WORDS)
def test_what_can_not_be_used_leaves_nothing_behind(name: str, folder: Path) -> None:
    words, _ = BAD_WORDS[name]
    before = {path: path.read_bytes() for path in folder.iterdir()}
    run(*(word.replace("{}", str(folder)) for word in words))
    beside = {"empty.sqlite-wal", "empty.sqlite-shm"}  # SQLite's, for whoever reads a journal

    assert {path: path.read_bytes() for path in folder.iterdir() if path.name not in beside} == before


def diary(path: Path) -> None:
    path.write_text("nothing to see here\n" * 50)


def foreign(path: Path, script: str = "CREATE TABLE birds (name)", mode: str = "DELETE") -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA journal_mode = {mode}")
        db.executescript(script)


def newer(path: Path) -> None:
    Journal(path).close()
    foreign(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}", "WAL")


FOREIGN: dict[str, Callable[[Path], object]] = {
    "a diary": diary,
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "somebody's database": foreign,
    "somebody's database with a log": lambda path: foreign(path, mode="WAL"),
    "a journal of tomorrow": newer,
    "a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("words", [WATCH, ("play", "--no-open", "--port", "0")], ids=["watched", "in browsers"])
@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_journal_of_ours_is_left_alone_with_nothing_beside_it(
    name: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "README.md"
    FOREIGN[name](file)
    complaint(*words, "--journal", file)

    assert list(tmp_path.iterdir()) == [file]


# The words of a command, with {} for a file in a folder that is closed to whoever asks → what the one line says.
CLOSED = {
    "the games of the service": (["journal", "--file", "{}", "list"], "can't be read: it belongs to the console alone"),
    "how they went": (["history", "--file", "{}"], "can't be read: it belongs to the console alone"),
    "a configuration": (["run", "--config", "{}"], "can't be read: Permission denied"),
    "a configuration to check": (["config", "check", "{}"], "can't be read: Permission denied"),
    "a scenario": (["replay", "{}"], "can't be read: Permission denied"),
    "a journal to play with": ([*WATCH, "--journal", "{}"], "can't be opened: Permission denied"),
    "a pod": (["play", "--pod", "{}"], "can't be reached: its folder is closed to you"),
    "a picture": (["screens", "--out", "{}"], "can't be written: Permission denied; name another --out"),
}


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "file").touch()
    folder.chmod(0)
    yield folder / "file"
    folder.chmod(0o700)


@pytest.mark.parametrize("name", CLOSED)
def test_what_is_closed_to_whoever_asks_is_told_in_one_line(name: str, closed: Path) -> None:
    """Root is let in everywhere, so here it asks without that right."""
    words, told = CLOSED[name]
    rights = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    command = [*rights, sys.executable, "-m", "mindbuzz", *(word.replace("{}", str(closed)) for word in words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)

    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (BAD_INPUT, "", 1)
    assert f"{closed} " in done.stderr.replace(":", " ")
    assert told in done.stderr


@pytest.mark.parametrize(
    ("configured", "expected"),
    [
        ("", "state/mindbuzz.sqlite"),
        ('journal = "café.sqlite"', "state/café.sqlite"),
        ('journal = "{}/usb/g"', "usb/g"),
    ],
)
def test_who_names_no_journal_means_the_service_s_where_there_is_one(
    configured: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    state, config = tmp_path / "state", tmp_path / "mindbuzz.toml"
    config.write_text(configured.format(tmp_path), encoding="utf-8")
    for module in (options, appliance_journal):
        monkeypatch.setattr(module, "STATE", state)
    monkeypatch.setattr(appliance_configuration, "CONFIG", config)
    assert complaint("journal", "list") == "mindbuzz.sqlite: there is no journal; name another with --file"

    state.mkdir()
    for words in (["journal", "list"], ["history"]):
        assert complaint(*words) == f"{tmp_path / expected}: there is no journal; name another with --file"


def test_the_installed_command_tells_it_without_a_traceback_too(folder: Path) -> None:
    for words in (["run", "--config", str(folder / "bad.toml")], [*WATCH, "--language", "tlh"]):
        done = process(*words)
        assert (done.returncode, done.stdout) == (BAD_INPUT, "")
        assert len(done.stderr.splitlines()) == 1


def test_who_stops_watching_gets_a_summary_that_says_so() -> None:
    """Ctrl-C is no defeat."""
    command = [sys.executable, "-m", "mindbuzz", "play", "--watch", "--seats", "2", "--seed", "5", "--speed", "5"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        playing.stdout.readline()
        playing.send_signal(signal.SIGINT)
        told, complained = playing.communicate(timeout=PATIENCE_S)

    assert (playing.returncode, complained) == (0, "")
    assert told.splitlines()[-1].startswith("classic, 2 players (normal): stopped; 0 levels completed")


def test_a_reader_that_goes_away_early_is_no_error() -> None:
    """`mindbuzz play --watch --speed max | head -1`."""
    command = f"{sys.executable} -m mindbuzz {' '.join(WATCH)} --seats 2 --seed 5 | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE_S, check=True)

    assert len(done.stdout.splitlines()) == 1
    assert "Traceback" not in done.stderr


# --- help ---


def commands(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield words, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from commands(inner, (*words, name))


@pytest.mark.parametrize(
    "words", [words for words, _ in commands(main)], ids=lambda words: " ".join(words) or "mindbuzz"
)
def test_every_command_explains_itself(words: tuple[str, ...]) -> None:
    for flag in ("--help", "-h"):
        result = run(*words, flag)
        assert result.exit_code == 0
        usage, _, text = result.stdout.partition("\n\n")
        assert usage.startswith("Usage: ")
        assert re.match(r" {2}[A-Z].{15,}", text)


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"mindbuzz {__version__}\n"


def test_a_speed_means_watching() -> None:
    done = CliRunner().invoke(main, ["play", "--speed", "max", "--seats", "2", "--seed", "3"])

    assert done.exit_code == 0
    assert done.output.endswith("again: --watch --seats 2 --game classic --skill normal --seed 3\n")


def test_what_is_watched_has_no_browser() -> None:
    done = CliRunner().invoke(main, ["play", "--speed", "max", "--bots", "1"])

    assert done.exit_code == 2
    assert "--bots does not go with watching" in done.output


@pytest.mark.parametrize("game", [kind.value for kind in PLAYED_BESIDE])
def test_simulated_players_hold_nobody_s_own_cards_and_it_says_what_to_do(game: str) -> None:
    done = CliRunner().invoke(main, ["play", "--bots", "2", "--game", game])

    assert done.exit_code == 2
    assert done.output == (
        f"--bots 2 does not go with --game {game}: simulated players hold none of your cards; "
        "leave out --bots, or choose one of classic, blind, extreme; see: mindbuzz play --help\n"
    )
