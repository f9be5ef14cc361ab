"""Events: cards of the Inn's, one of which is carried out at the end of every full round (house.event.*).

Which Events there are is told by card files (`events:` in a set); what each does, by its own program.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

from innkeeper.engine import atoms, effects
from innkeeper.engine.game import Game, Variant
from innkeeper.engine.state import NOBODY, Frame, State

NAME: Final = "events"
CARDS: Final = "event"  # the pile of the Inn's own cards that Events are
DECK: Final = "event_deck"
DISCARD: Final = "event_discard"
SHIPPED: Final = "long-night"
"""The set of Events that a table is played with where it names none."""

_DRAWN: Final = ("house.event.full-round", "house.event.one-kind")
_SHUFFLED: Final = ("house.event.deck",)


class Events(Variant):
    """An Event Deck in the Inn, and a discard pile for the Events that have been carried out.

    The wish: True for the Events that ship, the name of another set that has some, or a list of such names.
    """

    piles = (DECK, DISCARD)
    open_piles = (DISCARD,)
    homes = MappingProxyType({CARDS: (DECK, DISCARD)})

    def join(self, game: Game, wish: Any) -> None:
        """Say which Events there are, and listen to full rounds. Raises ValueError for a set that has none."""
        game.inn_cards += chosen(game, wish)
        game.hooks.full_round.append(_draw)

    def deal(self, t: State) -> None:
        """Shuffle the Event Deck."""
        atoms.set_inn_pile(t, DECK, t.shuffle(tuple(card for card in t.game.inn_cards if t.game.cards[card].pile == CARDS)))


def chosen(game: Game, wish: Any) -> tuple[int, ...]:
    """Return the Events of a wish. Raises ValueError for a wish that is none, and for a set that has no Events."""
    names = [SHIPPED] if wish is True else [wish] if isinstance(wish, str) else wish
    if not isinstance(names, (list, tuple)) or not names:
        raise ValueError(f"Events are True, for those that ship, or names of sets that have some; this is {wish!r}")
    found: tuple[int, ...] = ()
    for name in dict.fromkeys(names):
        if name not in game.catalog.events:
            raise ValueError(f"no set of Events is called {name!r}; there are: {', '.join(sorted(game.catalog.events))}")
        found += game.catalog.events[name]
    return found


def _draw(t: State, f: Frame) -> bool:
    """Draw the round's Event and let it be pending; where the deck has run out, the discard pile is shuffled first."""
    deck = atoms.inn_pile(t, DECK)
    if not deck:
        deck = t.shuffle(atoms.inn_pile(t, DISCARD))
        atoms.set_inn_pile(t, DISCARD, ())
        t.note("events-shuffled", NOBODY, _SHUFFLED, NOBODY, -1, len(deck))
    if deck:
        atoms.set_inn_pile(t, DECK, deck[:-1])
        t.note("event", NOBODY, _DRAWN, NOBODY, deck[-1])
        effects.begin_event(t, deck[-1])
    return True


RULES: Final = Events()
