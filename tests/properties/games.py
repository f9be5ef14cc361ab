"""Random games on pinned seeds: seats, variants and choices all follow from one number."""

import random
from dataclasses import dataclass, field
from typing import Any

from innkeeper import Table, catalog

BASE = ("deirdre", "dimli", "eve", "fiona", "fleck", "gerki", "gog", "zot")
SHEETS = catalog().sheets.values()
CAST = tuple(sorted(sheet.slug for sheet in SHEETS if not sheet.kit))
GUESTS = tuple(sorted(sheet.slug for sheet in SHEETS if sheet.kit))


@dataclass(frozen=True)
class Setting:
    """What a game is made from."""

    seats: tuple[str, ...]
    variants: dict[str, Any] = field(default_factory=dict)
    seed: int = 0

    def table(self) -> Table:
        return Table.new(self.seats, self.variants, self.seed)


def setting(number: int, characters: tuple[str, ...] = BASE) -> Setting:
    """2 to 8 seats, every character in turn among them, in teams where there are enough, the first player drawn or not."""
    chance = random.Random(number)
    n = 2 + number % 7
    seats = [characters[number % len(characters)], *chance.choices(characters, k=n - 1)]
    chance.shuffle(seats)
    variants: dict[str, Any] = {}
    if n >= 4 and chance.random() < 0.4:
        first = chance.randrange(n)
        order = [(first + i) % n for i in range(n)]
        cuts = sorted(chance.sample(range(1, n), chance.choice([1, 1, 2])))
        teams = [order[a:b] for a, b in zip([0, *cuts], [*cuts, n], strict=True)]
        variants["teams"] = teams
    if chance.random() < 0.3:
        variants["first"] = "random"
    return Setting(tuple(seats), variants, number)


BOSSES = tuple(sorted(sheet.slug for sheet in SHEETS if sheet.boss is not None))


def mixed(number: int) -> Setting:
    """The same with all characters and every variant: a Boss or teams or neither, Prizes or not, Events or not."""
    chance = random.Random(f"mixed {number}")
    made = setting(number, CAST)
    seats, variants = list(made.seats), dict(made.variants)
    if len(seats) > 2 and number % 3 == 0:
        boss = chance.randrange(len(seats))
        seats[boss] = BOSSES[number // 3 % len(BOSSES)]
        variants = {"boss": {"seat": boss}}
        if chance.random() < 0.5:
            variants["boss"] |= {
                "fortitude": chance.randint(5, 40),
                "gold": chance.randint(1, 40),
                "actions": chance.randint(1, 3),
            }
    for place, name in enumerate(("prizes", "events")):
        if number // 12 >> place & 1:
            variants[name] = True
    return Setting(tuple(seats), variants, number)


def choices(number: int) -> random.Random:
    """The generator that a game's choices are drawn from; no relation of the table's own."""
    return random.Random(f"choices {number}")
