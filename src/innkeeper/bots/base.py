"""What a bot is: something that answers a decision from what its seat may know. Names like `bot:random`, and who makes them."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

from innkeeper.bots.random import RandomBot
from innkeeper.bots.sampling import Sample, sampler
from innkeeper.bots.steady import SteadyBot
from innkeeper.engine import chance
from innkeeper.engine.table import Table
from innkeeper.view import View, view

PREFIX: Final = "bot:"
NAMES: Final = ("random", "steady")
"""The bots there are, without the prefix."""


class Bot(Protocol):
    """Plays one seat of one game. Everything random in it follows from the seed it was made with.

    needs_view: False for a bot that looks at nothing but the number of options (`Blind`), so that whoever hosts it need
    not build a view.
    """

    needs_view: bool

    def choose(self, view: View, sample: Sample) -> int:
        """Return the position, among the options that the view's seat is asked to choose from, of the one to take.

        sample: deals tables as they might be for all that the seat knows, with the same decision open, to try things on.
        """
        ...

    def skip(self) -> None:
        """Take note that a choice of this bot's was made from a record instead, so that what follows is as it was."""
        ...


@runtime_checkable
class Blind(Protocol):
    """A bot that can also choose without a view."""

    def pick(self, count: int) -> int:
        """Return a position from 0 to count - 1; the same that `choose` would return for so many options."""
        ...


def make(name: str, seed: int) -> Bot:
    """Return a new bot. `name` is one of NAMES, with the prefix "bot:" or without. Raises ValueError for another name."""
    short = name.removeprefix(PREFIX)
    if short == "random":
        return RandomBot(seed)
    if short == "steady":
        return SteadyBot(seed)
    raise ValueError(f"there is no bot {name!r}; there are: {', '.join(PREFIX + known for known in NAMES)}")


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot at a seat, from the one seed of the game."""
    return chance.seeded(seed * 64 + seat + 1)


def decide(bot: Bot, table: Table) -> int:
    """Return what a bot takes at a table's open decision: a position among its options. A view is built only if needed.

    Raises ValueError when no decision is open.
    """
    decision = table.decision
    if decision is None:
        raise ValueError("no decision is open")
    if not bot.needs_view and isinstance(bot, Blind):
        return bot.pick(len(decision.options))
    return bot.choose(view(table, decision.seat), sampler(table, decision.seat))
