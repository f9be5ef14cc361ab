"""A table made in lines of text, and games of variants played in them."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import Result

from innkeeper.record import replay
from innkeeper.session.beginning import Wish
from innkeeper.session.newtable import Plan
from tests.cli.helps import innkeeper, saved

SEATS = ["--seat", "zot=me", "--seat", "gerki=bot:random", "--seat", "fiona=bot:random", "--seat", "ripsnarl=bot:random"]
THERE = [""] * 5  # so many seats, and each as it is


def answers(**said: list[str]) -> list[str]:
    """Return what is typed at a table of four: every seat as it is, and then these answers, Enter to what is not named."""
    boss = any(said.get("boss", ["none"])[0] == word for word in ("rips", "ripsnarl"))
    asked = [name for name in Plan.of(Wish(("zot=me", "gerki"))).variants if not (boss and name == "first")]
    return ["c", *THERE, *(line for name in asked for line in said.get(name, [""]))]


def new(*lines: str, seats: Sequence[str] = SEATS) -> Result:
    return innkeeper("play", "--new", "--plain", "--seed", "5", *seats, lines=[*lines, "quit"])


def test_enter_deals_at_once(games: Path) -> None:
    result = new("")
    assert result.exit_code == 0, result.output
    assert "   1  Zot the Wizard, you" in result.output
    assert "The cards are dealt." in result.output
    assert saved(games).header.seats == ("zot", "gerki", "fiona", "ripsnarl")


def test_leaving_deals_nothing(games: Path) -> None:
    assert new("quit").exit_code == 0
    assert innkeeper("play", "--new", "--plain").exit_code == 0
    assert not games.exists()


def test_who_sits_where(games: Path) -> None:
    seats = ["pooky Ann", "?", "gog", "3 me", "xyzzy", "fiona steady", "fleck Two Words", "eve random"]
    result = new("c", "9", "x", "5", *seats, *answers()[6:], "")
    assert result.exit_code == 0, result.output
    assert "A number from 2 to 8." in result.output
    assert "prayers turn blows away" in " ".join(result.output.split())
    assert '"xyzzy" is none of these' in result.output
    header = saved(games).header
    assert header.seats == ("pooky", "gog", "dimli", "fiona", "eve")
    assert header.plays == ("me:Ann", "bot:random", "me", "bot:steady", "bot:random")


def test_teams_and_what_makes_no_game(games: Path) -> None:
    # Teams of two and two, a Boss besides, which makes no game; the second time without the Boss.
    result = new(*answers(teams=["?", "2"], boss=["ripsnarl"]), *answers(boss=["none"]), "")
    assert result.exit_code == 0, result.output
    assert "Team-mates sit together" in " ".join(result.output.split())
    assert "This makes no game yet. A Boss plays against all the others" in " ".join(result.output.split())
    assert saved(games).header.variants == {"teams": [[0, 1], [2, 3]], "first": "random"}


def test_a_boss_and_what_the_boss_begins_with(games: Path) -> None:
    result = new(*answers(boss=["rips", "gold=x", "gold=0", "gold=20 actions=2", ""]), "")
    assert result.exit_code == 0, result.output
    assert "gold=x is none of these: gold, fortitude, hand_size, actions" in " ".join(result.output.split())
    assert "The Boss's gold is a whole number from 1 to 99; this is 0." in " ".join(result.output.split())
    assert saved(games).header.variants == {"boss": {"seat": 3, "gold": 20, "actions": 2}}
    assert "Your team is out when" in result.output


def test_prizes_drinks_and_who_begins(games: Path) -> None:
    result = new(*answers(prizes=["all"], drinks=["shuffled"], first=["fiona"]), "", "table")
    assert result.exit_code == 0, result.output
    assert saved(games).header.variants == {"prizes": True, "drinks": ["base", "evil-pooky"], "first": 2}
    assert "Prizes in the Inn:" in result.output


def test_new_and_resume_do_not_go_together() -> None:
    result = innkeeper("play", "--new", "--resume")
    assert result.exit_code != 0


@pytest.mark.parametrize("variant", ["teams=2,2", "boss=ripsnarl:fortitude=30,actions=2", "prizes"])
def test_a_whole_game_with_a_variant(games: Path, variant: str) -> None:
    result = innkeeper("play", "--plain", *SEATS, "--seed", "6", "--variant", variant, lines=["?", "table", *[""] * 2000])
    assert result.exit_code == 0, result.output
    record = saved(games)
    assert record.over
    assert replay(record).outcome is not None
    said = " ".join(result.output.split())
    if variant != "prizes":
        assert "our team" in said[-2000:]
        assert "(the same track and Stash)" in result.output
    if variant.startswith("boss"):
        assert "Ripsnarl, the Boss" in result.output
        assert "The rules of this variant are our own version" in said
        lines = result.output.splitlines()
        head = next(i for i, line in enumerate(lines) if "Alc Fort" in line)
        assert "Ripsnarl, the Boss" in lines[head + 1]
