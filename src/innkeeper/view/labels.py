"""The label of an option: the words of the scenario format, stable from version to version."""

from __future__ import annotations

from innkeeper.engine.decision import Option
from innkeeper.engine.state import NOBODY, THING, State


def label(table: State, option: Option) -> str:
    """Return an option's label: `play "Title"`, `pass`, `order zot`, `discard "Title"`, a seat, a title, a word, a number.

    A card that can be used in several ways has `as MODE` behind its title, one played from in front of the seat
    `from front`. A target that is no player is called by the title of its card. No two options of one decision share a label.
    """
    kind, value, use, front, word = option
    if kind == "play":
        card = table.game.cards[value]
        text = f'play "{card.title}"'
        if len(card.uses) > 1 and sum(1 for u in card.uses if u.playable) > 1:
            text += f" as {card.uses[use].mode}"
        return text + " from front" if front else text
    if kind == "pass":
        return "pass"
    if kind == "order":
        return f"order {table.game.names[value]}"
    if kind == "discard":
        return f'discard "{table.game.cards[value].title}"' + (" from front" if front else "")
    if kind == "seat":
        return target(table, value)
    if kind == "card":
        return table.game.cards[value].title
    if kind == "word":
        return word
    return str(value)


def target(table: State, value: int) -> str:
    """Return the word for a target: a seat's name, the title of a thing in play, or `nobody`."""
    if value >= THING:
        owner, card = divmod(value - THING, THING)
        title = table.game.cards[card].title
        alike = {o for items in table.front for c, o, _ in items if c == card}
        return title if len(alike) < 2 else f"{title} of {table.game.names[owner]}"
    return table.game.names[value] if value > NOBODY else "nobody"
