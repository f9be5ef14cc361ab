"""Evil Pooky: portals, and the Doppelgangers that come out of them (ledger: evil-pooky.*, doppelganger.*)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from innkeeper.engine import atoms, effects, happenings, moments, selectors, windows
from innkeeper.engine.decision import Option
from innkeeper.engine.game import AFTER_REVEAL, Character, Hooks
from innkeeper.engine.picks import can_be_picked
from innkeeper.engine.program import Amount, Candidates, Instr, Use
from innkeeper.engine.registry import AmountWord, Arg, Args, PickWord, Subject, Verb, Vocabulary, says
from innkeeper.engine.selectors import picked
from innkeeper.engine.state import EFFECT, NOBODY, PICKING, SPENT, Frame, State

SLUG: Final = "evil_pooky"
DRINKS: Final = ("evil-pooky",)  # the sets of Drinks that are shuffled in where he plays
DECK: Final = "doppelganger_deck"
DISCARD: Final = "doppelganger_discard"
KEEP: Final = 0
GIVE: Final = 1
REVEALED: Final = "revealed"  # the moment of an Immediate Doppelganger

# What is noted on a card for later, in `Frame.later`: a portal of a seat's, with the target a Split Doppelganger goes to.
# Or a Doppelganger that is about to be put away, and is given anew to a seat.
PORTAL: Final = AFTER_REVEAL
ANEW: Final = AFTER_REVEAL + 1

_REVEAL: Final = ("doppelganger.portal.reveals", "doppelganger.portal.last", "doppelganger.portal.mandatory")
_EMPTY: Final = ("doppelganger.reshuffle.nothing-there",)
_LAST: Final = ("doppelganger.reshuffle.on-last", "doppelganger.reshuffle.split-left-out")
_LAST_IMMEDIATE: Final = ("doppelganger.reshuffle.on-last", "doppelganger.reshuffle.immediate-left-out")
_CHOICE: Final = ("doppelganger.split.choice",)
_KEPT: Final = ("doppelganger.split.keep",)
_ANEW: Final = ("house.evil-pooky.given-anew", "doppelganger.split.no-refusing")
_GIVEN: Final = ("doppelganger.split.give", "doppelganger.split.no-refusing")


class EvilPooky(Character):
    """The Doppelganger Deck beside his mat, the portals, and a hand that shrinks with the gang in front of him."""

    side = (DECK, DISCARD)

    def setup(self, t: State, seat: int) -> None:
        """Shuffle the Doppelganger Deck (doppelganger.setup.fifteen, doppelganger.setup.apart)."""
        atoms.set_side(t, seat, DECK, t.shuffle(atoms.side(t, seat, DECK)))

    def join(self, seat: int, hooks: Hooks) -> None:
        """Listen for portals."""
        hooks.after.append((AFTER_REVEAL, _Portals(seat)))

    def hand_size(self, t: State, seat: int, size: int) -> int:
        """One card fewer for each Doppelganger in front of him after the first (evil-pooky.hand-size.each-more)."""
        return size - max(0, in_front_of(t, seat) - 1)

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return how many cards the Doppelganger Deck has, and its discard pile; everybody sees both."""
        return {DECK: len(atoms.side(t, seat, DECK)), DISCARD: atoms.side(t, seat, DISCARD)}


def in_front_of(t: State, seat: int) -> int:
    """Return how many Doppelgangers lie in front of a seat."""
    cards = t.game.cards
    return sum(1 for card, _, _ in t.front[seat] if cards[card].pile == DECK)


# --- portals --------------------------------------------------------------------------------------------------------------


class _Portals:
    """What follows a card with a portal: Doppelgangers are revealed, each wholly dealt with before the next.

    The one that is being kept or given lies on the card's frame (`cards`).
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, t: State, f: Frame) -> bool:
        if f.kind != EFFECT:
            return True
        seat = self.seat
        if t.answer is not None:
            answer = t.take_answer()
            assert answer is not None
            if answer.kind == "word" and answer.value == GIVE:
                _give(t, f, seat)
            else:
                _hand_over(t, f, seat, seat if answer.kind == "word" else answer.value)
            return False
        due = next((entry for entry in f.later if entry[0] in (PORTAL, ANEW) and entry[1] == seat), None)
        if due is None or t.out[seat]:
            return True
        later = list(f.later)
        later.remove(due)
        f.later = tuple(later)
        if due[0] == ANEW:
            _give_anew(t, seat, due[2])
        else:
            _reveal(t, f, seat, due[2])
        return False


def _reveal(t: State, f: Frame, seat: int, to: int) -> None:
    """Turn up the top card of the Doppelganger Deck and begin to deal with it."""
    if not atoms.side(t, seat, DECK):
        _shuffle_in(t, seat, _EMPTY)
    card = atoms.take_top(t, seat, DECK)
    if card < 0:
        t.note("no-doppelganger", seat, _EMPTY, NOBODY, f.card)
        return
    use = _immediate(t, card)
    t.note("doppelganger", seat, _REVEAL, NOBODY, card)
    if not atoms.side(t, seat, DECK):
        _shuffle_in(t, seat, _LAST if use is None else _LAST_IMMEDIATE)
    if use is not None:
        effect = effects.begin(t, seat, card, use.index, use.type, (), PICKING)
        effect.physical = True
        return
    f.cards = (card,)
    to = effects.receiver(t, to)
    if to >= 0 and not t.out[to] and to != seat:
        _hand_over(t, f, seat, to)
        return
    t.ask(seat, "choose", [Option("word", KEEP, 0, False, "keep"), Option("word", GIVE, 0, False, "give")], _CHOICE, card)


def _immediate(t: State, card: int) -> Use | None:
    """Return what an Immediate Doppelganger does; None for a Split one."""
    return next((use for use in t.game.cards[card].uses if use.moment == REVEALED), None)


def _shuffle_in(t: State, seat: int, rules: tuple[str, ...]) -> None:
    pile = atoms.side(t, seat, DISCARD)
    if pile:
        atoms.set_side(t, seat, DECK, t.shuffle(pile))
        atoms.set_side(t, seat, DISCARD, ())
        t.note("doppelgangers-shuffled", seat, rules, NOBODY, -1, len(pile))


def _give(t: State, f: Frame, seat: int) -> None:
    others = [s for s in t.clockwise(seat) if s != seat]
    if len(others) == 1:
        _hand_over(t, f, seat, others[0])
    else:
        t.ask(seat, "pick", [Option("seat", s) for s in others], _GIVEN, f.cards[0])


def _hand_over(t: State, f: Frame, seat: int, to: int) -> None:
    card = f.cards[0]
    f.cards = ()
    happenings.hand_over(t, to, card, seat, 0, _KEPT if to == seat else _GIVEN)


def _give_anew(t: State, seat: int, to: int) -> None:
    """Lay the Doppelganger that is about to be put away, below the card on top of the stack, in front of a seat once more."""
    spent = windows.answered(t)
    if spent is not None and spent.stage == SPENT and spent.physical and to >= 0 and not t.out[to]:
        spent.physical = False
        happenings.hand_over(t, to, spent.card, spent.seat, 0, _KEPT if to == seat else _ANEW)


# --- words ----------------------------------------------------------------------------------------------------------------


def _run_portal(t: State, f: Frame, instr: Instr) -> bool:
    """Note that a Doppelganger is revealed when all else on the card is done; no Ignoring of the card takes that away."""
    to = [NOBODY] * (effects.number(t, f, instr) if "n" in instr.args else 1)
    if instr.args.get("to") == "picked":
        to = [next(iter(picked(t, f)), NOBODY)]
    elif instr.args.get("for-each-other"):
        to = selectors.each_other(t, f)
    f.later += tuple((PORTAL, f.actor, seat) for seat in to)
    return True


def _say_portal(args: Args, who: Subject) -> str:
    n = args.get("n", 1)
    if args.get("for-each-other"):
        return (
            "after everything else, reveal a Doppelganger for each other player, clockwise, the next when the one before is "
            "dealt with; a Split one goes to that player"
        )
    several = f"{n} Doppelgangers, the next when the one before is dealt with"
    text = f"after everything else, reveal {'a Doppelganger' if n == 1 else several}"
    return f"{text}; a Split one goes to the player you picked" if args.get("to") == "picked" else text


def _run_give_anew(t: State, f: Frame, instr: Instr) -> bool:
    """Note to whom the Doppelganger goes that this answers."""
    f.later = (*f.later, (ANEW, f.actor, next(iter(picked(t, f)), NOBODY)))
    return True


def _count(args: Args) -> Amount:
    plus = int(args.get("plus", 0))
    each = int(args.get("each", 1))
    most = int(args.get("most", 0))
    everywhere = args.get("whose") == "any"

    def amount(t: State, f: Frame) -> int:
        seats = range(len(t.out)) if everywhere else (f.actor,) if f.actor >= 0 else ()
        n = plus + each * sum(in_front_of(t, seat) for seat in seats)
        return min(n, most) if most else n

    return amount


def _count_text(args: Args) -> str:
    plus, each, most = args.get("plus", 0), args.get("each", 1), args.get("most", 0)
    where = "any player, you included," if args.get("whose") == "any" else "you"
    gang = f"{each}{' more' if plus else ''} for each Doppelganger in front of {where} as this resolves"
    text = f"{plus}, and {gang}" if plus else gang
    return f"{text}, but at most {most}" if most else text


def _not_its_owner(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        first = f.holder if f.holder != NOBODY else f.actor
        found = [s for s in t.clockwise(first) if s != f.actor and can_be_picked(t, f, s)]
        return found + effects.things_in_play(t) if hits else found

    return candidates


def register(words: Vocabulary) -> None:
    """Add Evil Pooky's words to the vocabulary."""
    words.add(
        verbs={
            "portal": Verb(
                _run_portal,
                {"to": Arg("word", words=("picked",)), "for-each-other": Arg("bool"), "n": Arg("number")},
                _say_portal,
            ),
            "give-anew": Verb(
                _run_give_anew,
                {},
                says("that card is not put away: it goes in front of the player you picked, kept by you or given anew"),
                at=moments.SPENT_AT,
                needs_pick=True,
            ),
        },
        picks={"not-its-owner": PickWord(_not_its_owner, "Pick anybody but Evil Pooky; you may pick yourself")},
        amounts={
            "doppelgangers": AmountWord(
                _count,
                _count_text,
                {"plus": Arg("int"), "each": Arg("int"), "most": Arg("int"), "whose": Arg("word", words=("you", "any"))},
            ),
        },
        moments={REVEALED: "as soon as this card is revealed"},
    )


RULES: Final = EvilPooky()
