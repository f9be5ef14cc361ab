"""The Boss Battle: one player against all the others, who are a team (boss.*).

The variant's own rules are not in our sources: what is here is our version, and every number in it is a setting of the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from innkeeper.cards.keys import BOSS_SETTINGS
from innkeeper.engine.game import MOST_FORTITUDE, Game, Variant
from innkeeper.engine.program import Catalog

NAME: Final = "boss"
LIMITS: Final = {key.replace("-", "_"): limits for key, limits in BOSS_SETTINGS.items()}
"""The least and the most that a setting of the Boss may be."""


class BossBattle(Variant):
    """One Boss against a team of Challengers.

    The wish: `{seat, gold, fortitude, hand_size, actions}`; all but the seat may be left out and are then as the Boss's deck
    file has them for that number of Challengers (boss.settings).
    """

    def teams(self, seats: Sequence[str], wish: Any, catalog: Catalog) -> Sequence[Sequence[int]]:
        """Return the two sides (boss.sides)."""
        boss = _seat(wish, len(seats))
        return ((boss,), tuple(s for s in range(len(seats)) if s != boss))

    def join(self, game: Game, wish: Any) -> None:
        """Give the Boss its cards and its numbers (boss.cards, boss.settings)."""
        seat = _seat(wish, len(game.seats))
        if "first" in game.settings:
            raise ValueError("in a Boss Battle the Boss has the first turn; `first` says otherwise")
        game.be_boss(seat)
        game.first = seat
        party = game.party[seat]
        numbers = settings(game, wish)
        game.starting_gold[party] = numbers["gold"]
        game.starting_fortitude[party] = numbers["fortitude"]
        game.highest[party] = max(MOST_FORTITUDE, numbers["fortitude"])
        game.hand_size[seat] = numbers["hand_size"]
        game.actions[seat] = numbers["actions"]


def settings(game: Game, wish: Mapping[str, Any]) -> dict[str, int]:
    """Return the Boss's numbers: those of the table, else those of its deck file for that many Challengers, else a player's."""
    seat = wish["seat"]
    part = game.sheets[seat].boss
    usual = part.settings.get(len(game.seats) - 1, {}) if part is not None else {}
    found = {
        "gold": game.starting_gold[game.party[seat]],
        "fortitude": MOST_FORTITUDE,
        "hand_size": game.hand_size[seat],
        "actions": game.actions[seat],
    }
    for key, (least, most) in LIMITS.items():
        value = wish.get(key, usual.get(key, found[key]))
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"the Boss's {key} is a whole number from {least} to {most}; this is {value!r}")
        found[key] = value
    return found


def _seat(wish: Any, n: int) -> int:
    if not isinstance(wish, Mapping) or "seat" not in wish:
        raise ValueError("a Boss Battle says who the Boss is: `boss: {seat: 0}`")
    for key in wish:
        if key != "seat" and key not in LIMITS:
            raise ValueError(f"a Boss has no setting {key!r}; there are: {', '.join(LIMITS)}")
    seat = wish["seat"]
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < n:
        raise ValueError(f"the Boss's seat is a number from 0 to {n - 1}; this is {seat!r}")
    return seat


RULES: Final = BossBattle()
