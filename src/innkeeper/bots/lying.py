"""What lies in front of players, told from its uses alone: what it will do to whoever has it, and what its owner may play.

A use with a moment of its own happens to the holder by itself; its toll is what that is expected to come to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from innkeeper.engine import happenings
from innkeeper.engine.program import Card, Instr, Use

if TYPE_CHECKING:
    from innkeeper.bots.judge import Weights

_SURE: Final = frozenset(
    {
        happenings.DISCARD_DRAW_BEGINS,
        happenings.ACTION_BEGINS,
        happenings.ACTION_ENDING,
        happenings.ACTION_ENDS,
        happenings.ORDER_BEGINS,
        happenings.DRINK_ENDS,
    }
)
"""Moments that come in every turn of the holder's; the others come when they come."""

_DRINK: Final = 1.5  # what a Drink of nobody knows which does, as Alcohol Content


@dataclass(frozen=True, slots=True)
class Toll:
    """What a card in front of a player is expected to cost them: life (Fortitude, or Alcohol Content), Gold, cards.

    to_owner: of the Gold, what its owner gets.  Below 0 it does them good.
    """

    life: float = 0.0
    gold: float = 0.0
    cards: float = 0.0
    to_owner: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.life or self.gold or self.cards)


_NOTHING: Final = Toll()


def most(number: object) -> float:
    """Return the highest number in what a card says of an amount; 0 where it names none."""
    if isinstance(number, Mapping):
        return max((most(value) for value in number.values()), default=0.0)
    return float(number) if isinstance(number, int) else 0.0


def _some(number: object) -> float:
    """Return an amount that is at least 1 where it is worked out as the card resolves."""
    return 0.0 if number is None else max(1.0, most(number))


def _lose(args: Mapping[str, object]) -> Toll:
    return Toll(life=_some(args.get("fortitude")))


def _gain(args: Mapping[str, object]) -> Toll:
    return Toll(life=_some(args.get("alcohol")) - _some(args.get("fortitude")))


def _sober(args: Mapping[str, object]) -> Toll:
    return Toll(life=-_some(args.get("alcohol")))


def _pay(args: Mapping[str, object]) -> Toll:
    gold = _some(args.get("gold"))
    return Toll(gold=gold, to_owner=gold if args.get("to") == "owner" else 0.0)


def _cards(args: Mapping[str, object]) -> Toll:
    return Toll(cards=_some(args.get("n")))


def _drinks(args: Mapping[str, object]) -> Toll:
    return Toll(life=_DRINK * max(1.0, most(args.get("n"))))


def _stronger(args: Mapping[str, object]) -> Toll:
    return Toll(life=_some(args.get("n")))


_VERBS: Final[dict[str, Callable[[Mapping[str, object]], Toll]]] = {
    "lose": _lose,
    "gain": _gain,
    "sober": _sober,
    "pay": _pay,
    "discard": _cards,
    "lower-hand-size": _cards,
    "serve": _drinks,
    "order-for-oneself": _drinks,
    "strengthen-drink": _stronger,
    "prevent-gain": lambda args: Toll(life=1.0),
}


def _of(instr: Instr) -> Toll:
    if instr.args.get("who", "holder") != "holder" or instr.verb not in _VERBS:
        return _NOTHING
    return _VERBS[instr.verb](instr.args)


class Lying:
    """Tolls of cards, and which of them their owner may play from in front; looked up once for each catalog."""

    __slots__ = ("_cards", "_tolls", "_w")

    def __init__(self, cards: Sequence[Card], weights: Weights) -> None:
        """`cards`: the catalog's."""
        self._cards = cards
        self._w = weights
        self._tolls: dict[int, Toll] = {}

    def toll(self, card: int) -> Toll:
        """Return what a card is expected to cost whoever has it in front of them, and may not play it from there."""
        found = self._tolls.get(card)
        if found is None:
            uses = [use for use in self._cards[card].uses if use.moment]
            found = self._tolls[card] = self._expected(uses[0]) if uses else _NOTHING
        return found

    def _expected(self, use: Use) -> Toll:
        often = self._w.toll_sure if use.moment in _SURE else self._w.toll_perhaps
        if not use.once:
            often *= self._w.toll_again
        tolls = [_of(instr) for instr in use.program]
        return Toll(
            often * sum(toll.life for toll in tolls),
            often * sum(toll.gold for toll in tolls),
            often * sum(toll.cards for toll in tolls),
            often * sum(toll.to_owner for toll in tolls),
        )

    def is_kept(self, item: tuple[int, int, int], seat: int) -> bool:
        """Whether a card in front of a seat is there for that seat to play: nothing of it happens by itself."""
        playable = self._cards[item[0]].in_front.get("playable")
        return playable == "holder" or (playable == "owner" and item[1] == seat)
