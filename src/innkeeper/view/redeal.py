"""A table as it might be, for all that a seat knows: what it cannot see is dealt anew."""

from __future__ import annotations

from typing import TypeVar

from innkeeper.engine import atoms, chance, instructions
from innkeeper.engine.state import NOBODY, State
from innkeeper.engine.table import Table
from innkeeper.view.log import masked

_Table = TypeVar("_Table", bound=Table)


def redeal(table: _Table, seat: int, seed: int, log: bool = True) -> _Table:
    """Return a copy in which all that a seat (NOBODY: a spectator) may not know is random; the seat's view of it is equal.

    Dealt anew: the other hands together with their owners' decks, the order of the seat's own deck and of face-down side
    piles and piles of the Inn, the Drink Deck together with the Drink Me! Piles, the table's generator. Sizes, discard piles
    and everything in the open stay. The log is the one that the seat may read. What a seat could work out from what it has seen
    before (which cards went into a deck as it was shuffled) is not considered.

    Where the decision is another seat's it stays as it is, and so do the cards in that seat's hand that its options name:
    they could not be chosen otherwise.

    seed: the deal follows from it alone; the table's own generator is neither used nor moved.  log: False leaves the log empty,
    which is faster, for a table on which things are only tried.  Raises ValueError for no seat.
    """
    n = len(table.out)
    if not NOBODY <= seat < n:
        raise ValueError(f"there is no seat {seat} at a table of {n}")
    t = table.copy()
    state = chance.seeded(seed)
    cards = t.game.cards
    for s in range(n):
        if s == seat:
            state, t.deck[s] = chance.shuffled(state, t.deck[s])
            state = _mix_side(t, s, state, ())
            continue
        kept = list(_named(t, s))
        free = list(t.hand[s])
        for card in kept:
            free.remove(card)
        own = tuple([card for card in free if cards[card].pile == "character"])
        state, pool = chance.shuffled(state, own + t.deck[s])
        t.deck[s] = pool[len(own) :]
        t.hand[s] = tuple(sorted([*kept, *pool[: len(own)]]))
        state = _mix_side(t, s, state, tuple([card for card in free if cards[card].pile != "character"]))
        atoms.remask(t, s)
    # Cards from elsewhere that lie on a Drink Me! Pile were put there in the open, and stay.
    piles = [t.drink_deck, *t.drink_pile]
    state, drinks = chance.shuffled(state, [card for pile in piles for card in pile if cards[card].pile == "drink"])
    unseen = iter(drinks)
    dealt = [tuple([next(unseen) if cards[card].pile == "drink" else card for card in pile]) for pile in piles]
    t.drink_deck = dealt[0]
    t.drink_pile = dealt[1:]
    for i, name in enumerate(t.game.inn_piles):
        if not any(name in variant.open_piles for variant in t.game.variants.values()):
            state, t.inn_piles[i] = chance.shuffled(state, t.inn_piles[i])
    t.chance = chance.seeded(state)
    t._log = [masked(entry, seat) for entry in t.entries()] if log else []
    t._log_size = len(t._log)
    return t


def _named(t: State, seat: int) -> tuple[int, ...]:
    """Return the cards in a seat's hand that have to stay there, since the open decision of that seat has to do with them."""
    d = t.decision
    if instructions.hand_on_show(t) == seat:
        return t.hand[seat]
    if d is None or d.seat != seat:
        return ()
    found = [o.value for o in d.options if o.kind in ("play", "discard", "card") and not o.front]
    for f in t.stack:
        if d.kind == "discard" and f.seat == seat:
            found += f.cards  # chosen already, and in the hand until all are chosen
    hand = list(t.hand[seat])
    kept = []
    for card in found:
        if card in hand:
            hand.remove(card)
            kept.append(card)
    return tuple(kept)


def _mix_side(t: State, seat: int, state: int, held: tuple[int, ...]) -> int:
    """Deal a seat's face-down side piles anew, with those of their cards that it holds in hand (`held`, unseen)."""
    names = t.game.characters[seat].side
    in_the_open = t.game.characters[seat].open_side
    if not names:
        t.hand[seat] = tuple(sorted(t.hand[seat] + held))
        return state
    piles = list(t.piles[seat])
    hand: tuple[int, ...] = ()
    for i, name in enumerate(names):
        if name.endswith("_discard") or name in in_the_open:
            continue
        mine = tuple([card for card in held if t.game.cards[card].pile == name])
        state, pool = chance.shuffled(state, mine + piles[i])
        hand += pool[: len(mine)]
        piles[i] = pool[len(mine) :]
    hand += tuple([card for card in held if t.game.cards[card].pile not in names])
    t.piles[seat] = tuple(piles)
    t.hand[seat] = tuple(sorted(t.hand[seat] + hand))
    return state
