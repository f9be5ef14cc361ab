"""How a game ended: who won, when and how each of the others went out."""

from __future__ import annotations

from dataclasses import dataclass

from innkeeper.engine.game import Game
from innkeeper.engine.losing import PASSED_OUT
from innkeeper.engine.state import NOBODY, State
from innkeeper.session.sides import mates
from innkeeper.view.log import log_for
from innkeeper.view.story import listed, side_name


@dataclass(frozen=True, slots=True)
class Ending:
    """One seat's game. out: "" for who was left, else the reason.  turn: the turn in which it went out, 0 where it did not."""

    seat: int
    wins: bool
    out: str
    turn: int

    def words(self) -> str:
        """Return it in words."""
        if not self.out:
            return "was left at the table"
        how = "passed out" if self.out == PASSED_OUT else "had no Gold left"
        return f"{how} in turn {self.turn}" if self.turn else how


def endings(t: State) -> list[Ending]:
    """Return how each seat ended: winners first, then who went out last."""
    turn = 0
    when: dict[int, int] = {}
    for entry in log_for(t, NOBODY):
        if entry[0] == "turn":
            turn += 1
        elif entry[0] == "out":
            when.setdefault(entry[1], turn)
    winners = t.outcome.winners if t.outcome is not None else ()
    party = t.game.party
    found = [Ending(seat, seat in winners, t.out[seat], when.get(seat, 0)) for seat in range(len(t.out))]
    return sorted(found, key=lambda e: (not e.wins, -e.turn, party[e.seat] if t.game.teams else e.seat, e.seat))


def verdict(t: State, person: int) -> str:
    """Return who won in a sentence, to a person's seat or to nobody (NOBODY)."""
    game = t.game
    winners = t.outcome.winners if t.outcome is not None else ()
    parties = list(dict.fromkeys(game.party[seat] for seat in winners))
    if person in winners:
        mine = game.party[person]
        if len(parties) > 1:
            return f"{'You are' if len(game.members[mine]) == 1 else 'Your team is'} among the winners!"
        return "You win!" if len(game.members[mine]) == 1 else "Your team wins!"
    names = listed([_side(game, p) for p in parties])
    if person < 0:
        return f"{names} won."
    return f"{names} won; {'your team' if mates(game, person) else 'you'} did not, this time."


def _side(game: Game, party: int) -> str:
    name = side_name(game, party)
    return f"{name}, the Boss," if game.boss in game.members[party] else name[:1].upper() + name[1:]
