"""Baelfire: Shadowfiends that sit in front of players, and the cards that summon them (ledger: summon.*, shadowfiend.*)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from innkeeper.engine import atoms, effects, happenings, windows
from innkeeper.engine.decision import PASS, Option
from innkeeper.engine.game import AFTER_SUMMON, Character, Hooks
from innkeeper.engine.moments import CARD_AT
from innkeeper.engine.program import Amount, Fits, Instr, Use
from innkeeper.engine.registry import AmountWord, Arg, Args, ConditionWord, Selector, Subject, Trigger, Verb, Vocabulary, says
from innkeeper.engine.state import ADD_ALL, COSTS_FORTITUDE, EFFECT, NOBODY, OPEN, RESOLVING, THING, Frame, State

SLUG: Final = "baelfire"
KIND: Final = "shadowfiend"
SUPPLY: Final = "shadowfiend_supply"
SUMMON_CARD: Final = "summon"  # the subtype

# What is noted on a card for later, in `Frame.later`: a summon box, with the Shadowfiend and its cost.
SUMMON: Final = AFTER_SUMMON
NOWHERE: Final = -2
IN_SUPPLY: Final = -1

_SUMMON: Final = ("summon.after-top", "summon.any-player", "core.resolve.order")
_SELF: Final = (*_SUMMON, "summon.self")
_COST: Final = ("summon.cost-one", "summon.cost-due", "summon.cost-not-ignored")
_FREE: Final = ("summon.cost-zero",)
_ASK: Final = ("summon.optional", "summon.any-player")
_ASK_IN_PLAY: Final = ("summon.in-play-choice", "summon.in-play-free")
_OFF: Final = ("summon.optional", "summon.declined-free")
_STAYS: Final = ("summon.in-play-choice", "summon.in-play-free", "summon.in-play-checked-late")
_MOVES: Final = _STAYS
_CHANGED: Final = ("summon.cost-is-a-number",)
_RAISED: Final = (*_CHANGED, "summon.cost-zero-raised")
_LOWERED: Final = (*_CHANGED, "summon.cost-floor")
_IGNORED: Final = ("summon.ignored-still", "summon.box-not-ignored")
_ON_IGNORER: Final = (*_IGNORED, "summon.ignored-on-ignorer")
_HOLDER_OUT: Final = ("shadowfiend.holder-out", "shadowfiend.back-to-supply")
_NOT_THERE: Final = ("summon.not-in-game",)
_BACK: Final = ("baelfire.infernal-revenue", "note.infernal-revenue.summon-only")
_NEXT: Final = ("house.baelfire.feeding-time",)
_UNLEASH: Final = ("house.baelfire.kennel-open", "summon.any-player")


class Baelfire(Character):
    """The supply of Shadowfiends, open to all, and the summon boxes of his cards."""

    side = (SUPPLY,)
    open_side = (SUPPLY,)
    front_keys = (("shadowfiends", KIND),)

    def join(self, seat: int, hooks: Hooks) -> None:
        """Use summon boxes, and see who goes out, once for the table."""
        if (AFTER_SUMMON, _use_boxes) not in hooks.after:
            hooks.after.append((AFTER_SUMMON, _use_boxes))
            hooks.out.append(_go_home)

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return the supply, in no order; everybody may look through it (shadowfiend.supply-open)."""
        return {SUPPLY: sorted(atoms.side(t, seat, SUPPLY))}


# --- the summon box ---------------------------------------------------------------------------------------------------------


def _named(t: State, f: Frame, instr: Instr) -> int:
    """Return the Shadowfiend that a summon box names; -1 where no such card is known."""
    return t.game.catalog.by_title.get((t.game.seats[f.seat], str(instr.args["shadowfiend"])), -1)


def _where(t: State, owner: int, card: int) -> int:
    """Return the seat in front of which a Shadowfiend sits, IN_SUPPLY, or NOWHERE."""
    if SUPPLY in t.game.characters[owner].side and card in atoms.side(t, owner, SUPPLY):
        return IN_SUPPLY
    for seat, items in enumerate(t.front):
        if any(item[0] == card and item[1] == owner for item in items):
            return seat
    return NOWHERE


def _cost(f: Frame, instr: Instr) -> int:
    """Return the cost in a summon box, which is a number of its card like any other (summon.cost-is-a-number)."""
    n = instr.args["cost"]
    assert isinstance(n, int)
    for code, _, b in f.mods:
        if code == ADD_ALL:
            n = max(0, n + b)
    return n


def _run_summon(t: State, f: Frame, instr: Instr) -> bool:
    """Note the summon box; it is used when all else on the card is done, and nobody can Ignore it (summon.after-top)."""
    f.later = (*f.later, (SUMMON, _named(t, f, instr), _cost(f, instr)))
    return True


def _affects_summon(t: State, f: Frame, instr: Instr, found: list[int]) -> None:
    """A cost above 0 affects its player's Fortitude, whether or not it comes to be paid (note.spring-forth.cost-counts)."""
    if _cost(f, instr) and _where(t, f.seat, _named(t, f, instr)) != NOWHERE:
        found[f.actor] |= COSTS_FORTITUDE


def _use_boxes(t: State, f: Frame) -> bool:
    """Let the player of a Summon Card use its boxes, one after the other; the whereabouts are looked at only now."""
    if f.kind != EFFECT or not f.later:
        return True
    while True:
        box = next((entry for entry in f.later if entry[0] == SUMMON), None)
        if box is None:
            return True
        _, card, cost = box
        place = _where(t, f.seat, card)
        answer = t.take_answer()
        if answer is None and place != NOWHERE:
            options = [Option("seat", s) for s in t.clockwise(f.actor) if s != place]
            if options and not t.out[f.actor]:
                options.append(PASS)
                t.ask(f.actor, "choose", options, _ASK if place == IN_SUPPLY else _ASK_IN_PLAY, f.card, len(options) - 1)
                return False
        rest = list(f.later)
        rest.remove(box)
        f.later = tuple(rest)
        if answer is not None and answer.kind == "seat":
            _summon(t, f, card, cost, place, answer.value)
        else:
            off = _NOT_THERE if place == NOWHERE else _OFF if place == IN_SUPPLY else _STAYS
            t.note("summon-off", f.actor, off, NOBODY, f.card)


def _summon(t: State, f: Frame, card: int, cost: int, place: int, seat: int) -> None:
    """Put a Shadowfiend in front of a seat: from the supply, for its cost, or from where it is in play, for nothing."""
    if place != IN_SUPPLY:
        atoms.from_front(t, place, card, f.seat)
        atoms.put_in_front(t, seat, card, f.seat, 0, _MOVES)
        return
    supply = list(atoms.side(t, f.seat, SUPPLY))
    supply.remove(card)
    atoms.set_side(t, f.seat, SUPPLY, tuple(supply))
    rules: tuple[str, ...] = _SELF if seat == f.actor else _SUMMON
    if f.ignored:
        rules += _ON_IGNORER if f.ignored >> seat & 1 else _IGNORED
    printed = _printed(t, f, card)
    changed: tuple[str, ...] = () if cost == printed else _CHANGED if printed and cost else _RAISED if cost else _LOWERED
    if cost:
        lost = atoms.lose_fortitude(t, f.actor, cost, _COST + changed, f.card, f.actor, price=True)
        f.lost = (*f.lost, (f.actor, lost))
    else:
        rules += changed or _FREE
    atoms.put_in_front(t, seat, card, f.seat, 0, rules)


def _printed(t: State, f: Frame, card: int) -> int:
    """Return the cost that stands in the box for a Shadowfiend."""
    title = t.game.cards[card].title
    costs = (i.args["cost"] for i in effects.use_of(t, f).program if i.verb == "summon" and i.args["shadowfiend"] == title)
    cost = next(costs, 0)
    assert isinstance(cost, int)
    return cost


def _go_home(t: State, seat: int) -> None:
    """Tell that the Shadowfiends in front of a seat that goes out return to the supply (shadowfiend.holder-out)."""
    for card, _, _ in t.front[seat]:
        if t.game.cards[card].thing == KIND:
            t.note("thing-gone", seat, _HOLDER_OUT, NOBODY, card)


def _say_summon(args: Args, who: Subject) -> str:
    return f"after all else, you may summon {args['shadowfiend']} in front of any player for {args['cost']} Fortitude"


# --- the rest of his words ----------------------------------------------------------------------------------------------------


def _run_take_back(t: State, f: Frame, instr: Instr) -> bool:
    """Take a Summon Card of the player's choice out of their discard pile into their hand; nothing where there is none."""
    seat = f.actor
    answer = t.take_answer()
    kinds = [c for c in dict.fromkeys(t.discard[seat]) if t.game.cards[c].subtype == SUMMON_CARD]
    if not kinds or effects.spared(t, f, seat):
        return True
    if answer is None and len(kinds) > 1:
        t.ask(seat, "cards", [Option("card", c) for c in kinds], _BACK, f.card)
        return False
    card = kinds[0] if answer is None else answer.value
    discard = list(t.discard[seat])
    discard.remove(card)
    t.discard[seat] = tuple(discard)
    atoms.to_hand(t, seat, (card,))
    t.note("taken-back", seat, _BACK, NOBODY, card)
    return True


def _run_act(t: State, f: Frame, instr: Instr) -> bool:
    """Let every Shadowfiend that is in play now act, in the order that the player picks; `data` are those that come yet.

    Each acts as it would at the end of an Action Phase, wherever it is by then; one that has left play does not.
    """
    answer = t.take_answer()
    if f.step == 0:
        f.step = 1
        f.data = tuple(effects.things_in_play(t))
    found = {THING + THING * item[1] + item[0]: (seat, item) for seat, items in enumerate(t.front) for item in items}
    left = [x for x in f.data if x in found and t.game.cards[x % THING].thing == KIND]
    if not left:
        return True
    if answer is None and len(left) > 1 and not t.out[f.actor]:
        t.ask(f.actor, "pick", [Option("seat", x) for x in left], _NEXT, f.card)
        return False
    target = left[0] if answer is None else answer.value
    left.remove(target)
    f.data = tuple(left)
    happenings.happen(t, *found[target], happenings.ACTION_ENDS)
    return False


def _run_unleash(t: State, f: Frame, instr: Instr) -> bool:
    """Put Shadowfiends of the supply in front of players for nothing; `step` counts them, `data` is the one chosen last."""
    answer = t.take_answer()
    if answer is not None and answer.kind == "pass":
        return True
    if answer is not None and answer.kind == "card":
        f.data = (answer.value,)
    elif answer is not None:
        supply = list(atoms.side(t, f.seat, SUPPLY))
        supply.remove(f.data[0])
        atoms.set_side(t, f.seat, SUPPLY, tuple(supply))
        atoms.put_in_front(t, answer.value, f.data[0], f.seat, 0, _UNLEASH)
        f.step += 1
        f.data = ()
    if f.data:
        t.ask(f.actor, "pick", [Option("seat", s) for s in t.clockwise(f.actor)], _UNLEASH, f.data[0])
        return False
    kinds = sorted(set(atoms.side(t, f.seat, SUPPLY))) if SUPPLY in t.game.characters[f.seat].side else []
    if not kinds or f.step >= effects.number(t, f, instr):
        return True
    t.ask(f.actor, "cards", [*(Option("card", c) for c in kinds), PASS], _UNLEASH, f.card, len(kinds))
    return False


def _its_player(t: State, f: Frame) -> tuple[int, ...]:
    """The other player who has played what this answers; nobody where it is a card of one's own or nobody's."""
    pending = windows.answered(t)
    return (pending.actor,) if pending is not None and pending.actor not in (f.actor, NOBODY) else ()


def in_front_of(t: State, seat: int) -> int:
    """Return how many Shadowfiends sit in front of a seat."""
    return sum(t.game.cards[item[0]].thing == KIND for item in t.front[seat])


def _shadowfiends(args: Args) -> Amount:
    of = args["of"]
    plus = int(args.get("plus", 0))

    def amount(t: State, f: Frame) -> int:
        if of == "all":
            return plus + sum(in_front_of(t, seat) for seat in range(len(t.front)))
        seat = f.holder if of == "holder" else f.targets[0] if f.targets else NOBODY
        return plus + (in_front_of(t, seat) if 0 <= seat < THING else 0)

    return amount


def _shadowfiends_text(args: Args) -> str:
    where = {"all": "in play", "holder": "in front of you", "picked": "in front of them"}[args["of"]]
    each = f"1 more for each Shadowfiend {where}" if args.get("plus") else f"how many Shadowfiends there are {where}"
    return (f"{args['plus']}, and {each}" if args.get("plus") else each) + " as this resolves"


def _lost(args: Args) -> Amount:
    def amount(t: State, f: Frame) -> int:
        """Return what players have lost to the card; before it resolves, what they would lose as it stands."""
        if f.stage >= RESOLVING:
            return sum(n for _, n in f.lost)
        return sum(
            n
            for instr in effects.use_of(t, f).program
            if instr.run is effects.run_lose
            for target, n in effects.losses(t, f, instr).items()
            if target < THING
        )

    return amount


def _acts(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != EFFECT or f.stage != OPEN or f.source < THING:
            return False
        return t.game.cards[f.card].thing == KIND

    return fits


def register(words: Vocabulary) -> None:
    """Add Baelfire's words to the vocabulary."""
    words.add(
        verbs={
            "summon": Verb(
                _run_summon,
                {"shadowfiend": Arg("title", required=True), "cost": Arg("int", required=True)},
                _say_summon,
                _affects_summon,
            ),
            "take-back-summon-card": Verb(
                _run_take_back,
                {},
                lambda args, who: "take a Summon Card of your choice out of your discard pile into your hand, if there is one",
            ),
            "shadowfiends-act": Verb(
                _run_act,
                {},
                says(
                    "each Shadowfiend in play acts once, now, on the player it sits in front of, one after the other in the "
                    "order you pick; each is answered on its own, like an Action Card, and one that has left play does not act"
                ),
            ),
            "unleash": Verb(
                _run_unleash,
                {"n": Arg("number", required=True)},
                lambda args, who: (
                    f"take up to {args['n']} Shadowfiends of your choice out of your supply, one at a time, and put each in "
                    "front of any player, yourself included; you pay nothing for them"
                ),
            ),
        },
        selectors={"its-player": Selector(_its_player, Subject("that player", third=True))},
        conditions={
            "another-played-it": ConditionWord(
                lambda args: lambda t, f: bool(_its_player(t, f)), lambda args: "another player played it"
            ),
        },
        amounts={
            "shadowfiends": AmountWord(
                _shadowfiends,
                _shadowfiends_text,
                {"of": Arg("word", required=True, words=("all", "holder", "picked")), "plus": Arg("int")},
            ),
            "lost-to-this": AmountWord(
                _lost, lambda args: "the Fortitude that players really lost to this card, added up", fixed=True
            ),
        },
        triggers={
            "shadowfiend-acts": Trigger(
                CARD_AT, _acts, {}, lambda args: "when a Shadowfiend acts, whoever it sits in front of"
            ),
        },
    )


RULES: Final = Baelfire()
