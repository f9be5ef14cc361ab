"""Is this table sound? What must hold at every decision of every game, whatever was played.

`check` looks at one table. `Checker` follows a game: what may not change, and, at a sample of the positions, the dear
questions: saving and loading, copies, what each seat sees, and dealing the unseen anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from innkeeper.engine import chance, instructions, losing
from innkeeper.engine.decision import Decision, EngineBug, Option
from innkeeper.engine.drinks import held
from innkeeper.engine.program import INN_HOME
from innkeeper.engine.state import (
    DRINKING,
    EFFECT,
    LISTS,
    NOBODY,
    PICKING,
    PILES,
    ROUND,
    SCALARS,
    THING,
    TOKEN,
    TURN,
    Frame,
    State,
)
from innkeeper.library import Table
from innkeeper.view import View, label, log_for, redeal, story, view
from innkeeper.view.project import is_chosen

MOST_DECISIONS: Final = 2_000
"""A seat that is asked more often than this in one game is taken for a game without end; random games ask some hundreds."""

_OWN_MOVES: Final = frozenset({"discard", "action", "order", "gamble"})
_KINDS: Final = frozenset({*_OWN_MOVES, "answer", "pick", "choose", "cards", "order-card"})


# --- one table ------------------------------------------------------------------------------------------------------------


def check(table: Table) -> None:
    """Look at a table between two choices. Raises EngineBug, saying what is wrong with it.

    Looked at: the open question and its options, markers and Gold within bounds, every card in one place, hands and what is
    worked out from them, the stack, the Round of Gambling, and that nobody who ought to be out is asked for a move.
    """
    _markers(table)
    _cards(table)
    _hands(table)
    if table.outcome is None:
        _question(table)
        _stack(table)
    else:
        _ended(table)


def total_gold(table: State) -> int:
    """Return all Gold there is: Stashes, the pot, and the Inn's balance. No card changes it (core.setup.inn-gold)."""
    return sum(table.gold) + table.pot + table.inn


def _wrong(what: str) -> EngineBug:
    return EngineBug(what)


def _question(t: Table) -> None:
    d = t.decision
    if d is None:
        raise _wrong("the game is not over, and nobody is asked anything")
    if not 0 <= d.seat < len(t.out):
        raise _wrong(f"seat {d.seat} is asked; there are {len(t.out)} seats")
    if t.out[d.seat]:
        raise _wrong(f"{t.seat_name(d.seat)} is asked and is out of the game ({t.out[d.seat]})")
    if d.kind not in _KINDS:
        raise _wrong(f"a decision of the unknown kind {d.kind!r}")
    if not d.options:
        raise _wrong(f"a decision ({d.kind}) without options")
    if len(set(d.options)) != len(d.options):
        raise _wrong(f"an option stands twice in {d}")
    declines = [i for i, option in enumerate(d.options) if option.kind == "pass"]
    if d.default != (declines[0] if declines else 0):
        raise _wrong(f"the default of {d} is neither its pass nor, without one, its first option")
    for option in d.options:
        _option(t, d, option)
    if d.kind in _OWN_MOVES and losing.in_danger(t):
        raise _wrong(f"a move of {t.seat_name(d.seat)} ({d.kind}) is asked for before losing has been checked")


def _option(t: Table, d: Decision, option: Option) -> None:
    kind, value = option.kind, option.value
    if kind == "card":
        if value not in _within_reach(t, d.seat):
            raise _wrong(f"{option} of {t.seat_name(d.seat)}, who could have no such card in hand, in front or in the open")
    elif kind in ("play", "discard") and not option.front:
        if value not in t.hand[d.seat]:
            raise _wrong(f"{option} of {t.seat_name(d.seat)}, whose hand does not hold that card")
    elif kind in ("play", "discard"):
        if not any(item[0] == value for item in t.front[d.seat]):
            raise _wrong(f"{option} of {t.seat_name(d.seat)}, in front of whom no such card lies")
    elif kind in ("order", "seat") and 0 <= value < THING and (value >= len(t.out) or t.out[value]):
        raise _wrong(f"{option} names a seat that is not in the game")


def _within_reach(t: Table, seat: int) -> set[int]:
    """Return the cards that a question may offer a seat: of its hand, or in the open anywhere."""
    found = {*t.hand[seat]}
    on_show = instructions.hand_on_show(t)
    if on_show != NOBODY:
        found.update(t.hand[on_show])
    for s, character in enumerate(t.game.characters):
        found.update(t.discard[s])
        found.update(item[0] for item in t.front[s])
        for name, pile in zip(character.side, t.piles[s], strict=True):
            if name.endswith("_discard") or name in character.open_side:
                found.update(pile)
    found.update(_in_the_inn(t))
    return found


def _in_the_inn(t: State) -> set[int]:
    """Return the cards in those of the variants' piles that everybody may look through."""
    open_piles = {name for variant in t.game.variants.values() for name in variant.open_piles}
    return {card for name, pile in zip(t.game.inn_piles, t.inn_piles, strict=True) if name in open_piles for card in pile}


def _markers(t: Table) -> None:
    for p, highest in enumerate(t.game.highest):
        if not 0 <= t.fortitude[p] <= highest:
            raise _wrong(f"the Fortitude of party {p} is {t.fortitude[p]}")
        if not 0 <= t.alcohol[p] <= highest:
            raise _wrong(f"the Alcohol Content of party {p} is {t.alcohol[p]}")
        if t.gold[p] < 0:
            raise _wrong(f"the Gold of party {p} is {t.gold[p]}")
    if t.pot < 0:
        raise _wrong(f"the pot is {t.pot}")


def _cards(t: Table) -> None:
    """Every card that there was in the beginning is in exactly one place now, and with its owner's cards.

    Cards of side piles are taken together, whoever of several such characters they were: other seats draw and return them.
    """
    cards = t.game.cards
    owned: list[list[int]] = [[*deck, *t.hand[s], *t.discard[s]] for s, deck in enumerate(t.deck)]
    drinks = [*t.drink_deck, *t.drink_discard]
    for pile in t.drink_pile:
        drinks += pile
    for items in t.front:
        for card, owner, tag in items:
            if tag != TOKEN:
                owned[owner].append(card)
    for f in t.stack:
        if f.kind == EFFECT:
            here = [f.card, *held(f)] if f.physical else held(f)
        elif f.kind == DRINKING and f.physical:
            here = held(f)
        else:
            continue
        for card in here:
            (drinks if cards[card].pile == "drink" else owned[f.seat]).append(card)
    removed = list(t.removed)
    inn = [card for pile in t.inn_piles for card in pile]
    for mine in owned:
        inn += [card for card in mine if cards[card].home == INN_HOME]
        mine[:] = [card for card in mine if cards[card].home != INN_HOME]
    _compare(t, t.game.inn_cards, inn, removed, "the cards of the Inn")
    side: list[int] = []
    for piles in t.piles:
        for pile in piles:
            side += pile
    whole_side: list[int] = []
    for s, mine in enumerate(owned):
        for pile in t.game.sides[s]:
            whole_side += pile
        others = [card for card in mine if cards[card].pile != "character"]
        if others:
            mine = [card for card in mine if cards[card].pile == "character"]
            drinks += [card for card in others if cards[card].pile == "drink"]
            side += [card for card in others if cards[card].pile != "drink"]
        _compare(t, t.game.decks[s], mine, removed, f"the cards of {t.seat_name(s)}")
    side += [card for card in drinks if cards[card].pile != "drink"]
    drinks = [card for card in drinks if cards[card].pile == "drink"]
    _compare(t, whole_side, side, removed, "the cards of the side piles")
    whole: list[int] = []
    for name in t.game.settings.get("drinks", ("base",)):
        whole += t.game.catalog.drinks[name]
    _compare(t, whole, drinks, removed, "the Drinks")
    if removed:
        raise _wrong(f"out of the game, and nobody's: {[cards[c].title for c in removed]}")


def _compare(t: Table, whole: Sequence[int], found: list[int], removed: list[int], what: str) -> None:
    if len(whole) == len(found) and sorted(whole) == sorted(found):
        return
    missing = Counter(whole)
    missing.subtract(found)
    for card in list(removed):
        if missing[card] > 0:
            missing[card] -= 1
            removed.remove(card)
    wrong = [f"{'missing' if n > 0 else 'too many'}: {abs(n)} x {t.game.cards[c].title!r}" for c, n in missing.items() if n]
    if wrong:
        raise _wrong(f"{what} are not what they were: {'; '.join(wrong)}")


def _hands(t: Table) -> None:
    masks = t.game.masks
    for s, hand in enumerate(t.hand):
        if any(hand[i] > hand[i + 1] for i in range(len(hand) - 1)):
            raise _wrong(f"the hand of {t.seat_name(s)} is not in order: {hand}")
        mask = 0
        for card in hand:
            mask |= masks[card]
        for item in t.front[s]:
            mask |= masks[item[0]]
        if mask != t.masks[s]:
            raise _wrong(f"what {t.seat_name(s)} may answer with is not up to date: {t.masks[s]}, and it should be {mask}")


def _stack(t: Table) -> None:
    if not t.stack or t.stack[0].kind != TURN:
        raise _wrong("no turn is at the bottom of what is going on")
    turns = rounds = 0
    for i, f in enumerate(t.stack):
        turns += f.kind == TURN
        rounds += f.kind == ROUND
        if f.kind == EFFECT and f.stage == PICKING and i != len(t.stack) - 1:
            raise _wrong(f"something goes on while a card's targets are being picked: {t.stack}")
    if turns != 1:
        raise _wrong(f"{turns} turns are going on at once")
    if rounds != (t.control != NOBODY):
        raise _wrong(f"{rounds} Rounds of Gambling are going on, and seat {t.control} is in control of one")
    if t.control == NOBODY:
        if t.pot:
            raise _wrong(f"a pot of {t.pot} Gold without a Round of Gambling")
        if any(s != NOBODY for s in t.champion):
            raise _wrong(f"champions without a Round of Gambling: {t.champion}")
    for p, s in enumerate(t.champion):
        if s != NOBODY and (t.game.party[s] != p or t.out[s]):
            raise _wrong(f"{t.seat_name(s)} is in the Round of Gambling for party {p}")


def _ended(t: Table) -> None:
    if t.decision is not None:
        raise _wrong("the game is over, and somebody is asked something")
    outcome = t.outcome
    left = [s for s, reason in enumerate(t.out) if not reason]
    if not outcome.winners:
        raise _wrong("the game is over without a winner")
    if left and tuple(sorted(left)) != tuple(sorted(outcome.winners)):
        raise _wrong(f"seats {outcome.winners} have won, and still in the game are {left}")
    if len({t.game.party[s] for s in left}) > 1:
        raise _wrong(f"the game is over with more than one party left: seats {left}")
    if outcome.reasons != tuple(t.out):
        raise _wrong(f"the outcome says {outcome.reasons}, the seats {t.out}")


# --- what a seat may know -----------------------------------------------------------------------------------------------


def known_cards(table: State, seat: int) -> set[int]:
    """Return the numbers of all cards that a seat (NOBODY: a spectator) may see now: in the open, or in its own hand."""
    t = table
    known = set(t.drink_discard) | _in_the_inn(t)
    for s in range(len(t.out)):
        known.update(t.discard[s])
        known.update(item[0] for item in t.front[s])
        for name, pile in zip(t.game.characters[s].side, t.piles[s], strict=True):
            if name.endswith("_discard") or name in t.game.characters[s].open_side:
                known.update(pile)
        if s == seat or (t.decision is not None and t.decision.seat == seat and instructions.hand_on_show(t) == s):
            known.update(t.hand[s])
    for f in t.stack:
        if is_chosen(t, f):
            if f.front or f.actor == seat:
                known.add(f.card)
        elif f.kind != TURN:
            known.add(f.card)
            known.update(f.cards)
    known.discard(-1)
    return known


def shown_cards(seen: View) -> set[int]:
    """Return the numbers of all cards that a view shows, wherever in it."""
    return set(_shown(msgspec.to_builtins(seen), "")) - {-1}


_CARD_KEYS: Final = frozenset({"hand", "discard", "drink_discard", "cards", "card"})


def _shown(part: Any, key: str) -> Iterator[int]:
    if isinstance(part, dict):
        for name, value in part.items():
            yield from _shown(value, name)
    elif key == "front" and isinstance(part, (list, tuple)):
        for card, _ in part:
            yield card
    elif key == "options":
        for kind, value, *_ in part:
            if kind in ("play", "discard", "card"):
                yield value
    elif isinstance(part, (list, tuple)):
        for value in part:
            yield from _shown(value, key)
    elif isinstance(part, int) and key in _CARD_KEYS and not isinstance(part, bool):
        yield part


def check_views(table: Table) -> None:
    """Look at what every seat and a spectator see. Raises EngineBug where that is no plain data or shows an unseen card."""
    for seat in range(NOBODY, len(table.out)):
        who = table.seat_name(seat) if seat >= 0 else "a spectator"
        seen = view(table, seat)
        try:
            msgspec.json.encode(seen)
        except Exception as error:
            raise _wrong(f"what {who} sees is no plain data: {error}") from error
        # `hand` of a seat is a count and no card; the numbers of cards are looked at where they are lists.
        shown = shown_cards(msgspec.structs.replace(seen, seats=tuple(msgspec.structs.replace(s, hand=-1) for s in seen.seats)))
        unseen = shown - known_cards(table, seat)
        if unseen:
            raise _wrong(f"{who} sees {[table.game.cards[c].title for c in sorted(unseen)]}, and may not")
        asked = seen.asked
        if asked is not None and asked.options and (table.decision is None or table.decision.seat != seat):
            raise _wrong(f"{who} sees the options of somebody else")
        for entry in log_for(table, seat):
            if entry[0] == "draw" and entry[1] != seat and entry[6]:
                raise _wrong(f"{who} reads in the log what {table.seat_name(entry[1])} drew")


def check_redeal(table: Table, seed: int) -> None:
    """Deal anew what each seat does not see. Raises EngineBug where the seat could tell the difference."""
    for seat in range(NOBODY, len(table.out)):
        who = table.seat_name(seat) if seat >= 0 else "a spectator"
        other = redeal(table, seat, seed)
        check(other)
        if view(other, seat) != view(table, seat):
            raise _wrong(f"{who} sees another table when the unseen is dealt anew with seed {seed}")
        if log_for(other, seat) != log_for(table, seat):
            raise _wrong(f"{who} reads another log when the unseen is dealt anew with seed {seed}")


def check_secrecy(table: Table) -> None:
    """Try every option. Raises EngineBug where other seats could see what is not to be seen yet.

    A card that is chosen but not played, a card named for discarding, and who has declined an answer, are such.
    """
    d = table.decision
    if d is None:
        return
    others = [s for s in range(NOBODY, len(table.out)) if s != d.seat]
    before = {s: view(table, s) for s in others}
    for option in d.options:
        after = table.copy()
        after.choose(option)
        e = after.decision
        top = after.stack[-1]
        picking = is_chosen(after, top) and top.actor == d.seat
        naming = option.kind == "discard" and e is not None and e.kind == "discard" and e.seat == d.seat
        declining = d.kind == "answer" and option.kind == "pass" and after._log_size == table._log_size
        still = e is not None and e.kind == "answer" and len(after.stack) == len(table.stack) and _same(top, table.stack[-1])
        if picking or naming or (declining and still):
            for s in others:
                if (e is None or s != e.seat) and view(after, s) != before[s]:
                    raise _wrong(f"seat {s} sees that {table.seat_name(d.seat)} chose {label(table, option)!r}")


def _same(f: Frame, g: Frame) -> bool:
    """Whether this is still the same pending thing at the same stage."""
    return (f.kind, f.stage, f.seat, f.card, f.cards, f.n) == (g.kind, g.stage, g.seat, g.card, g.cards, g.n)


# --- one game -------------------------------------------------------------------------------------------------------------


class Checker:
    """Follows one game: give it every position. Raises EngineBug, from its making on, as soon as something is wrong.

    sample: one position in so many gets the dear checks; 1 for every one, 0 for none.  seed: which positions those are.
    """

    def __init__(self, table: Table, sample: int = 60, seed: int = 0) -> None:
        """Begin with the table as it is."""
        self._gold = total_gold(table)
        self._out = list(table.out)
        self._log = 0
        self._asked = [0] * len(table.out)
        self._sample = sample
        self._chance = chance.seeded(seed ^ table.chance)
        self._kept: list[tuple[Table, str]] = []
        self.positions = 0
        self.dear = 0
        self.see(table)

    def see(self, table: Table) -> None:
        """Look at the table after a choice (or at the beginning)."""
        check(table)
        self.positions += 1
        gold = total_gold(table)
        if gold != self._gold:
            raise _wrong(f"there were {self._gold} Gold in all, and now there are {gold}")
        if table._log_size < self._log:
            raise _wrong("the log has become shorter")
        self._log = table._log_size
        for s, reason in enumerate(table.out):
            if self._out[s] and reason != self._out[s]:
                raise _wrong(f"{table.seat_name(s)} was out ({self._out[s]}) and is in the game again")
            self._out[s] = reason
        d = table.decision
        if d is not None:
            self._asked[d.seat] += 1
            if self._asked[d.seat] > MOST_DECISIONS:
                raise _wrong(f"{table.seat_name(d.seat)} has been asked more than {MOST_DECISIONS} times")
            labels = [label(table, option) for option in d.options]
            if len(set(labels)) != len(labels):
                raise _wrong(f"two options share a label: {labels}")
        if self._sample:
            self._chance, chosen = chance.below(self._chance, self._sample)
            if not chosen:
                self._look_closely(table)
            if d is None:
                self._look_back()

    def _look_closely(self, table: Table) -> None:
        self.dear += 1
        dump = table.dump()
        loaded = type(table).load(dump, table.game.catalog)
        if loaded != table:
            raise _wrong(f"a table that is saved and loaded differs in: {', '.join(_differences(table, loaded))}")
        if loaded.dump() != dump:
            raise _wrong("a table that is saved, loaded and saved again is written differently")
        check_views(table)
        self._chance, seed = chance.below(self._chance, 1 << 30)
        check_redeal(table, seed)
        for seat in range(NOBODY, len(table.out)):
            story(table, seat)
        kept = table.copy()
        if kept != table:
            raise _wrong(f"a copy differs from its table in: {', '.join(_differences(table, kept))}")
        d = table.decision
        if d is not None:
            check_secrecy(table)
            self._chance, i = chance.below(self._chance, len(d.options))
            first, second = table.copy(), loaded
            first.choose(i)
            second.choose(d.options[i])
            if first != second:
                raise _wrong(
                    f"after {label(table, d.options[i])!r} a copy and a loaded table differ in: "
                    f"{', '.join(_differences(first, second))}"
                )
        if table.dump() != dump:
            raise _wrong("looking at a table, or playing on in its copies, has changed it")
        self._kept.append((kept, dump))

    def _look_back(self) -> None:
        for kept, dump in self._kept:
            if kept.dump() != dump:
                raise _wrong("an earlier copy of the table has been changed by later play")
        self._kept.clear()


def _differences(a: Table, b: Table) -> list[str]:
    names = ("decision", "outcome", *SCALARS, *LISTS, *PILES, "stack")
    found = [name for name in names if getattr(a, name) != getattr(b, name)]
    return found + (["log"] if a.entries() != b.entries() else [])
