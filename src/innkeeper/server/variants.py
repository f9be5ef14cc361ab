"""Which game a table's settings ask for, as the engine takes it, and in a sentence what keeps it from being one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from innkeeper.engine.state import NOBODY
from innkeeper.engine.table import MOST_SEATS
from innkeeper.library import Table, catalog
from innkeeper.server.protocol import Settings
from innkeeper.variants import boss
from innkeeper.variants.prizes import CARDS as PRIZES
from innkeeper.view.story import listed, pretty

_NUMBERS: Final = {"gold": "Gold", "fortitude": "Fortitude", "hand_size": "hand size", "actions": "number of Actions"}


def variants_of(settings: Settings) -> dict[str, Any]:
    """Return a table's settings as the variants that `Table.new` takes, plain data as a record keeps it."""
    found: dict[str, Any] = {}
    if settings.drinks is not None:
        found["drinks"] = list(settings.drinks)
    if settings.teams:
        found["teams"] = [list(team) for team in settings.teams]
    if settings.boss is not None:
        numbers = {key: getattr(settings.boss, key) for key in boss.LIMITS}
        found[boss.NAME] = {"seat": settings.boss.seat, **{key: n for key, n in numbers.items() if n is not None}}
    elif settings.first != 0:
        found["first"] = settings.first
    if settings.prizes:
        found["prizes"] = list(settings.prizes)
    if settings.events:
        found["events"] = list(settings.events)
    return found


def misfit(settings: Settings, characters: Sequence[str]) -> str:
    """Return in a sentence why settings make no game for these seats, "" where they do. characters: "" for one to be drawn."""
    wish = settings.boss
    if wish is not None:
        if settings.teams:
            return "A Boss plays against all the others, who are one team: leave out the Boss or the teams."
        if wish.seat >= len(characters):
            return "The Boss sits at a seat of the table."
        if isinstance(settings.first, int) and settings.first != wish.seat:
            return "In a Boss Battle the Boss has the first turn."
        if characters[wish.seat] not in ("", *bosses()):
            can = listed([pretty(slug) for slug in bosses()])
            return f"{pretty(characters[wish.seat])} cannot be the Boss. These can: {can}."
        if not characters[wish.seat] and all(slug in characters for slug in bosses()):
            return "Everybody who could be the Boss is played by somebody else already."
        for key, (least, most) in boss.LIMITS.items():
            n = getattr(wish, key)
            if n is not None and not least <= n <= most:
                return f"The Boss's {_NUMBERS[key]} is a number from {least} to {most}."
    for title in settings.prizes:
        if title not in prizes():
            return f"There is no such Prize; there are: {', '.join(prizes())}."
    if len(set(settings.events)) != len(settings.events):
        return "Each set of Events is there once."
    for name in settings.events:
        if name not in catalog().events:
            return f"There is no such set of Events; there are: {', '.join(sorted(catalog().events))}."
    try:
        Table.laid_out(catalog(), drawn(settings, characters, lambda _: None), variants_of(settings))
    except ValueError as error:
        text = str(error).rstrip(".")
        return f"{text[:1].upper()}{text[1:]}."
    return ""


def drawn(settings: Settings, characters: Sequence[str], shuffle: Callable[[list[str]], None]) -> list[str]:
    """Return the characters of all seats, those that nobody has chosen drawn: for the Boss's seat one who can be the Boss.

    shuffle: puts a list into the order to be drawn from.
    """
    found = list(characters)
    rest = sorted(slug for slug, sheet in catalog().sheets.items() if not sheet.kit and slug not in characters)
    shuffle(rest)
    seat = settings.boss.seat if settings.boss is not None else NOBODY
    if seat != NOBODY and not found[seat]:
        found[seat] = next(slug for slug in rest if slug in bosses())
        rest.remove(found[seat])
    return [slug or rest.pop() for slug in found]


def bosses() -> list[str]:
    """Return the characters that can be the Boss."""
    return sorted(slug for slug, sheet in catalog().sheets.items() if sheet.boss is not None and not sheet.kit)


def prizes() -> list[str]:
    """Return the titles of all Prizes."""
    return [catalog().cards[card].title for card in catalog().inn.get(PRIZES, ())]


@cache
def usual_numbers(slug: str) -> tuple[Mapping[str, int], ...]:
    """Return what a Boss has where a table says nothing of it, by the number of Challengers, from 1 on."""
    found = []
    others = [other for other in sorted(catalog().sheets) if other != slug and not catalog().sheets[other].kit]
    for n in range(1, MOST_SEATS):
        seats = [slug, *others[:n]]
        wish = {"seat": 0}
        found.append(boss.settings(Table.laid_out(catalog(), seats, {boss.NAME: wish}).game, wish))
    return tuple(found)
