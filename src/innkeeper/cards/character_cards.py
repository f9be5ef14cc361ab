"""Cards of a character's: what each does it says itself, or takes from a family."""

from __future__ import annotations

from innkeeper.cards.keys import CARD_KEYS, USE_KEYS
from innkeeper.cards.reading import Value, near
from innkeeper.cards.stock import Stock, copies, in_front, origin
from innkeeper.cards.uses import Uses
from innkeeper.engine.program import Card


def character_card(stock: Stock, uses: Uses, entry: Value, home: str, pile: str, by_default: str) -> tuple[Card, int]:
    """Add a card of the character `home`; return it and how many copies there are. Raises `yaml12.BadText`.

    `pile`: "character", or the name of a side pile, where a card may do nothing.  by_default: the origin where it says none.
    """
    data = entry.fields(CARD_KEYS, ("title",))
    title, count = stock.title(entry, home), copies(entry)
    family = entry.text_at("family")
    if family:
        if family not in uses.families:
            raise entry["family"].error(f"no such family{near(family, uses.families)}")
        if clash := [key for key in data if key in (*USE_KEYS, "uses", "counts-as")]:
            raise entry.error("a card with a family takes what it does from there", clash[0])
        source = uses.families[family]
        found = uses.of(source, family)
    else:
        source = entry
        if "uses" in data:
            if clash := [key for key in data if key in USE_KEYS]:
                raise entry.error("a card with `uses` says this in each of them", clash[0])
        elif clash := [key for key in data if key in USE_KEYS and "type" not in data]:
            raise entry.error(f"the key 'type' is missing here: {clash[0]!r} is there without it")
        elif pile == "character" and not any(key in data for key in ("type", "in-front", "thing")):
            raise entry.error("a card has a `family`, or a `type` and what it `does`, or `uses`")
        found = uses.of(entry.of({key: value for key, value in data.items() if key in (*USE_KEYS, "uses")}))
    if "counts-as" in data:
        family = entry["counts-as"].one_of(tuple(uses.families))
        for use in found:
            use.family = family
    card = Card(
        number=stock.next_number,
        title=title,
        home=home,
        pile=pile,
        uses=found,
        origin=origin(entry, by_default),
        family=family,
        subtype=entry.text_at("subtype"),
        in_front=in_front(entry),
        thing=entry.text_at("thing"),
        rules=entry.texts_at("rules"),
        given_to=entry["given-to"].one_of(("owner",)) if "given-to" in data else "",
        ours=entry.text_at("ours"),
        source=source.data,
    )
    return stock.add(card), count
