"""Prizes: cards of the Inn's that are won with the pot of a Round of Gambling (prize.*).

Which Prizes there are is told by card files (`prizes:` in a set); what each does, by its own program.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

from innkeeper.engine import atoms, happenings, standing
from innkeeper.engine.decision import Option
from innkeeper.engine.game import Game, Variant
from innkeeper.engine.program import INN_HOME
from innkeeper.engine.state import NOBODY, Frame, State

NAME: Final = "prizes"
CARDS: Final = "prize"  # the pile of the Inn's own cards that Prizes are
INN: Final = "prizes"
BIN: Final = "prize_bin"
POT: Final = "prize"
KEEP, GIVE = range(2)

_CHOSEN: Final = ("prize.must-choose", "prize.before-antes")
_BY_EVENT: Final = (*_CHOSEN, "prize.event-start")
_BACK: Final = ("prize.bin-returns",)
_NONE: Final = ("prize.none-left",)
_TO_INN: Final = ("prize.pot-to-inn",)
_WON: Final = ("prize.winner-takes", "prize.instructions")
_TAKEN: Final = ("prize.taken-pot", "prize.instructions")
_HALVED: Final = ("prize.whitehawk-half",)
_OWN: Final = ("prize.team-winner", "prize.team-use")
_OUT: Final = ("prize.owner-out",)


class Prizes(Variant):
    """As many Prizes in the Inn as the table likes, one in the pot of each Round, and the Prize Bin.

    The wish: True for every Prize there is, or a list of titles (prize.setup).
    """

    piles = (INN, BIN, POT)
    open_piles = (INN, BIN, POT)
    pot_piles = (POT,)
    homes = MappingProxyType({CARDS: (INN, BIN)})

    def join(self, game: Game, wish: Any) -> None:
        """Say which Prizes there are, and listen to Rounds of Gambling."""
        game.inn_cards += chosen(game, wish)
        game.hooks.before_antes.append(_choose)
        game.hooks.pot_taken.append(_pot_taken)
        game.hooks.out.append(_out)

    def deal(self, t: State) -> None:
        """Lay the Prizes in the Inn."""
        atoms.set_inn_pile(t, INN, tuple(card for card in t.game.inn_cards if t.game.cards[card].pile == CARDS))


def chosen(game: Game, wish: Any) -> tuple[int, ...]:
    """Return the Prizes of a wish. Raises ValueError for a wish that is none, an unknown title, or one that stands twice."""
    there = game.catalog.inn.get(CARDS, ())
    if wish is True:
        return there
    if not isinstance(wish, (list, tuple)):
        raise ValueError(f"Prizes are True, for all there are, or a list of titles; this is {wish!r}")
    by_title = {_plain(game.cards[card].title): card for card in there}
    found: list[int] = []
    for title in wish:
        card = by_title.get(_plain(title)) if isinstance(title, str) else None
        if card is None:
            raise ValueError(f"there is no Prize {title!r}; there are: {', '.join(game.cards[c].title for c in there)}")
        if card in found:
            raise ValueError(f"no two Prizes are alike; {title!r} stands twice")
        found.append(card)
    return tuple(sorted(found))


def _plain(title: str) -> str:
    return "".join(c for c in title.casefold() if c.isalnum())


# --- a Round begins -------------------------------------------------------------------------------------------------------


def _choose(t: State, f: Frame) -> bool:
    """Whoever starts the Round picks the Prize of its pot; where an Event does, the player whose turn it is.

    Where that player is out meanwhile, it is the next one clockwise (house.event.turn).
    """
    answer = t.take_answer()
    chooser = f.actor if f.actor >= 0 else t.clockwise(t.active)[0]
    if answer is None:
        if not atoms.inn_pile(t, INN):
            _take_back(t)
        prizes = atoms.inn_pile(t, INN)
        if not prizes:
            t.note("no-prize", chooser, _NONE)
            return True
        if len(prizes) > 1:
            t.ask(chooser, "cards", [Option("card", card) for card in prizes], _CHOSEN, f.card)
            return False
    card = atoms.inn_pile(t, INN)[0] if answer is None else answer.value
    _move(t, card, INN, POT)
    t.note("prize-chosen", chooser, _CHOSEN if f.actor >= 0 else _BY_EVENT, NOBODY, card)
    return True


def _take_back(t: State) -> None:
    """The Inn has no Prize left: those of the Prize Bin go back to it."""
    used = atoms.inn_pile(t, BIN)
    if used:
        atoms.set_inn_pile(t, INN, tuple(sorted(used)))
        atoms.set_inn_pile(t, BIN, ())
        t.note("prizes-back", NOBODY, _BACK, NOBODY, -1, len(used), used)


def _move(t: State, card: int, source: str, target: str) -> None:
    atoms.set_inn_pile(t, source, tuple(c for c in atoms.inn_pile(t, source) if c != card))
    atoms.set_inn_pile(t, target, tuple(sorted((*atoms.inn_pile(t, target), card))))


# --- its pot is taken -----------------------------------------------------------------------------------------------------


def _pot_taken(t: State, f: Frame) -> bool:
    """The Prize goes where the pot has gone; where that was shared, whoever got the most of it may give the Prize away."""
    answer = t.take_answer()
    pot = atoms.inn_pile(t, POT)
    if not pot:
        return True
    card = pot[0]
    taker = f.actor
    if taker < 0:
        _move(t, card, POT, INN)
        t.note("prize-back", NOBODY, _TO_INN, NOBODY, card)
        return True
    sharers = tuple(dict.fromkeys(f.data))
    if answer is None and sharers:
        words = ("keep", "give")
        t.ask(taker, "choose", [Option("word", i, 0, False, word) for i, word in enumerate(words)], _HALVED, card)
        return False
    if answer is not None and answer.kind == "word" and answer.value == GIVE and len(sharers) > 1:
        t.ask(taker, "pick", [Option("seat", seat) for seat in sharers], _HALVED, card)
        return False
    receiver = taker
    if answer is not None and (answer.kind == "seat" or answer.value == GIVE):
        receiver = answer.value if answer.kind == "seat" else sharers[0]
    rules: tuple[str, ...] = _WON if taker == t.forced_winner else _TAKEN
    if sharers:
        rules += _HALVED
    if len(t.game.members[t.game.party[receiver]]) > 1:
        rules += _OWN
    atoms.set_inn_pile(t, POT, ())
    happenings.hand_over(t, receiver, card, receiver, 0, rules)
    standing.refresh(t, receiver)
    return True


def _out(t: State, seat: int) -> None:
    """Say of each Prize in front of a player who goes out that it goes to the Prize Bin; it does with whatever lies there."""
    for card, _, _ in t.front[seat]:
        if t.game.cards[card].home == INN_HOME:
            t.note("front-gone", seat, _OUT, NOBODY, card)


RULES: Final = Prizes()
