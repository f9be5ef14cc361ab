"""Small positions for tests of what seats see."""

from collections.abc import Callable, Mapping
from typing import Any

from innkeeper import Table, catalog
from innkeeper.engine import atoms, loop
from innkeeper.engine.decision import Option
from innkeeper.engine.state import TURN, Frame
from innkeeper.view import label
from tests.properties.games import choices, setting


def find(wanted: Callable[[Table], bool], games: int = 60) -> Table:
    """Play random games until a table is as wanted; return it."""
    for number in range(games):
        table = setting(number).table()
        pick = choices(number)
        while table.decision is not None:
            if wanted(table):
                return table
            table.choose(pick.randrange(len(table.decision.options)))
    raise AssertionError("no such position in these games")


def option(table: Table, text: str) -> Option:
    """Return the open option with this label."""
    assert table.decision is not None
    labels = {label(table, o): o for o in table.decision.options}
    assert text in labels, f"{text!r} is not open; there are: {', '.join(labels)}"
    return labels[text]


def laid_out(
    seats: tuple[str, ...],
    phase: int,
    hands: dict[int, tuple[str, ...]],
    drinks: tuple[str, ...] = (),
    variants: Mapping[str, Any] | None = None,
) -> Table:
    """Return a table at the first decision of the first seat's phase: exactly these hands, the decks in printed order.

    drinks: the Drink Deck's next cards, the first to be taken first; the rest follows in printed order. Drink piles are empty.
    """
    t = Table.laid_out(catalog(), seats, variants)
    for seat, titles in hands.items():
        deck = list(t.deck[seat])
        for title in titles:
            card = next(c for c in deck if t.game.cards[c].title == title)
            deck.remove(card)
            atoms.to_hand(t, seat, (card,))
        t.deck[seat] = tuple(deck)
    deck = list(t.drink_deck)
    top = []
    for title in drinks:
        card = next(c for c in deck if t.game.cards[c].title == title)
        deck.remove(card)
        top.append(card)
    t.drink_deck = (*deck, *reversed(top))
    turn = t.push(Frame(TURN, 0))
    turn.data = t.game.members[0]
    t.phase = phase
    t.turns = 1
    loop.run(t)
    return t
