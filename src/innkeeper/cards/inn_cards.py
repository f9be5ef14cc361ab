"""Cards of the Inn's own: Prizes and Events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from innkeeper.cards.keys import EVENT_KEYS, PRIZE_KEYS, USE_KEYS
from innkeeper.cards.reading import Value
from innkeeper.cards.steps import Parts
from innkeeper.cards.stock import Stock, copies, in_front, kind_of_event, origin
from innkeeper.cards.uses import Uses
from innkeeper.engine.program import INN_HOME, Card

PRIZES: Final = "prize"
"""The pile of the Inn's own that Prizes are."""
EVENTS: Final = "event"
"""The pile of the Inn's own that Events are."""


def prize(stock: Stock, uses: Uses, entry: Value, by_default: str = "") -> Card:
    """Add a Prize, of which there is one copy. What it does by itself, or is played for, uses it up (prize.used-to-bin).

    by_default: the origin where it says none.  Raises `yaml12.BadText`.
    """
    data = entry.fields(PRIZE_KEYS, ("title",))
    title = stock.title(entry, INN_HOME)
    source = {key: value for key, value in data.items() if key in (*USE_KEYS, "uses")}
    if "uses" in source:
        if clash := [key for key in source if key in USE_KEYS]:
            raise entry.error("a card with `uses` says this in each of them", clash[0])
        source["uses"] = [_used_up(use.data) for use in entry["uses"].entries()]
    elif source and "type" not in (source := _used_up(source)):
        raise entry.error("a Prize says when it acts: at a `moment`, or by its `type` when it is played")
    found = uses.of(entry.of(source))
    facts = in_front(entry)
    if "playable" in facts:
        raise entry["in-front"].error("a Prize is played by its owner alone, without being told so", "playable")
    if any(use.playable for use in found):
        facts["playable"] = "holder"
    if not found and not facts:
        raise entry.error("a Prize says what it does: at a `moment`, as it is played, or while it is `in-front`")
    card = Card(
        number=stock.next_number,
        title=title,
        home=INN_HOME,
        pile=PRIZES,
        uses=found,
        origin=origin(entry, by_default),
        subtype=entry.text_at("subtype"),
        in_front=facts,
        rules=entry.texts_at("rules"),
        ours=entry.text_at("ours"),
        source=data,
    )
    return stock.add(card)


def _used_up(use: Any) -> Any:
    """Return a use of a Prize with what all have that act by themselves: a type of their own, and they act once."""
    return {"type": "prize", **use, "once": True} if isinstance(use, Mapping) and "moment" in use else use


def event(stock: Stock, uses: Uses, entry: Value, by_default: str = "") -> tuple[Card, int]:
    """Add an Event of the Event Deck; return it and how many copies there are. Raises `yaml12.BadText`.

    by_default: the origin where it says none.
    """
    data = entry.fields(EVENT_KEYS, ("title", "event"))
    title, count = stock.title(entry, INN_HOME), copies(entry)
    parts = Parts(1)
    use = uses.use(entry.of({"type": "event", "does": data["event"]}), 0, parts, steps_at="event")
    card = Card(
        number=stock.next_number,
        title=title,
        home=INN_HOME,
        pile=EVENTS,
        uses=(use, *parts.uses),
        origin=origin(entry, by_default),
        subtype=kind_of_event(entry),
        ours=entry.text_at("ours"),
        event=True,
        rules=entry.texts_at("rules"),
        source=data,
    )
    return stock.add(card), count
