"""Records: written at once, read back, and honest about where they do not fit."""

from pathlib import Path

import pytest

import innkeeper
from innkeeper import Table, catalog
from innkeeper.bots import bot_seed, make
from innkeeper.bots.random import RandomBot
from innkeeper.engine.state import EFFECT
from innkeeper.record import BadRecord, Header, Record, catalog_for, replay, start, steps
from innkeeper.record.record import EVERY, deck_digest, fingerprint
from innkeeper.view.labels import label

SEATS = ("zot", "gerki", "fiona")


def header(seed: int = 3) -> Header:
    return Header(SEATS, seed, ("me", "bot:random", "bot:random"), {"first": "random"}, (), catalog().digest)


def play(record: Record, choices: int = 10_000, seed: int = 3) -> Table:
    """Play a random game into a record, for so many choices or to its end."""
    table = Table.new(SEATS, {"first": "random"}, seed)
    bots = [make("random", bot_seed(seed, seat)) for seat in range(len(SEATS))]
    for _ in range(choices):
        if table.decision is None:
            break
        bot = bots[table.decision.seat]
        assert isinstance(bot, RandomBot)
        position = bot.pick(len(table.decision.options))
        record.append(table, position)
        table.choose(position)
    return table


def test_a_game_read_back_is_the_same_game(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "folder" / "a.record", header())
    table = play(record)
    record.close(table)
    back = Record.load(tmp_path / "folder" / "a.record")
    assert back.header == record.header
    assert back.choices == record.choices
    assert back.marks == record.marks
    assert back.over == record.over == " ".join(table.seat_name(s) for s in table.outcome.winners)
    assert set(back.marks) == set(range(EVERY, len(back.choices), EVERY))
    assert replay(back) == table
    assert replay(back).dump() == table.dump()
    assert back.text() == (tmp_path / "folder" / "a.record").read_text("utf-8")


def test_every_choice_is_in_the_file_as_soon_as_it_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    record = Record.create(path, header())
    table = Table.new(SEATS, {"first": "random"}, 3)
    for done in range(1, 60):
        record.append(table, 0)
        table.choose(0)
        assert len(Record.load(path).choices) == done
    record.close()
    assert replay(Record.load(path)) == table


def test_a_table_can_be_rebuilt_at_any_point() -> None:
    record = Record(header())
    play(record, 120)
    table = start(record)
    for done, (at, choice, position) in enumerate(steps(record)):
        assert at == table
        assert replay(record, done) == table
        assert table.decision is not None
        assert label(table, table.decision.options[position]) == choice.label
        table.choose(position)
        if done > 40 and table.stack[-1].kind == EFFECT:
            break
    else:
        pytest.fail("no card was pending anywhere")
    with pytest.raises(ValueError, match="121 is not among them"):
        replay(record, 121)


def test_going_on_with_a_record_is_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    with Record.create(tmp_path / "whole.record", header()) as whole:
        play(whole, 150)
    with Record.create(tmp_path / "part.record", header()) as part:
        play(part, 77)
    again = Record.load(tmp_path / "part.record")
    table = replay(again)
    again.go_on()
    for choice in whole.choices[77:]:
        again.append(table, choice.position)
        table.choose(choice.position)
    again.close()
    assert (tmp_path / "part.record").read_text() == (tmp_path / "whole.record").read_text()


def test_a_label_alone_is_enough_where_it_is_the_only_one() -> None:
    record = Record(header())
    table = play(record, 60)
    lines = [f"{c.seat}: {c.label}" for c in record.choices]
    short = Record.loads("\n".join([*record.header.lines(), *lines, ""]))
    assert all(choice.position == -1 for choice in short.choices)
    assert replay(short) == table


@pytest.mark.parametrize("cut", [1, 3, 10])
def test_a_last_line_that_was_partly_written_is_left_out(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a.record"
    record = Record.create(path, header())
    play(record, 30)
    record.close()
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    back = Record.load(path)
    assert back.choices == record.choices[:29]
    table = replay(back)
    back.go_on()
    back.append(table, record.choices[29].position)
    back.close()
    assert path.read_bytes() == data


def test_where_a_record_diverges_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    record = Record.create(path, header())
    play(record, 50)
    record.close()
    lines = path.read_text().split("\n")
    at = next(i for i, line in enumerate(lines) if ": order " in line)
    table = replay(record, next(i for i, c in enumerate(record.choices) if c.label.startswith("order ")))
    assert table.decision is not None
    wrong = lines[:]
    wrong[at] = f"{table.seat_name(table.decision.seat)} 0: order nobody"
    with pytest.raises(BadRecord) as caught:
        replay(Record.loads("\n".join(wrong), "a.record"))
    said = str(caught.value)
    assert said.startswith(f"a.record:{at + 1}: choice ")
    assert caught.value.line == at + 1
    assert "order nobody" in said
    for option in table.decision.options:
        assert label(table, option) in said


def test_a_choice_too_few_or_of_another_seat_is_found() -> None:
    record = Record(header())
    play(record, 50)
    lines = record.text().split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith(("zot ", "gerki ", "fiona ")) and ": order" in line)
    with pytest.raises(BadRecord, match="choice"):
        replay(Record.loads("\n".join(line for i, line in enumerate(lines) if i != first and not line.startswith("= "))))


def test_a_wrong_fingerprint_is_found() -> None:
    record = Record(header())
    play(record, 45)
    lines = record.text().split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("= 40"))
    lines[at] = "= 40 0123456789ab"
    with pytest.raises(BadRecord, match="after 40 choices") as caught:
        replay(Record.loads("\n".join(lines)))
    assert caught.value.line == at + 1


def test_a_game_that_goes_on_after_its_end_is_found() -> None:
    record = Record(header())
    table = play(record)
    more = record.text() + f"{record.choices[-1].written()}\n"
    with pytest.raises(BadRecord, match="the game is over"):
        replay(Record.loads(more))
    record.close(table)
    with pytest.raises(BadRecord, match="goes on"):
        Record.loads(record.text() + "zot: pass\n")


HEAD = "innkeeper record 1\nengine: 0\nrules: 1\ncards: x\nseats: zot gerki\nseed: 1\n"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "no record of a game"),
        ("a diary\n", 1, "no record of a game"),
        ("innkeeper record 9\n\n", 1, "another format"),
        (HEAD, 6, "does not end"),
        (HEAD + "colour: red\n\n", 7, "expected one of engine:"),
        (HEAD + "seed: 2\n\n", 7, "stands twice"),
        (HEAD.replace("seed: 1", "seed: one") + "\n", 6, "a whole number"),
        (HEAD.replace("seed: 1\n", "") + "\n", 6, "lacks seed:"),
        (HEAD + "plays: me\n\n", 7, "each of the 2 seats"),
        (HEAD + "deck: mine.yaml\n\n", 7, "its digest"),
        (HEAD + "variant: first {\n\n", 7, "JSON"),
        (HEAD + "\nzot pass\n", 8, "expected a choice"),
        (HEAD + "\nzot x: pass\n", 8, "expected a choice"),
        (HEAD + "\n= many 12\n", 8, "FINGERPRINT"),
        (HEAD + "\n= 3 12ab\n", 8, "0 stand above"),
    ],
)
def test_what_is_no_record_is_said_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(BadRecord, match=said) as caught:
        Record.loads(text, "x")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"x:{line}: ")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seats: zot gerki fiona", "seats: zot gerki nobody", "there is no character 'nobody'"),
        ("rules: 1", "rules: 7", "version 7 of the rules"),
        ('variant: first "random"', "variant: chairs 3", "there is no variant 'chairs'"),
    ],
)
def test_a_header_that_makes_no_game_is_said(old: str, new: str, said: str) -> None:
    text = Record(header()).text()
    assert old in text
    with pytest.raises(BadRecord, match=said):
        start(Record.loads(text.replace(old, new)))


def test_bytes_that_are_no_text_are_said_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    path.write_bytes(HEAD.encode() + b"\nzot: \xff\xfe\n")
    with pytest.raises(BadRecord, match="not text") as caught:
        Record.load(path)
    assert caught.value.line == 8


def test_remarks_are_passed_over(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "a.record", header())
    record.remark("one\ntwo")
    table = play(record, 25)
    record.close()
    back = Record.load(tmp_path / "a.record")
    assert back.choices == record.choices
    assert "# two" in (tmp_path / "a.record").read_text()
    assert replay(back) == table


def test_another_version_or_other_cards_do_not_forbid_a_game_that_fits() -> None:
    record = Record(header())
    table = play(record, 45)
    text = record.text()
    older = text.replace(f"engine: {innkeeper.__version__}", "engine: 0.0.1").replace("= 40 ", "= 40 0")
    assert replay(Record.loads(older)) == table
    others = text.replace(f"cards: {catalog().digest}", "cards: 0123").replace("= 40 ", "= 40 0")
    assert replay(Record.loads(others)) == table
    with pytest.raises(BadRecord, match="made with other card files"):
        replay(Record.loads(others.replace("pass\n", "order nobody\n", 1)))
    with pytest.raises(BadRecord, match=r"made by version 0\.0\.1"):
        replay(Record.loads(older.replace("pass\n", "order nobody\n", 1)))


DECK = """
character: bruna
name: Bruna the Cook
cards:
  - {title: A ladle, count: 40, type: action, pick: another, does: [{lose: {who: picked, fortitude: 1}}]}
"""


def test_own_decks_are_known_by_name_and_content(tmp_path: Path) -> None:
    deck = tmp_path / "decks" / "bruna.yaml"
    deck.parent.mkdir()
    deck.write_text(DECK)
    cards = innkeeper.library.catalog_with([deck])
    table = Table.new(["bruna", "zot"], seed=1, cards=cards)
    record = Record.create(
        tmp_path / "a.record", Header(("bruna", "zot"), 1, decks=(("bruna.yaml", deck_digest(deck)),), cards=cards.digest)
    )
    for _ in range(30):
        record.append(table, 0)
        table.choose(0)
    record.close()
    back = Record.load(tmp_path / "a.record")
    assert back.header == record.header
    with pytest.raises(BadRecord, match=r"--deck PATH/bruna\.yaml"):
        replay(back)
    assert replay(back, cards=catalog_for(back, [deck])) == table
    deck.rename(tmp_path / "bruna.yaml")
    assert replay(back) == table
    (tmp_path / "bruna.yaml").write_text(DECK + "\n")
    with pytest.raises(BadRecord, match="has changed"):
        replay(back)


def test_the_fingerprint_is_of_the_whole_table() -> None:
    table = Table.new(SEATS, seed=1)
    other = table.copy()
    assert fingerprint(table) == fingerprint(other)
    other.deck[0] = (*other.deck[0][1:], other.deck[0][0])
    assert fingerprint(table) != fingerprint(other)
