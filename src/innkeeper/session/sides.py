"""Who plays together: the sides of a table as they are shown; without teams every seat is a side of its own."""

from __future__ import annotations

from innkeeper.engine.game import Game


def in_order(game: Game) -> list[tuple[int, ...]]:
    """Return the sides as they are shown: the Boss at the head, then as they take turns; each side's seats clockwise."""
    return sorted(game.members, key=lambda members: game.boss not in members)


def mates(game: Game, seat: int) -> tuple[int, ...]:
    """Return the others of a seat's team; nobody where there are no teams, or for what is no seat."""
    return tuple(s for s in game.members[game.party[seat]] if s != seat) if seat >= 0 else ()
