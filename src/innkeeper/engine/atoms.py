"""Atoms: every movement of a marker, a coin or a card, each done here and nowhere else, and each writing its event."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.program import INN_HOME
from innkeeper.engine.state import (
    INN,
    NO_FORTITUDE_LOSS,
    NOBODY,
    RESHUFFLE,
    TOKEN,
    Frame,
    State,
)

_CLIPPED: Final = ("core.limits.markers",)
_SHORT: Final = ("core.limits.gold",)
_INN_GOLD: Final = ("core.setup.inn-gold",)
_RESHUFFLED: Final = ("core.turn.reshuffle",)


# --- markers ----------------------------------------------------------------------------------------------------------


def lose_fortitude(
    t: State, seat: int, n: int, rules: tuple[str, ...], card: int = -1, other: int = NOBODY, price: bool = False
) -> int:
    """Take Fortitude from a seat's party; return how much was really lost (core.limits.markers).

    price: it is paid for something, and what keeps a seat from losing Fortitude does not spare it that.
    """
    if n <= 0:
        return 0
    if t.standing[seat] & NO_FORTITUDE_LOSS and not price:
        t.note("fortitude", seat, rules, other, card, 0)
        return 0
    p = t.game.party[seat]
    before = t.fortitude[p]
    lost = min(before, n)
    t.fortitude[p] = before - lost
    t.note("fortitude", seat, rules if lost == n else rules + _CLIPPED, other, card, -lost)
    return lost


def gain_fortitude(t: State, seat: int, n: int, rules: tuple[str, ...], card: int = -1) -> int:
    """Give Fortitude to a seat's party; return how much was really gained (core.limits.markers)."""
    if n <= 0:
        return 0
    p = t.game.party[seat]
    before = t.fortitude[p]
    gained = min(n, max(0, t.game.highest[p] - before))
    t.fortitude[p] = before + gained
    t.note("fortitude", seat, rules if gained == n else rules + _CLIPPED, NOBODY, card, gained)
    return gained


def change_alcohol(t: State, seat: int, n: int, rules: tuple[str, ...], card: int = -1) -> int:
    """Move the Alcohol Content of a seat's party; return by how much it really moved.

    It goes as far as that party's Fortitude can (core.limits.markers, house.boss.track).
    """
    if n == 0:
        return 0
    p = t.game.party[seat]
    before = t.alcohol[p]
    after = min(t.game.highest[p], max(0, before + n))
    t.alcohol[p] = after
    moved = after - before
    t.note("alcohol", seat, rules if moved == n else rules + _CLIPPED, NOBODY, card, moved)
    return moved


# --- coins ------------------------------------------------------------------------------------------------------------


def pay(t: State, payer: int, receiver: int, n: int, rules: tuple[str, ...], card: int = -1) -> int:
    """Move Gold between seats' Stashes and the Inn (INN on either side); return what was really paid (core.limits.gold)."""
    if n <= 0:
        return 0
    party = t.game.party
    paid = n
    if payer != INN:
        paid = min(n, t.gold[party[payer]])
        t.gold[party[payer]] -= paid
    else:
        t.inn -= paid
        if t.inn < 0:
            rules = rules + _INN_GOLD
    if receiver != INN:
        t.gold[party[receiver]] += paid
    else:
        t.inn += paid
    t.note("gold", payer, rules if paid == n else rules + _SHORT, receiver, card, paid)
    return paid


def pay_pot(t: State, payer: int, n: int, rules: tuple[str, ...]) -> int:
    """Move Gold from a Stash, or from the Inn for somebody (payer INN), into the pot; return what was really put in."""
    if payer == INN:
        t.inn -= n
        paid = n
    else:
        p = t.game.party[payer]
        paid = min(n, t.gold[p])
        t.gold[p] -= paid
    t.pot += paid
    return paid


def take_pot(t: State, receiver: int, n: int, rules: tuple[str, ...], card: int = -1) -> int:
    """Move Gold from the pot to a seat's Stash or the Inn; return how much there was."""
    taken = min(n, t.pot)
    t.pot -= taken
    if receiver == INN:
        t.inn += taken
    else:
        t.gold[t.game.party[receiver]] += taken
    t.note("pot", receiver, rules, NOBODY, card, taken)
    return taken


def swap_gold(t: State, seat: int, other: int, rules: tuple[str, ...], card: int) -> None:
    """Let two seats' Stashes change places; a coin in a pot is in neither, and nobody pays or loses anything."""
    p, q = t.game.party[seat], t.game.party[other]
    t.gold[p], t.gold[q] = t.gold[q], t.gold[p]
    t.note("swap", seat, rules, other, card, t.gold[p])
    for hook in t.game.hooks.swapped:
        hook(t, seat, other)


# --- cards ------------------------------------------------------------------------------------------------------------


def set_hand(t: State, seat: int, hand: tuple[int, ...]) -> None:
    """Replace a hand (kept sorted, so that equal hands are equal) and the marks of what it may answer."""
    t.hand[seat] = hand
    remask(t, seat)


def remask(t: State, seat: int) -> None:
    """Work out anew which kinds of moment a seat's cards may be used at."""
    masks = t.game.masks
    mask = 0
    for card in t.hand[seat]:
        mask |= masks[card]
    for item in t.front[seat]:
        mask |= masks[item[0]]
    t.masks[seat] = mask


def to_hand(t: State, seat: int, cards: tuple[int, ...]) -> None:
    """Add cards to a hand."""
    set_hand(t, seat, tuple(sorted(t.hand[seat] + cards)))


def from_hand(t: State, seat: int, card: int) -> None:
    """Take one copy of a card out of a hand, to wherever the caller puts it."""
    hand = t.hand[seat]
    i = hand.index(card)
    set_hand(t, seat, hand[:i] + hand[i + 1 :])


def draw(t: State, seat: int, n: int, rules: tuple[str, ...]) -> int:
    """Draw cards from a seat's Character Deck; return how many there were.

    When the last card is drawn the discard pile is shuffled and becomes the deck (core.turn.reshuffle).
    """
    deck = t.deck[seat]
    drawn: tuple[int, ...] = ()
    while n > 0:
        if not deck:
            if not t.discard[seat]:
                break
            deck = _refill(t, seat)
        take = min(n, len(deck))
        drawn += deck[len(deck) - take :]
        deck = deck[: len(deck) - take]
        n -= take
        if not deck and t.discard[seat]:
            deck = _refill(t, seat)
    t.deck[seat] = deck
    if drawn:
        to_hand(t, seat, drawn)
        t.note("draw", seat, rules, NOBODY, -1, len(drawn), drawn)
    return len(drawn)


def _refill(t: State, seat: int) -> tuple[int, ...]:
    deck = t.shuffle(t.discard[seat])
    t.discard[seat] = ()
    t.note("reshuffle", seat, _RESHUFFLED, NOBODY, -1, len(deck))
    return deck


def discard(t: State, seat: int, cards: tuple[int, ...], rules: tuple[str, ...]) -> None:
    """Move cards from a hand to where used cards of their kind go; the hand holds them all."""
    if not cards:
        return
    hand = list(t.hand[seat])
    for card in cards:
        hand.remove(card)
    set_hand(t, seat, tuple(hand))
    for card in cards:
        put_away(t, card, seat)
    t.note("discard", seat, rules, NOBODY, -1, len(cards), cards)


def put_away(t: State, card: int, owner: int) -> None:
    """Put a card on the discard pile it belongs to: the Drink Deck's, its owner's, its owner's side deck's, or the Inn's."""
    pile = t.game.cards[card].pile
    if pile == "drink":
        t.drink_discard = (*t.drink_discard, card)
    elif pile == "character":
        t.discard[owner] = (*t.discard[owner], card)
    elif t.game.cards[card].home == INN_HOME:
        used = t.game.inn_homes[pile][1]
        set_inn_pile(t, used, (*inn_pile(t, used), card))
    else:
        if pile in t.game.characters[owner].joining:
            t.discard[owner] = (*t.discard[owner], card)
            return
        if pile not in t.game.characters[owner].side:  # used up by another seat: it goes home
            owner = t.game.seats.index(t.game.cards[card].home)
        names = t.game.characters[owner].side
        discarded = f"{pile.removesuffix('_deck')}_discard"
        i = names.index(discarded if discarded in names else pile)
        side = list(t.piles[owner])
        side[i] = (*side[i], card)
        t.piles[owner] = tuple(side)


def put_in_front(t: State, seat: int, card: int, owner: int, tag: int, rules: tuple[str, ...]) -> None:
    """Lay a card in front of a seat."""
    t.front[seat] = (*t.front[seat], (card, owner, tag))
    remask(t, seat)
    t.note("front", seat, rules, owner, card)


def from_front(t: State, seat: int, card: int, owner: int = NOBODY) -> tuple[int, int, int]:
    """Take a card away from in front of a seat, to wherever the caller puts it; return its record.

    owner: whose of several equal cards; NOBODY: the first.
    """
    items = t.front[seat]
    for i, item in enumerate(items):
        if item[0] == card and owner in (NOBODY, item[1]):
            t.front[seat] = items[:i] + items[i + 1 :]
            remask(t, seat)
            return item
    raise ValueError(f"card {card} does not lie in front of seat {seat}")


def lay_aside(t: State, item: tuple[int, int, int]) -> None:
    """Put away what has lain in front of a seat; a token vanishes (core.copy-token)."""
    if item[2] != TOKEN:
        put_away(t, item[0], item[1])


def take_top(t: State, seat: int, pile: str) -> int:
    """Take the top card of a seat's side pile, to wherever the caller puts it; -1 where there is none."""
    i = t.game.characters[seat].side.index(pile)
    cards = t.piles[seat][i]
    if not cards:
        return -1
    set_side(t, seat, pile, cards[:-1])
    return cards[-1]


def set_side(t: State, seat: int, pile: str, cards: tuple[int, ...]) -> None:
    """Replace a seat's side pile."""
    i = t.game.characters[seat].side.index(pile)
    side = list(t.piles[seat])
    side[i] = cards
    t.piles[seat] = tuple(side)


def side(t: State, seat: int, pile: str) -> tuple[int, ...]:
    """Return a seat's side pile, the next card last."""
    return t.piles[seat][t.game.characters[seat].side.index(pile)]


def inn_pile(t: State, name: str) -> tuple[int, ...]:
    """Return one of the variants' piles in the Inn, the next card last."""
    return t.inn_piles[t.game.inn_piles.index(name)]


def set_inn_pile(t: State, name: str, cards: tuple[int, ...]) -> None:
    """Replace one of the variants' piles in the Inn."""
    t.inn_piles[t.game.inn_piles.index(name)] = cards


def set_counter(t: State, seat: int, i: int, n: int) -> None:
    """Replace one of the numbers that a character keeps."""
    counters = t.counters[seat]
    t.counters[seat] = (*counters[:i], n, *counters[i + 1 :])


# --- Drinks -----------------------------------------------------------------------------------------------------------


def take_drink(t: State) -> int:
    """Take the top card of the Drink Deck, unseen; return it, or -1 where there is none.

    Taking the last one makes everybody pay before the discard pile is shuffled (core.drink.deck-out): that is a frame
    on top of the stack, and whoever takes several lets it be dealt with first.
    """
    deck = t.drink_deck
    if not deck:
        if not t.drink_discard:
            return -1
        # It ran out with nothing to shuffle, and everybody has paid for that already.
        deck = t.shuffle(t.drink_discard)
        t.drink_discard = ()
        t.note("drink-reshuffle", NOBODY, ("house.drink.deck-empty",), NOBODY, -1, len(deck))
    card = deck[-1]
    t.drink_deck = deck[:-1]
    if not t.drink_deck:
        t.push(Frame(RESHUFFLE))
    return card


def order_drink(t: State, seat: int, by: int, rules: tuple[str, ...]) -> None:
    """Put the top card of the Drink Deck, unseen, on top of a seat's Drink Me! Pile; nothing where there is none."""
    card = take_drink(t)
    if card >= 0:
        t.drink_pile[seat] = (*t.drink_pile[seat], card)
        t.note("order", by, rules, seat)
    else:
        t.note("no-drink", by, ("house.drink.deck-empty",), seat)
