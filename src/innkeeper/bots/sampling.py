"""Tables as they might be for all that a seat knows: a bot that looks ahead gets these, and never the table itself."""

from __future__ import annotations

from collections.abc import Callable

from innkeeper.engine.table import Table
from innkeeper.view import redeal

Sample = Callable[[int], Table]
"""Returns, for a seed, a table with the same open decision in which all that the seat may not know is dealt anew.

Its log is empty; all else is as `innkeeper.view.redeal` makes it.
"""


def sampler(table: Table, seat: int) -> Sample:
    """Return what a seat's bot may deal tables with. Whatever it does with them, this table stays as it is."""

    def sample(seed: int) -> Table:
        return redeal(table, seat, seed, log=False)

    return sample
