"""Team games and Boss Battles in words: what is about to happen, what is asked, who has won."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from innkeeper.engine.decision import Option
from innkeeper.engine.state import ACTION_PHASE, NOBODY
from innkeeper.library import Table, catalog
from innkeeper.session.asking import question, standing
from innkeeper.session.beginning import Wish, new_game
from innkeeper.session.ending import endings, verdict
from innkeeper.session.forecast import forecast, touched, touches
from innkeeper.session.passing import moment
from innkeeper.session.sides import in_order, mates
from innkeeper.view.story import side_name, story
from tests.view.positions import laid_out

TWO_AND_TWO = {"teams": [[0, 1], [2, 3]]}
SEATS = ("zot", "eve", "fiona", "gog")


def hit(table: Table, seat: int, title: str, *on: int) -> Table:
    """Have a card played, on whom it asks for, and stop where it can be answered."""
    options = [Option("play", catalog().by_title[table.game.seats[seat], title]), *[Option("seat", target) for target in on]]
    for option in options:
        assert table.decision is not None
        table.choose(table.decision.options.index(option))
    return table


def at(hands: dict[int, tuple[str, ...]], variants: Mapping[str, Any], seats: Sequence[str] = SEATS) -> Table:
    """Return a table in the first seat's Action Phase."""
    return laid_out(tuple(seats), ACTION_PHASE, hands, variants=variants)


def test_who_stands_with_whom_and_what_they_are_called() -> None:
    game = at({}, TWO_AND_TWO).game
    assert in_order(game) == [(0, 1), (2, 3)]
    assert (mates(game, 0), mates(game, 3), mates(game, NOBODY)) == ((1,), (2,), ())
    assert side_name(game, 0, 1) == "your team"
    assert side_name(game, 0, 2) == side_name(game, 0) == "Zot and Eve"
    alone = at({}, {}).game
    assert in_order(alone) == [(0,), (1,), (2,), (3,)]
    assert mates(alone, 0) == ()
    battle = at({}, {"boss": {"seat": 2}}, ("zot", "eve", "ripsnarl", "gog")).game
    assert in_order(battle) == [(2,), (3, 0, 1)]
    assert side_name(battle, battle.party[2]) == "Ripsnarl"
    assert side_name(battle, battle.party[0]) == "the Challengers"


def test_a_hit_on_a_team_mate_is_told_with_the_team_s_markers() -> None:
    table = at({0: ("I told you not to distract me!",), 3: ("Stop poking Gog!",)}, TWO_AND_TWO)
    hit(table, 0, "I told you not to distract me!", 2)
    assert touched(table, 3) == [2]
    assert touches(table, 3)
    assert not touches(table, 1)
    assert forecast(table, 2)[0] == "You lose 2 Fortitude (your team: 20 to 18)."
    assert forecast(table, 3)[0] == "Fiona loses 2 Fortitude (your team: 20 to 18)."
    assert forecast(table, 0)[0] == "Fiona loses 2 Fortitude (20 to 18)."
    assert table.decision is not None
    assert table.decision.seat == 3
    assert question(table, table.decision) == "Do you answer for Fiona, of your team?"
    assert moment(table, 3).words(team=True) == "cards that touch your team"
    assert moment(table, 3).words() == "cards that touch you"


def test_a_card_that_hits_all_of_a_team_moves_its_markers_for_each() -> None:
    title = "Oh no! Not again! Pooky's on a drunken rampage!"
    table = at({0: (title,), 2: ("Luckily for me, I was wearing my armor!",), 3: ("Stop poking Gog!",)}, TWO_AND_TWO)
    table.fortitude[1] = 2
    hit(table, 0, title)
    told = forecast(table, 3)
    assert told[0] == "You lose 1 Fortitude (your team: 2 to 1)."
    assert told[1] == "Fiona loses 1 Fortitude (your team: 1 to 0), and your team passes out."
    assert forecast(table, NOBODY)[1] == "Gog loses 1 Fortitude (1 to 0), and Fiona and Gog pass out."


def test_how_a_team_mate_stands_says_whose_markers_they_are() -> None:
    table = at({}, TWO_AND_TWO)
    assert standing(table, 1, 0).startswith("(your team; gap 20")
    assert standing(table, 0, 0).startswith("(you; gap 20")
    assert standing(table, 2, 0).startswith("(gap 20")


def test_a_team_mate_of_the_champion_reads_why_no_gambling_card_can_be_played() -> None:
    table = at({0: ("Gambling? I'm in!", "I raise!"), 1: ("I raise!",), 2: ("I raise!",)}, TWO_AND_TWO)
    hit(table, 0, "Gambling? I'm in!")
    while table.decision is not None and table.decision.kind != "gamble":
        table.choose(table.decision.default)
    champions = "All Gambling and Cheating Cards of your team come from its champion's hand, and that is not you."
    assert table.why_not(1, table.hand[1][0]) == champions
    assert table.why_not(0, table.hand[0][0]) != champions
    assert table.why_not(2, table.hand[2][0]) != champions


def test_without_teams_nothing_speaks_of_teams() -> None:
    table = at({0: ("I told you not to distract me!",), 2: ("Luckily for me, I was wearing my armor!",)}, {})
    hit(table, 0, "I told you not to distract me!", 2)
    assert forecast(table, 2)[0] == "You lose 2 Fortitude (20 to 18)."
    assert not any("team" in line for line in story(table))


@pytest.mark.parametrize("variant", ["teams=2,2", "boss=ripsnarl"])
def test_a_whole_game_is_told_with_its_sides(tmp_path: Path, variant: str) -> None:
    seats = tuple(f"{name}=bot:random" for name in ("ripsnarl", "eve", "fiona", "gog"))
    game = new_game(Wish(seats, 4, save=tmp_path / "r", watch=True, variants=(variant,)))
    while game.table.decision is not None:
        game.take(game.bots_choice())
    game.record.close()
    table = game.table
    assert table.outcome is not None
    winners = table.outcome.winners
    party = table.game.party[winners[0]]
    assert set(winners) == set(table.game.members[party])
    lines = story(table)
    if variant.startswith("boss"):
        battle = "Ripsnarl is the Boss, against Eve, Fiona and Gog. The Boss begins with"
        assert sum(battle in line for line in lines) == 1
        assert "The Challengers' turn begins." in lines
        assert verdict(table, NOBODY) == ("Ripsnarl, the Boss, won." if winners == (0,) else "The Challengers won.")
    else:
        assert sum("Ripsnarl and Eve against Fiona and Gog." in line for line in lines) == 1
        assert "Fiona and Gog's turn begins." in lines
    for seat in range(4):
        said = verdict(table, seat)
        if seat in winners:
            assert said == ("You win!" if len(winners) == 1 else "Your team wins!")
        else:
            assert said.endswith("did not, this time.")
            assert ("your team" in said) == bool(mates(table.game, seat))
    assert [table.game.party[e.seat] for e in endings(table)].index(party) == 0
    assert [e.seat for e in endings(table) if e.wins] == list(winners)
