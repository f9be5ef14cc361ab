"""A game in lines of text, as through a pipe."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from innkeeper import Table, catalog
from innkeeper.bots import bot_seed, make
from innkeeper.bots.random import RandomBot
from innkeeper.engine.state import EFFECT, OPEN
from innkeeper.record import Record, replay
from tests.cli.helps import innkeeper, saved

BOTS = ["--seat", "zot=me", "--seat", "gerki=bot:random", "--seat", "fiona=bot:random", "--seat", "deirdre=bot:random"]
NOISE = ["", "?", "? 1", "? 99", "? xyzzy", "? goddess", "xyzzy", "-3", "999", "hand", "table", "log", "log 3", "why",
         "rules", "rules core.drink.chaser", "rules xyzzy", "rules gold", "help", "save", "²", "\x07", "ä" * 300]  # fmt: skip


def test_a_whole_game_by_taking_what_is_marked(games: Path) -> None:
    result = innkeeper("play", *BOTS, "--seed", "5", lines=[""] * 1000)
    assert result.exit_code == 0, result.output
    assert "You are Zot the Wizard; Gerki, Fiona and Deirdre are played by bots. Seed 5." in result.output
    assert re.search("You win!|won; you did not|among the winners", result.output)
    assert "Traceback" not in result.output
    record = saved(games)
    assert record.over
    assert record.header.plays == ("me", "bot:random", "bot:random", "bot:random")
    table = replay(record)
    assert table.outcome is not None
    assert record.over == " ".join(table.seat_name(seat) for seat in table.outcome.winners)
    assert f"innkeeper replay {record.name}" in result.output


def test_play_alone_begins_a_good_game_and_says_what_the_keys_are(games: Path) -> None:
    result = innkeeper("play", lines=[])
    assert result.exit_code == 0
    said = " ".join(result.output.split())
    assert re.search(r"You are (Zot|Gerki|Fiona|Deirdre) the \w+; \w+, \w+ and \w+ are played by bots. Seed \d+\.", said)
    assert "Enter takes the answer marked with *" in said
    assert "? tells what else there is" in said
    assert "Saved. Go on with: innkeeper play --resume" in said
    assert saved(games).choices == []


def test_people_are_asked_only_where_they_can_do_something() -> None:
    result = innkeeper("play", *BOTS, "--seed", "11", lines=[""] * 1000)
    blocks = re.split(r"^> ?$", result.output, flags=re.MULTILINE)
    assert len(blocks) > 5
    for block in blocks[:-1]:
        options = re.findall(r"^(?:\*| ) +(?:\d+|\*)  ", block, flags=re.MULTILINE)
        assert len(options) >= 2, block


def test_a_forced_stop_is_taken_with_a_line_in_the_story() -> None:
    # With two players there is one pile to order for.
    result = innkeeper("play", "--seat", "zot=me", "--seat", "gerki=bot:random", "--seed", "3", lines=[""] * 1000)
    assert "Zot orders a Drink for Gerki." in result.output
    asked = result.output.count("For whom do you order a Drink?")
    assert asked < result.output.count("Zot orders a Drink for Gerki.")


def test_nonsense_harms_nobody() -> None:
    plain = innkeeper("play", *BOTS, "--seed", "7", lines=[""] * 1000)
    noisy = innkeeper("play", *BOTS, "--seed", "7", lines=[word for _ in range(400) for word in (*NOISE[1:], "")])
    assert noisy.exit_code == 0, noisy.output[-2000:]
    assert "Traceback" not in noisy.output
    for said in ("is none of these", "There is no 999", "There is no 99;", "No rule has", "saved all the time"):
        assert said in noisy.output, said
    # The same game all the same: nothing of it was an answer.
    ending = [out.output[out.output.rindex("Fort   gap") :].splitlines()[1:5] for out in (plain, noisy)]
    assert ending[0] == ending[1]


def test_a_question_mark_tells_what_a_card_does_and_why_not_now() -> None:
    lines = ["", "? hide", "? gambling", "? dragon breath", "quit"]
    result = innkeeper("play", "--seat", "gerki=me", "--seat", "zot", "--seed", "5", lines=["? 1", "? xyzzy", *lines])
    said = " ".join(result.output.split())
    assert 'No card in this game is called "xyzzy"' in said
    assert re.search(r"\((Action|Sometimes|Anytime|Action or Gambling|Gambling|Cheating)[^)]* Card\)", said)
    assert re.search(r"Not now: [A-Z]", said)
    assert "Alcohol Content" in said


def test_words_choose_and_several_cards_go_at_once(games: Path) -> None:
    probe = Table.new(["gerki", "zot"], seed=5)
    hand = probe.hand[0]
    lines = ["1 3 4", "pass", "quit"]
    innkeeper("play", "--seat", "gerki=me", "--seat", "zot=bot:random", "--seed", "5", lines=lines)
    record = saved(games)
    titles = [probe.game.cards[hand[i]].title for i in (0, 2, 3)]
    assert [choice.label for choice in record.choices[:4]] == [*(f'discard "{title}"' for title in titles), "pass"]
    assert all(choice.seat == "gerki" for choice in record.choices[:4])


def test_all_cards_may_go(games: Path) -> None:
    innkeeper("play", "--seat", "gerki=me", "--seat", "zot=bot:random", "--seed", "5", lines=["all", "quit"])
    labels = [choice.label for choice in saved(games).choices]
    assert sum(label.startswith("discard") for label in labels) == 7
    assert "pass" not in labels[:7]


def test_skip_lets_be_what_does_not_touch_you() -> None:
    often = innkeeper("play", *BOTS, "--seed", "5", lines=[""] * 1000).output
    seldom = innkeeper("play", *BOTS, "--seed", "5", lines=["", "skip"] * 500).output
    assert often.count("\n> ") > seldom.count("\n> ") > 3


@pytest.mark.parametrize("slug", sorted(slug for slug, sheet in catalog().sheets.items() if not sheet.kit))
def test_every_character_can_be_played_by_somebody_who_types_anything(slug: str, games: Path) -> None:
    draw = Random(slug)
    others = draw.sample(sorted(slug for slug, sheet in catalog().sheets.items() if not sheet.kit), 3)
    words = [word for other in others for word in ("--seat", f"{other}=bot:random")]
    keys = ["", "1", "2", "3", "4", "5", "6", "1 2", "? 1", "? 3", "table", "hand", "why", "log", "skip", "pass"]
    result = innkeeper("play", "--seat", f"{slug}=me", *words, "--seed", "3", lines=draw.choices(keys, k=3000))
    assert result.exit_code == 0, result.output[-2000:]
    assert "made a mistake" not in result.output
    assert replay(saved(games)).outcome is not None


def pending_choice() -> tuple[int, int]:
    """Return a seed and the number of a choice at which the person at seat 0 may answer a card that is pending."""
    for seed in range(200):
        table = Table.new(["zot", "gerki", "fiona", "deirdre"], seed=seed)
        bots = [make("random", bot_seed(seed, seat)) for seat in range(4)]
        asked = 0
        while table.decision is not None and asked < 40:
            decision = table.decision
            bot = bots[decision.seat]
            assert isinstance(bot, RandomBot)
            if decision.seat == 0 and len(decision.options) > 1:
                top = table.stack[-1]
                if decision.kind == "answer" and top.kind == EFFECT and top.stage == OPEN and top.actor != 0:
                    return seed, asked
                asked += 1
            table.choose(decision.default if decision.seat == 0 else bot.pick(len(decision.options)))
    raise AssertionError("no card is answered in any of these games")


def test_stopping_in_the_middle_of_a_response_changes_nothing(games: Path, tmp_path: Path) -> None:
    seed, asked = pending_choice()
    first = innkeeper("play", *BOTS, "--seed", str(seed), "--save", str(tmp_path / "a.record"), lines=[""] * asked)
    assert first.exit_code == 0
    assert f"Saved. Go on with: innkeeper play --resume {tmp_path / 'a.record'}" in first.output
    half = Record.load(tmp_path / "a.record")
    table = replay(half)
    assert table.decision is not None
    assert (table.decision.seat, table.decision.kind, table.stack[-1].kind) == (0, "answer", EFFECT)
    again = innkeeper("play", "--resume", str(tmp_path / "a.record"), lines=[""] * 1000)
    assert again.exit_code == 0, again.output
    assert f"Going on after {len(half.choices)} choices." in " ".join(again.output.split())
    whole = innkeeper("play", *BOTS, "--seed", str(seed), lines=[""] * 1000)
    assert whole.exit_code == 0
    unbroken = saved(games)
    assert (tmp_path / "a.record").read_text("utf-8") == Path(unbroken.name).read_text("utf-8")
    assert replay(Record.load(tmp_path / "a.record")) == replay(unbroken)


def test_resume_alone_takes_the_newest_that_is_not_over(games: Path) -> None:
    assert "no unfinished game" in innkeeper("play", "--resume").output
    innkeeper("play", *BOTS, "--seed", "1", lines=["", ""])
    (first,) = games.glob("*.record")
    old = first.rename(games / "old.record")
    os.utime(old, (1, 1))
    innkeeper("play", *BOTS, "--seed", "2", lines=[""] * 1000)  # over
    (games / "broken.record").write_text("nothing\n")
    result = innkeeper("play", "--resume", lines=["quit"])
    assert "Going on after" in " ".join(result.output.split())
    assert str(old) in result.output
    result = innkeeper("play", "--resume", str(next(p for p in games.glob("2*.record"))))
    assert result.exit_code == 2
    assert "This game is over".lower() in result.output.lower()


def test_who_plays_a_seat_may_change_on_the_way(games: Path) -> None:
    innkeeper("play", *BOTS, "--seed", "1", lines=[""])
    result = innkeeper("play", "--resume", "--seat", "zot=bot:random", lines=[])
    assert result.exit_code == 0, result.output
    assert "all played by bots" in result.output
    assert saved(games).over


def test_two_people_at_one_keyboard_do_not_see_each_others_cards() -> None:
    seats = ["--seat", "zot=me", "--seat", "gerki=me"]
    result = innkeeper("play", *seats, "--seed", "4", lines=[""] * 4000)
    assert result.exit_code == 0, result.output[-500:]
    screens = re.split(r"It is for (\w+) to answer\. Enter when \w+ sits at the keyboard", result.output)
    assert len(screens) > 4
    draws = {"Zot": re.compile(r'^  Zot draws "', re.MULTILINE), "Gerki": re.compile(r'^  Gerki draws "', re.MULTILINE)}
    for name, screen in zip(["Zot", *screens[1::2]], screens[::2], strict=True):
        other = "Gerki" if name == "Zot" else "Zot"
        assert not draws[other].search(screen)


def test_people_at_one_keyboard_are_called_as_they_said() -> None:
    result = innkeeper("play", "--seat", "zot=me:Ann", "--seat", "gerki=me:Ben", "--seed", "4", lines=[""] * 40)
    said = " ".join(result.output.split())
    assert "Ann (Zot the Wizard) and Ben (Gerki the Sneak) sit at the keyboard" in said
    assert "It is for Ben to answer. Enter when Ben sits at the keyboard" in said


def test_bots_alone_play_to_the_end() -> None:
    result = innkeeper("play", "--seat", "zot=bot:random", "--seat", "gog=random", "--seed", "4")
    assert result.exit_code == 0
    assert "all played by bots" in result.output
    assert 'draws "' not in result.output
    assert re.search("wins? the game|tie", result.output)


def test_saving_to_another_file_and_where_none_can_be_written(tmp_path: Path) -> None:
    there = tmp_path / "some where" / "b.record"
    result = innkeeper("play", *BOTS, lines=["", f"save {there}", f"save {tmp_path}", "quit"])
    assert Record.load(there).choices
    assert f"{tmp_path} cannot be written" in " ".join(result.output.split())
    result = innkeeper("play", *BOTS, "--save", str(tmp_path), lines=["", ""])
    assert result.exit_code == 1
    assert "cannot be saved" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "zot=me", "--seat", "frodo=me"], 'there is no character "frodo"'),
        (["--seat", "zot=me"], "2 to 8 seats"),
        (["--seat", "zot=me", "--seat", "gerki=bot:clever"], "no bot 'bot:clever'"),
        (["--seat", "zot=me", "--seat", "gerki", "--first", "fiona"], 'there is no seat "fiona"'),
        (["--seat", "zot=me", "--seat", "gerki", "--variant", "luck"], "there is no variant 'luck'"),
        (["--seat", "zot=me", "--seat", "gerki", "--variant", "teams=3"], "together 2 seats"),
        (["--seat", "zot=me", "--seat", "gerki", "--variant", "boss=zot"], "these can: baelfire, evil_pooky, pooky, ripsnarl"),
        (["--seat", "zot=me", "--seat", "gerki", "--drinks", "mocktails"], "there is no set of Drinks 'mocktails'"),
        (["--resume", "nowhere.record"], "nowhere.record: No such file"),
        (["--resume", "--seed", "3"], "has its seed"),
        (["--deck", "nowhere.yaml"], "nowhere.yaml: No such file"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words: list[str], said: str) -> None:
    result = innkeeper("play", *words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_variants_are_kept_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    words = [*BOTS, "--seed", "1", "--variant", "teams=2,2", "--drinks", "evil-pooky"]
    innkeeper("play", *words, "--save", str(path), lines=[""] * 3)
    header = path.read_text().partition("\n\n")[0]
    assert 'variant: drinks ["base", "evil-pooky"]' in header
    assert "variant: teams [[0, 1], [2, 3]]" in header
    assert innkeeper("replay", str(path), "--plain").exit_code == 0


def test_a_damaged_record_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    innkeeper("play", *BOTS, "--seed", "1", "--save", str(path), lines=[""] * 3)
    lines = path.read_text("utf-8").splitlines()
    at = max(i for i, line in enumerate(lines) if re.match(r"\w+ \d+: ", line))
    lines[at] = "zot 0: order the moon"
    path.write_text("\n".join([*lines, ""]), "utf-8")
    for command in (["play", "--resume", str(path)], ["replay", str(path)]):
        result = innkeeper(*command)
        assert result.exit_code == 2
        assert f"{path}:{at + 1}: choice " in result.output
        assert "chooses among: 0: " in result.output
    lines[at] = "what is this"
    path.write_text("\n".join([*lines, ""]), "utf-8")
    assert f"{path}:{at + 1}: expected a choice" in innkeeper("replay", str(path)).output


def test_own_decks_sit_down(tmp_path: Path) -> None:
    deck = tmp_path / "bruna.yaml"
    deck.write_text(
        "character: bruna\nname: Bruna the Cook\ncards:\n"
        "  - {title: A ladle, count: 40, type: action, pick: another, does: [{lose: {who: picked, fortitude: 1}}]}\n"
    )
    seats = ["--seat", "bruna=me", "--seat", "zot=bot:random"]
    result = innkeeper("play", "--deck", str(deck), *seats, "--save", str(tmp_path / "x" / "a.record"), lines=["", "ladle"])
    assert "You are Bruna the Cook" in result.output
    assert 'Bruna plays "A ladle" on Zot.' in result.output
    assert f"--resume {tmp_path / 'x' / 'a.record'} --deck {deck}" in result.output
    lost = innkeeper("play", "--resume", str(tmp_path / "x" / "a.record"))
    assert lost.exit_code == 2
    assert "--deck PATH/bruna.yaml" in lost.output
    found = innkeeper("play", "--resume", str(tmp_path / "x" / "a.record"), "--deck", str(deck), lines=["quit"])
    assert found.exit_code == 0, found.output


# --- replay -----------------------------------------------------------------------------------------------------------


def test_a_game_is_told_again(games: Path) -> None:
    innkeeper("play", *BOTS, "--seed", "5", lines=[""] * 1000)
    record = saved(games)
    open_to_all = innkeeper("replay", record.name)
    assert open_to_all.exit_code == 0
    assert "Zot the Wizard (me), Gerki the Sneak (bot:random)" in open_to_all.output
    assert 'draws "' not in open_to_all.output
    seen = innkeeper("replay", record.name, "--seat", "gerki").output
    assert 'Gerki draws "' in seen
    assert 'Zot draws "' not in seen
    every = innkeeper("replay", record.name, "--all").output
    for name in ("Zot", "Gerki", "Fiona", "Deirdre"):
        assert f'{name} draws "' in every
    numbers = [int(n) for n in re.findall(r"^ {1,5}(\d+)  \w+: ", every, flags=re.MULTILINE)]
    assert numbers == list(range(1, len(record.choices) + 1))


@pytest.mark.parametrize("step", [0, 1, 20, 50])
def test_a_game_is_told_up_to_a_choice(games: Path, step: int) -> None:
    innkeeper("play", *BOTS, "--seed", "5", lines=[""] * 1000)
    record = saved(games)
    result = innkeeper("replay", record.name, "--step", str(step), "--all")
    table = replay(record, step)
    assert table.decision is not None
    name = table.seat_name(table.decision.seat).capitalize()
    assert f"After {step} choices: {name} chooses among: " in result.output
    # The markers of the last picture are those of the table there.
    line = next(line for line in reversed(result.output.splitlines()) if re.match(r"^[> ] Zot ", line))
    assert [int(n) for n in re.findall(r"\d+", line)][:2] == [table.alcohol[0], table.fortitude[0]]


def test_a_simulated_game_is_told_by_its_seed() -> None:
    one = innkeeper("replay", "--seed", "123456", "--seats", "zot,gerki,fiona", "--check")
    assert one.exit_code == 0, one.output
    assert one.output == innkeeper("replay", "--seed", "123456", "--seats", "zot,gerki,fiona").output
    assert one.output != innkeeper("replay", "--seed", "123457", "--seats", "zot,gerki,fiona").output
    assert innkeeper("replay", "--seed", "9").exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a saved game"),
        (["x.record", "--seed", "3"], "name a saved game"),
        (["--seed", "3", "--seats", "zot,gerki", "--seat", "fiona"], 'there is no seat "fiona"'),
        (["--seed", "3", "--seat", "zot", "--all"], "does not know everything"),
        (["--seed", "3", "--seats", "zot,nobody"], "there is no character 'nobody'"),
    ],
)
def test_what_cannot_be_told_is_refused(words: list[str], said: str) -> None:
    result = innkeeper("replay", *words)
    assert result.exit_code == 2
    assert said in result.output


def test_a_step_beyond_the_end_is_refused(games: Path) -> None:
    innkeeper("play", *BOTS, "--seed", "5", lines=[""])
    result = innkeeper("replay", saved(games).name, "--step", "5000")
    assert result.exit_code == 2
    assert "5000 is not among them" in result.output


# --- simulate ---------------------------------------------------------------------------------------------------------


def test_simulate_tells_wins_lengths_and_ways_out() -> None:
    words = ["simulate", "-n", "20", "--seats", "zot,gerki,fiona,deirdre", "--seed", "4"]
    result = innkeeper(*words)
    assert result.exit_code == 0
    for said in ("20 games in", "Wins by character", "Length of a game", "How players went out", "Gerki the Sneak"):
        assert said in result.output
    two = innkeeper(*words, "--jobs", "2")
    assert result.output.splitlines()[1:] == two.output.splitlines()[1:]


def test_simulate_refuses_what_makes_no_game() -> None:
    result = innkeeper("simulate", "-n", "5", "--seats", "zot,nobody")
    assert result.exit_code == 2
    assert "there is no character 'nobody'" in result.output


def test_a_failing_game_ends_the_run_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("innkeeper.lab.simulate.MOST_DECISIONS", 5)
    result = innkeeper("simulate", "-n", "2", "--seats", "zot,gerki")
    assert result.exit_code == 1
    assert re.search(r"replay  innkeeper replay --seed \d+ --seats zot,gerki", result.output)
    assert "Endless" in result.output


# --- as a process -----------------------------------------------------------------------------------------------------

COMMAND = [sys.executable, "-c", "from innkeeper.cli.main import run; run()", "play", *BOTS, "--seed", "5"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    process = subprocess.Popen(
        [*COMMAND, "--save", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    process.stdin.write("\n\n\n")
    process.stdin.flush()
    for _ in range(300):
        if path.exists() and len(Record.load(path).choices) > 3:
            break
        time.sleep(0.1)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == ""
    assert out.endswith(f"Saved. Go on with: innkeeper play --resume {path}\n")
    table = replay(Record.load(path))
    assert table.decision is not None
    assert table.decision.seat == 0
    assert innkeeper("play", "--resume", str(path), lines=[""] * 1000).exit_code == 0


def test_a_pipe_without_a_reader_saves_too(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    process = subprocess.Popen(
        [*COMMAND, "--save", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stderr is not None
    for line in process.stdout:
        if "(Enter)" in line:  # the last line of the first question
            break
    process.stdout.close()
    process.stdin.write("\n" * 5)
    process.stdin.close()
    assert process.wait(timeout=60) == 1
    assert process.stderr.read() == ""
    process.stderr.close()
    assert replay(Record.load(path)).decision is not None


def test_a_terminal_that_can_show_little_is_enough(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*COMMAND, "--save", str(tmp_path / "a.record")], input="\n" * 1000, capture_output=True, text=True, env=env, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "####" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_boss_and_teams_need_seats_that_are_named() -> None:
    for words in (["--variant", "boss=pooky"], ["--variant", "teams=2,2"]):
        result = innkeeper("simulate", "-n", "2", *words)
        assert (result.exit_code, result.stderr) == (
            2,
            "innkeeper: a Boss and teams have their seats: name these, as --seats pooky,any,any,any\n",
        )
    drawn = innkeeper("simulate", "-n", "2", "--seats", "any,pooky", "--variant", "boss=any")
    assert (drawn.exit_code, drawn.stderr) == (2, "innkeeper: the Boss is one of the seats: pooky; this is 'any'\n")
    assert innkeeper("simulate", "-n", "2", "--seats", "any,pooky", "--variant", "boss=Pooky").exit_code == 0
