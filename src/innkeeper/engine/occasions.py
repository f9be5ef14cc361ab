"""When a card may be played: the moments that a Sometimes Card names, and those of the other types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from innkeeper.engine import answers, drinks, effects, gambling, moments, windows
from innkeeper.engine.program import (
    PRIZE,
    TYPE_NAMES,
    Fits,
    Use,
)
from innkeeper.engine.registry import STATS, Arg, Args, Trigger
from innkeeper.engine.state import (
    ANTE,
    AWAITED,
    CONTEST,
    COSTS_FORTITUDE,
    DRINKING,
    EFFECT,
    FORTITUDE,
    HIT,
    LOSES_FORTITUDE,
    LOSES_GOLD,
    NOBODY,
    OPEN,
    PAYMENT,
    PHASES,
    RESOLVING,
    SPENT,
    WIN,
    Frame,
    State,
)


def always(t: State, seat: int, use: Use, f: Frame | None) -> bool:
    """An Anytime Card asks for nothing."""
    return True


def _affected(t: State, seat: int, f: Frame, mask: int) -> bool:
    marks = effects.marks(t, f)
    if marks[seat] & mask:
        return True
    mates = t.game.members[t.game.party[seat]]
    return len(mates) > 1 and any(marks[s] & mask for s in mates)


def _types(args: Args) -> int:
    bits = 0
    for name in args.get("types", ("action", "sometimes", "anytime", "gambling", "cheating", "event", "prize")):
        bits |= TYPE_NAMES[name]
    return bits


def _card(args: Args) -> Fits:
    types = _types(args)
    by = args.get("by", "any")
    mask = 0
    for name in args.get("affects", ()):
        mask |= STATS[name]
    if args.get("loses"):
        mask = LOSES_FORTITUDE
    # A price in Fortitude affects the marker too, but nobody can Ignore it.
    or_price = mask | COSTS_FORTITUDE if mask & FORTITUDE else mask
    drink_change = bool(args.get("changes-drink"))
    passes = bool(args.get("passes-drink"))
    inside = bool(args.get("in-round"))
    saves = bool(args.get("saves-from-you"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != EFFECT or f.stage != OPEN or not f.types & types:
            return False
        if (by == "other" and f.actor == seat) or (by == "you" and f.actor != seat):
            return False
        if mask and not _affected(t, seat, f, mask if use.ignores else or_price):
            return False
        if drink_change and not effects.use_of(t, f).touches_drink:
            return False
        if passes and not _passes_drink(t, seat, f):
            return False
        if saves and not _saves_from(t, seat, f):
            return False
        if inside and not gambling.takes_part(t, seat):
            return False
        return effects.may_answer(t, seat, use, f)

    return fits


def _passes_drink(t: State, seat: int, f: Frame) -> bool:
    """Whether a pending card would pass a revealed Drink on to this seat's party; splitting one is another thing."""
    passes = any(instr.run is answers.run_pass_drink for instr in effects.use_of(t, f).program)
    return passes and bool(f.targets) and t.game.party[f.targets[0]] == t.game.party[seat]


def _saves_from(t: State, seat: int, f: Frame) -> bool:
    """Whether a pending card would Ignore, reduce, share or redirect a loss of Fortitude by what this seat has played."""
    below = windows.answered(t)
    if below is None or below.kind != EFFECT or below.actor != seat:
        return False
    use = effects.use_of(t, f)
    if use.ignores or any(instr.run is answers.run_redirect for instr in use.program):
        return _affected(t, f.actor, below, LOSES_FORTITUDE)
    return use.reduces and any(mark & LOSES_FORTITUDE for mark in effects.marks(t, below))


def _card_text(args: Args) -> str:
    kinds = sorted(name.capitalize() for name in args.get("types", ()) if name != "event")
    card = f"{_an(_or(kinds))} Card" if kinds else "" if "types" in args else "a card"
    by = args.get("by", "any")
    kinds_left = () if args.get("passes-drink") else ("event",)
    event = "an Event" if by != "you" and "event" in args.get("types", kinds_left) else ""
    inside = " while you are still in the Round" if args.get("in-round") else ""
    changes = " that changes, Negates, Ignores, splits or passes a Drink" if args.get("changes-drink") else ""
    if args.get("saves-from-you"):
        changes = " that Ignores, reduces, shares or redirects a loss of Fortitude by your card, or by what counts as one"
    would = ""
    if args.get("passes-drink"):
        would = "would pass a revealed Drink on to you"
    elif args.get("loses"):
        would = "would make you lose Fortitude"
    elif args.get("affects"):
        would = f"would affect your {_or([STAT_WORDS[s] for s in args['affects']])}"
    if would:
        whose = {"any": "", "other": " of another player", "you": " of your own"}[by]
        what = _or([x for x in (f"{card}{whose}{changes}" if card else "", event) if x])
        return f"when {what} {would}{inside}"
    played = {"any": f"{card}{changes} is played", "other": f"another player plays {card}{changes}"}
    what = played.get(by, f"you play {card}{changes}") if card else ""
    return f"when {_or([x for x in (what, f'{event} is revealed' if event else '') if x])}{inside}"


STAT_WORDS: Final = {"fortitude": "Fortitude", "alcohol": "Alcohol Content", "gold": "Gold"}


def _or(words: Sequence[str]) -> str:
    if len(words) <= 1:
        return "".join(words)
    return ", ".join(words[:-1]) + " or " + words[-1]


def _an(text: str) -> str:
    return ("an " if text[:1] in "AEIOU" else "a ") + text


def _loss(args: Args) -> Fits:
    by = args.get("by", "player")
    of_others = args.get("whose", "you") == "other"
    types = _types(args) if "types" in args else ~0

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None:
            return False
        if f.kind == DRINKING:
            if by != "anything" or (f.seat == seat) == of_others:
                return False
            return bool(drinks.marks(t, f)[f.seat] & LOSES_FORTITUDE)
        if f.kind != EFFECT or f.stage != OPEN:
            return False
        if (by != "anything" and f.actor < 0) or (by == "other" and f.actor == seat) or (by == "you" and f.actor != seat):
            return False
        if types != ~0 and not f.types & types:
            return False
        if use.reduces and effects.use_of(t, f).cannot_reduce:
            return False
        hurt = bool(victims(t, seat, f)) if of_others else _affected(t, seat, f, LOSES_FORTITUDE)
        return not f.locked >> seat & 1 and hurt and effects.may_answer(t, seat, use, f)

    return fits


def victims(t: State, seat: int, f: Frame) -> list[int]:
    """Return the players of other parties than the seat's who would lose Fortitude by a pending effect or Drink."""
    found = effects.marks(t, f) if f.kind == EFFECT else drinks.marks(t, f)
    own = t.game.members[t.game.party[seat]]
    return [s for s in t.clockwise(seat) if s not in own and found[s] & LOSES_FORTITUDE]


def _loss_text(args: Args) -> str:
    whom = "you" if args.get("whose", "you") == "you" else "another player"
    by = args.get("by", "player")
    if by == "anything" and "types" not in args:
        return f"when {whom} {'are' if whom == 'you' else 'is'} about to lose Fortitude"
    if "types" not in args:
        who = {"player": "a player", "other": "another player", "you": "you"}[by]
        return f"when {who} would make {whom} lose Fortitude"
    kinds = sorted(name.capitalize() for name in args["types"] if name != "event")
    whose = {"other": " of another player", "you": " that you played"}.get(by, "")
    card = f"{_an(_or(kinds))} Card{whose}" if kinds else ""
    event = "an Event" if "event" in args["types"] and by == "anything" else ""
    return f"when {_or([x for x in (card, event) if x])} would make {whom} lose Fortitude"


def _drink(args: Args) -> Fits:
    whose = args.get("whose", "you")
    split = bool(args.get("splits"))
    mask = 0
    for name in args.get("affects", ()):
        mask |= STATS[name]
    adds = bool(args.get("adds"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != DRINKING or f.stage != AWAITED:
            return False
        if adds:
            return f.actor != seat
        mine = t.game.party[f.seat] == t.game.party[seat]
        if (whose == "you" and not mine) or (whose == "other" and f.actor == seat):
            return False
        if f.ignored and not (f.n == CONTEST and whose != "you"):
            return False
        if mask and not drinks.marks(t, f)[f.seat] & mask:
            return False
        return not split or all(t.game.cards[c].splittable for c in f.cards)

    return fits


def _drink_text(args: Args) -> str:
    if args.get("adds"):
        return "when another player has revealed a Drink"
    which = " that can be split" if args.get("splits") else ""
    if args.get("affects"):
        owner = "your" if args.get("whose", "you") == "you" else "its drinker's"
        which += f" that would affect {owner} {_or([STAT_WORDS[s] for s in args['affects']])}"
    return {
        "you": f"when you are about to drink a revealed Drink{which}",
        "other": f"when another player is about to drink a revealed Drink{which}",
        "any": f"when a revealed Drink{which} is about to be drunk",
    }[args.get("whose", "you")]


def _ante(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return f is not None and f.kind == ANTE and not f.mods and t.game.party[f.seat] == t.game.party[seat]

    return fits


def _gold_loss(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or not t.gold[t.game.party[seat]]:
            return False
        if f.kind in (ANTE, PAYMENT):
            return t.game.party[f.seat] == t.game.party[seat] and not f.mods
        return f.kind == EFFECT and f.stage == OPEN and _affected(t, seat, f, LOSES_GOLD)

    return fits


def _round(args: Args) -> Fits:
    stops = bool(args.get("stops"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if t.control < 0 or t.round_over or t.forced_winner != NOBODY:
            return False
        if any(pending.kind == WIN and not pending.negated for pending in t.stack):  # it has been won (house.gamble.won)
            return False
        if not stops:
            return t.pot > 0
        if t.anteing:
            return False
        for pending in t.stack:
            if pending.kind == EFFECT and pending.stage in (OPEN, RESOLVING) and not pending.negated:
                program = effects.use_of(t, pending)
                if program.antes or program.ends_round:
                    return False
        return True

    return fits


def _won(args: Args) -> Fits:
    inside = bool(args.get("in-round"))
    prolongs = bool(args.get("prolongs"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != WIN or t.game.party[f.seat] == t.game.party[seat]:
            return False
        if prolongs and f.targets[0] != f.seat:
            return False
        return not inside or gambling.takes_part(t, seat)

    return fits


def _phase(args: Args) -> Fits:
    yours = args.get("whose", "you") == "you"
    phase = PHASES.index(args["phase"])

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return t.phase == phase and (t.active == seat) == yours

    return fits


def _turn(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return t.game.party[t.active] == t.game.party[seat]  # a team takes its turn together (team.turn)

    return fits


def _reshuffle(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return f is not None and f.kind == PAYMENT and f.step == 1 and f.seat == seat and t.gold[t.game.party[seat]] > 0

    return fits


def _hit(args: Args) -> Fits:
    even_reduced = bool(args.get("even-reduced"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != EFFECT or f.stage != HIT or f.types & PRIZE:  # nobody has played what acts by itself
            return False
        mates = t.game.members[t.game.party[seat]]
        if f.actor in mates or (f.reduced >> seat & 1 and not even_reduced):
            return False
        return any(target in mates for target, _ in f.lost)

    return fits


def _spent(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return f is not None and f.kind == EFFECT and f.stage == SPENT and f.actor == seat and f.holder != seat

    return fits


def _action(t: State, seat: int, use: Use, f: Frame | None) -> bool:
    """One Action in an Action Phase, or any number of those of one chain (core.turn.action)."""
    return t.actions > 0 or (use.chain != "" and use.chain == t.chain)


def _gamble(args: Args) -> Fits:
    cheating = bool(args.get("cheating"))
    beats = bool(args.get("beats-any"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return cheating or beats or not t.only_cheating

    return fits


def triggers() -> dict[str, Trigger]:
    """Return the moments that a Sometimes Card may name."""
    kinds = tuple(name for name in TYPE_NAMES if name not in ("part", "drink"))
    return {
        "card": Trigger(
            moments.CARD_AT,
            _card,
            {
                "types": Arg("words", words=kinds),
                "by": Arg("word", words=("any", "other", "you")),
                "affects": Arg("words", words=tuple(STATS)),
                "loses": Arg("bool"),
                "changes-drink": Arg("bool"),
                "passes-drink": Arg("bool"),
                "saves-from-you": Arg("bool"),
                "in-round": Arg("bool"),
            },
            _card_text,
        ),
        "loss": Trigger(
            moments.LOSS_AT,
            _loss,
            {
                "types": Arg("words", words=kinds),
                "by": Arg("word", words=("player", "other", "anything", "you")),
                "whose": Arg("word", words=("you", "other")),
            },
            _loss_text,
        ),
        "drink": Trigger(
            moments.DRINK_AT,
            _drink,
            {
                "whose": Arg("word", words=("you", "other", "any")),
                "adds": Arg("bool"),
                "splits": Arg("bool"),
                "affects": Arg("words", words=("fortitude", "alcohol")),
            },
            _drink_text,
        ),
        "ante": Trigger(moments.ANTE_AT, _ante, {}, lambda args: "when you must ante"),
        "gold-loss": Trigger(
            moments.GOLD_AT,
            _gold_loss,
            {},
            lambda args: "when you are about to lose Gold by paying, anteing or having it taken",
        ),
        "round": Trigger(
            moments.ROUND_AT,
            _round,
            {"stops": Arg("bool")},
            lambda args: (
                "during a Round of Gambling, even if you have left it"
                + (
                    " (not while antes are being made, nor in answer to a card that asks for antes or would end the Round)"
                    if args.get("stops")
                    else ""
                )
            ),
        ),
        "won": Trigger(
            moments.WON_AT,
            _won,
            {"in-round": Arg("bool"), "prolongs": Arg("bool")},
            lambda args: (
                "when another player has just won a Round"
                + (" that you have not left" if args.get("in-round") else ", even if you had left it")
                + (", and nobody has taken the pot from them" if args.get("prolongs") else "")
            ),
        ),
        "phase": Trigger(
            tuple(moments.PHASE_AT << i for i in range(len(PHASES))),
            _phase,
            {"phase": Arg("word", True, PHASES), "whose": Arg("word", words=("you", "other"))},
            lambda args: (
                ("in your" if args.get("whose", "you") == "you" else "in another player's")
                + {
                    "order": " Order a Drink",
                    "drink": " Drink",
                    "action": " Action",
                    "discard-draw": " Discard and Draw",
                }[args["phase"]]
                + " Phase"
            ),
        ),
        "own-turn": Trigger(moments.TURN_AT, _turn, {}, lambda args: "on your own turn"),
        "reshuffle": Trigger(
            moments.RESHUFFLE_AT, _reshuffle, {}, lambda args: "when you must pay because the Drink Deck has run out"
        ),
        "spent": Trigger(
            moments.SPENT_AT,
            _spent,
            {},
            lambda args: (
                "when a card of yours that lay in front of another player has just acted, or was Ignored, and is about to be "
                "put away"
            ),
        ),
        "hit": Trigger(
            moments.HIT_AT,
            _hit,
            {"even-reduced": Arg("bool")},
            lambda args: (
                "when you have just lost Fortitude to a card that another player played"
                + (", even if you reduced that loss" if args.get("even-reduced") else ", and have not reduced that loss")
            ),
        ),
    }


def gamble(args: Args) -> tuple[int, Fits]:
    """Return the moment and the condition of a Gambling or Cheating use."""
    return moments.GAMBLE_AT, _gamble(args)


def action() -> tuple[int, Fits]:
    """Return the moment and the condition of an Action use."""
    return moments.ACTION_AT, _action


def anytime() -> tuple[int, Fits]:
    """Return the moment and the condition of an Anytime use."""
    return moments.ANYTIME_AT, always
