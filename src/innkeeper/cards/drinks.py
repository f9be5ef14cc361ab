"""Drinks and Drink Events, of the Drink Deck or of a character's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from innkeeper.cards.keys import DRINK_KEYS, DRINK_TYPES, INSTEAD_KEYS, NOT_FOR_EVENTS
from innkeeper.cards.reading import Value
from innkeeper.cards.steps import Parts
from innkeeper.cards.stock import Stock, copies, in_front, kind_of_event, origin
from innkeeper.cards.uses import Uses
from innkeeper.engine.program import Amount, Card, Use

DRINK_DECK: Final = "drink"
"""The home and the pile of the cards of the Drink Deck."""


def drink(
    stock: Stock, uses: Uses, entry: Value, by_default: str = "", home: str = DRINK_DECK, pile: str = DRINK_DECK
) -> tuple[Card, int]:
    """Add a Drink or a Drink Event; return it and how many copies there are. Raises `yaml12.BadText`.

    by_default: the origin where it says none.
    """
    data = entry.fields(DRINK_KEYS, ("title",))
    title, count = stock.title(entry, home), copies(entry)
    event = "event" in data
    found: list[Use] = []
    parts = Parts(sum(key in data for key in ("event", "does", "first", "type")))
    if event:
        if clash := [key for key in data if key in NOT_FOR_EVENTS]:
            raise entry.error("a Drink Event is no Drink, and does what stands under `event`", clash[0])
        found.append(uses.use(entry.of({"type": "event", "does": data["event"]}), 0, parts, steps_at="event"))
    on_drink = before_drink = -1
    if "does" in data:
        on_drink = len(found)
        found.append(uses.use(entry.of({"type": "part", "does": data["does"]}), on_drink, parts))
    if "first" in data:
        before_drink = len(found)
        found.append(uses.use(entry.of({"type": "part", "does": data["first"]}), before_drink, parts, steps_at="first"))
    if "type" in data:
        found.append(uses.use(_as_card(entry), len(found), parts))
    strength, amount = _strength(uses, entry)
    card = Card(
        number=stock.next_number,
        title=title,
        home=home,
        pile=pile,
        uses=(*found, *parts.uses),
        instead_for=_instead(entry),
        origin=origin(entry, by_default),
        subtype=kind_of_event(entry) if event else entry.text_at("subtype"),
        ours=entry.text_at("ours"),
        alcohol=strength.integer(-20, 20),
        alcohol_amount=amount,
        fortitude=entry.get("fortitude", 0).integer(-20, 20),
        chaser=entry.get("chaser", False).boolean(),
        event=event,
        splittable=entry.get("splittable", True).boolean(),
        on_drink=on_drink,
        before_drink=before_drink,
        rules=entry.texts_at("rules"),
        in_front=in_front(entry),
        source=data,
    )
    return stock.add(card), count


def _strength(uses: Uses, entry: Value) -> tuple[Value, Amount | None]:
    """Return the Alcohol Content as it is printed, and how it is worked out where it is not."""
    strength = entry.get("alcohol", 0)
    if not isinstance(strength.data, (str, Mapping)):
        return strength, None
    word, args = uses.phrases.amount(strength)
    return strength.of(0), word.make(args)


def _instead(entry: Value) -> dict[str, tuple[int, int]]:
    """Return Alcohol Content and Fortitude of those who have a trait for which they are others."""
    instead: dict[str, tuple[int, int]] = {}
    for trait, gains in entry.get("instead-for", {}).items():
        gains.fields(INSTEAD_KEYS)
        alcohol, fortitude = (gains.get(key, 0).integer(-20, 20) for key in INSTEAD_KEYS)
        instead[trait] = (alcohol, fortitude)
    return instead


def _as_card(entry: Value) -> Value:
    """Return a use as which a Drink is played from in front of somebody: a card of a type, with the effect of the Drink."""
    kind = entry["type"].one_of(DRINK_TYPES)
    if "playable" not in entry.get("in-front", {}).mapping():
        raise entry["type"].error("a Drink is played from in front of somebody: say `in-front: {playable: ...}`")
    gains: list[Any] = []
    for marker in ("alcohol", "fortitude"):
        n = entry.data.get(marker, 0)
        if isinstance(n, bool) or not isinstance(n, int) or n < 0:
            raise entry["type"].error(f"a Drink that may be played as a card has a plain number for {marker}, at least 0")
        if n:
            gains.append({"gain": {marker: n}})
    return entry.of({"type": kind, "does": [*gains, *entry.data.get("does", [])]})
