"""Piper: a second deck of Arrows, of which she draws one each turn and may shoot several (ledger: arrow.*, piper.*)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from innkeeper.engine import atoms, effects, moments
from innkeeper.engine.decision import Option
from innkeeper.engine.game import Character
from innkeeper.engine.program import Amount, Fits, Instr, Use
from innkeeper.engine.registry import AmountWord, Arg, Args, Subject, Trigger, Verb, Vocabulary
from innkeeper.engine.selectors import picked
from innkeeper.engine.state import EFFECT, FORTITUDE, HIT, NOBODY, THING, Frame, State

SLUG: Final = "piper"
QUIVER: Final = "quiver"
SPENT: Final = "quiver_discard"

_OPENING: Final = ("piper.setup-hand",)
_FIRST: Final = ("arrow.first-draw", "arrow.rest-from-deck")
_FIRST_MORE: Final = (*_FIRST, "arrow.first-draw-despite-arrows")
_EXTRA: Final = ("arrow.extra-draws",)
_SHORT: Final = (*_EXTRA, "arrow.quiver-short", "arrow.no-reshuffle")
_EMPTY: Final = ("arrow.quiver-empty-draws", "arrow.no-reshuffle")
_BACK: Final = ("core.respond.in-order",)
_NUMBER: Final = Arg("number", required=True)


class Piper(Character):
    """The Quiver beside the Character Deck, with a discard pile of its own that is never shuffled back."""

    side = (QUIVER, SPENT)

    def setup(self, t: State, seat: int) -> None:
        """Shuffle the Quiver (piper.setup-quiver)."""
        atoms.set_side(t, seat, QUIVER, t.shuffle(atoms.side(t, seat, QUIVER)))

    def draw_up(self, t: State, seat: int, missing: int) -> int:
        """Draw the first card from the Quiver, the rest as everybody does (arrow.first-draw, arrow.quiver-empty-draws)."""
        held = any(t.game.cards[card].pile == QUIVER for card in t.hand[seat])
        if draw_arrows(t, seat, 1, _OPENING if not t.turns else _FIRST_MORE if held else _FIRST):
            return missing - 1
        t.note("quiver-empty", seat, _EMPTY)
        return missing

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return how many Arrows the Quiver has, and those that are spent; everybody sees both."""
        return {"quiver": len(atoms.side(t, seat, QUIVER)), "quiver_discard": atoms.side(t, seat, SPENT)}


def draw_arrows(t: State, seat: int, n: int, rules: tuple[str, ...]) -> int:
    """Draw Arrows into a Piper's hand, or as many as the Quiver has left; return how many there were."""
    quiver = atoms.side(t, seat, QUIVER)
    n = min(n, len(quiver))
    if n > 0:
        drawn = quiver[len(quiver) - n :]
        atoms.set_side(t, seat, QUIVER, quiver[: len(quiver) - n])
        atoms.to_hand(t, seat, drawn)
        t.note("arrows", seat, rules, NOBODY, -1, n, drawn)
    return n


def _is_piper(t: State, seat: int) -> bool:
    return seat >= 0 and isinstance(t.game.characters[seat], Piper)


# --- words ----------------------------------------------------------------------------------------------------------------


def _run_draw(t: State, f: Frame, instr: Instr) -> bool:
    """Draw Arrows, not where the card's player Ignored it; missing ones are not made good (arrow.quiver-short)."""
    if _is_piper(t, f.actor) and not effects.spared(t, f, f.actor):
        n = effects.number(t, f, instr)
        short = len(atoms.side(t, f.actor, QUIVER)) < n
        if not draw_arrows(t, f.actor, n, _SHORT if short else _EXTRA):
            t.note("quiver-empty", f.actor, _SHORT)
    return True


def _run_take_back(t: State, f: Frame, instr: Instr) -> bool:
    """Take a spent Arrow of one's choice back into the hand; not where the card's player Ignored it."""
    answer = t.take_answer()
    if not _is_piper(t, f.actor) or effects.spared(t, f, f.actor):
        return True
    spent = atoms.side(t, f.actor, SPENT)
    kinds = list(dict.fromkeys(spent))
    if answer is None and len(kinds) > 1:
        t.ask(f.actor, "cards", [Option("card", card) for card in kinds], _BACK, f.card)
        return False
    if kinds:
        card = kinds[0] if answer is None else answer.value
        i = spent.index(card)
        atoms.set_side(t, f.actor, SPENT, spent[:i] + spent[i + 1 :])
        atoms.to_hand(t, f.actor, (card,))
        t.note("arrow-back", f.actor, _BACK, NOBODY, card)
    return True


def _way(t: State, f: Frame, instr: Instr) -> dict[int, int]:
    """Return who would lose how much by an Arrow that flies on round the table, in the order in which it comes to them.

    Only the first may be no player: from there it flies on with the player after the one in front of whom that thing lies
    (note.arrowrang-skips-non-players, note.arrowrang-after-non-player).
    """
    first = next(iter(picked(t, f)), NOBODY)
    if first == NOBODY:
        return {}
    start = first
    if first >= THING:
        owner, card = divmod(first - THING, THING)
        start = next((s for s, items in enumerate(t.front) if any(i[:2] == (card, owner) for i in items)), owner)
    loss = {first: int(str(instr.args["first"]))}
    own = t.game.members[t.game.party[f.actor]]
    for seat in t.clockwise((start + 1) % len(t.out)):
        if seat == f.actor:
            break
        if seat not in own and seat != first:
            loss[seat] = int(str(instr.args["then"]))
    return effects.changed(t, f, loss)


def _run_fly_round(t: State, f: Frame, instr: Instr) -> bool:
    """Take Fortitude from the first target, then from one player after the other."""
    effects.take(t, f, _way(t, f, instr))
    return True


def _affects_fly_round(t: State, f: Frame, instr: Instr, found: list[int]) -> None:
    """Mark everybody on the way."""
    effects.mark(_way(t, f, instr), found)


def _say_fly_round(args: Args, who: Subject) -> str:
    return (
        f"{who.does('lose')} {args['first']} Fortitude; then, in turn order, each player after them loses {args['then']}, "
        "until it comes round to you. If you pick what is no player, it goes on with the player after the one in front of whom "
        "that lies; all else that is no player is passed over"
    )


def _by_earlier(args: Args) -> Amount:
    alone, after = int(args["alone"]), int(args["after-another"])

    def amount(t: State, f: Frame) -> int:
        return after if t.chained > 1 else alone

    return amount


def _arrow_hit(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != EFFECT or f.stage != HIT or f.actor != seat or t.game.cards[f.card].pile != QUIVER:
            return False
        own = t.game.members[t.game.party[seat]]
        return any(target not in own for target, _ in f.lost)

    return fits


def register(words: Vocabulary) -> None:
    """Add Piper's words to the vocabulary."""
    words.add(
        verbs={
            "draw-arrows": Verb(
                _run_draw,
                {"n": _NUMBER},
                lambda args, who: (
                    f"{who.does('draw')} 1 card from your Quiver, if it has any left"
                    if args["n"] == 1
                    else f"{who.does('draw')} {args['n']} cards from your Quiver, or as many as it has left"
                ),
            ),
            "take-back-arrow": Verb(
                _run_take_back,
                {},
                lambda args, who: (
                    f"{who.does('take')} 1 Arrow of your choice from the Quiver's discard pile into your hand, if there is one"
                ),
            ),
            "fly-round": Verb(
                _run_fly_round,
                {"first": Arg("int", required=True), "then": Arg("int", required=True)},
                _say_fly_round,
                _affects_fly_round,
                who="picked",
                mass=True,
                stat=FORTITUDE,
                needs_pick=True,
            ),
        },
        triggers={
            "arrow-hit": Trigger(
                moments.HIT_AT,
                _arrow_hit,
                {},
                lambda args: "when another player has just lost Fortitude to an Arrow that you played",
            ),
        },
        amounts={
            "by-earlier-arrows": AmountWord(
                _by_earlier,
                lambda args: (
                    f"{args['alone']}, or {args['after-another']} if you have played another Arrow Action "
                    "earlier in this Action Phase"
                ),
                {"alone": Arg("int", required=True), "after-another": Arg("int", required=True)},
            ),
        },
    )


RULES: Final = Piper()
