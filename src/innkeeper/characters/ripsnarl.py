"""Ripsnarl: two forms, the Fury that a human gathers, and its release as he turns wolf (ledger: form.*, fury.*, ripsnarl.*)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from innkeeper.engine import atoms, effects, selectors
from innkeeper.engine.decision import Option
from innkeeper.engine.game import AFTER_RELEASE, Character, Game, Hooks
from innkeeper.engine.program import SOMETIMES, Amount, Condition, Instr
from innkeeper.engine.registry import AmountWord, Arg, Args, ConditionWord, PickWord, Subject, Verb, Vocabulary, says
from innkeeper.engine.state import EFFECT, EXTRA_LOSS, IGNORES_ALL, NOBODY, NOT_PICKED, THING, Frame, State

SLUG: Final = "ripsnarl"
HUMAN, WOLF = range(2)
FORMS: Final = ("human", "wolf")
MOST_FURY: Final = 3
PRINTED_FURY: Final = 1  # on the human side of the Boss's Form Marker
FURY: Final = "Fury"  # what the share of one target is called, which counts as a card and is none

_FORM: Final = 0
_FURY: Final = 1

# What is noted on a card for later, in `Frame.later`: Fury for a target.
RELEASE: Final = AFTER_RELEASE

_WOLF: Final = ("form.turn-wolf", "form.in-order")
_HUMAN: Final = ("form.turn-human", "form.in-order")
_STAYS_WOLF: Final = ("form.already-wolf",)
_STAYS_HUMAN: Final = ("form.already-human",)
_OWN_IGNORED: Final = ("form.own-card-ignored",)
_GAIN: Final = ("fury.gain",)
_MOST: Final = ("fury.gain", "fury.max")
_FULL: Final = ("fury.none-at-max",)
_BOSS_MOST: Final = ("fury.boss-max",)
_NOT_AS_WOLF: Final = ("fury.none-as-wolf",)
_RELEASE: Final = ("fury.release",)
_AIM: Final = ("fury.choose-first", "fury.split", "fury.others-only")
_AIMED: Final = (*_AIM, "fury.one-card-per-player")
_SHARE: Final = ("fury.damage", "fury.as-sometimes", "fury.separate-responses", "house.ripsnarl.share-is-a-card")
_AFTER_CARD: Final = (*_SHARE, "fury.after-the-card", "core.resolve.order")
_IN_RESPONSE: Final = (*_AFTER_CARD, "fury.within-response")
_TEAM: Final = ("team.fury-one-card", "house.team.fury")
_CHALLENGERS: Final = ("team.fury-one-card", "fury.boss-ignore", "fury.boss-one-negate")
_PRINTED: Final = ("fury.boss-every-time",)
_PRINTED_DAMAGE: Final = ("fury.boss-damage",)
_LAPSES: Final = ("house.ripsnarl.share-lapses",)
_NOBODY: Final = ("house.ripsnarl.nobody-to-aim-at",)


def form(t: State, seat: int) -> int:
    """Return a Ripsnarl's form: HUMAN or WOLF."""
    return t.counters[seat][_FORM]


def fury(t: State, seat: int) -> int:
    """Return how much Fury there is on a Ripsnarl's Form Marker, what is printed on it included: 0 to 3."""
    return t.counters[seat][_FURY]


class Ripsnarl(Character):
    """The Form Marker with its two sides, and the Fury on it."""

    counters = (HUMAN, 0)
    counter_names = (("form", FORMS), ("fury", ()))

    def counters_of(self, game: Game, seat: int) -> tuple[int, ...]:
        """Return the form and the Fury that he starts with; the Boss has what is printed on his marker (fury.boss-start)."""
        return (HUMAN, PRINTED_FURY if game.boss == seat else 0)

    def join(self, seat: int, hooks: Hooks) -> None:
        """Listen to what cards let loose, once for the table."""
        if (AFTER_RELEASE, _let_loose) not in hooks.after:
            hooks.after.append((AFTER_RELEASE, _let_loose))

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return form and Fury; everybody sees them."""
        return {"form": FORMS[form(t, seat)], "fury": fury(t, seat)}


def _is_ripsnarl(t: State, seat: int) -> bool:
    return seat >= 0 and isinstance(t.game.characters[seat], Ripsnarl)


def _changes(t: State, f: Frame) -> bool:
    """Whether the card may change its player's form or Fury: not where that player Ignored it (form.own-card-ignored)."""
    if not _is_ripsnarl(t, f.actor):
        return False
    if effects.spared(t, f, f.actor):
        t.note("form", f.actor, _OWN_IGNORED, NOBODY, f.card, form(t, f.actor))
        return False
    return True


# --- turning, and what is let loose by it -----------------------------------------------------------------------------------


def _run_turn_human(t: State, f: Frame, instr: Instr) -> bool:
    """Turn human; no Fury is gained by it but the Boss's printed one, nor lost by somebody who is human already."""
    if _changes(t, f):
        seat = f.actor
        was = form(t, seat)
        atoms.set_counter(t, seat, _FORM, HUMAN)
        t.note("form", seat, _HUMAN if was == WOLF else _STAYS_HUMAN, NOBODY, f.card, HUMAN)
        if was == WOLF and t.game.boss == seat:
            atoms.set_counter(t, seat, _FURY, PRINTED_FURY)
            t.note("fury", seat, _PRINTED, NOBODY, f.card, PRINTED_FURY)
    return True


def _run_turn_wolf(t: State, f: Frame, instr: Instr) -> bool:
    """Turn wolf: all Fury comes off the marker, and its targets are named at once, one Fury after the other.

    `step` is one more than the Fury that has no target yet.
    """
    seat = f.actor
    answer = t.take_answer()
    if f.step == 0:
        if not _changes(t, f):
            return True
        if form(t, seat) == WOLF:
            t.note("form", seat, _STAYS_WOLF, NOBODY, f.card, WOLF)
            return True
        held = fury(t, seat)
        atoms.set_counter(t, seat, _FORM, WOLF)
        atoms.set_counter(t, seat, _FURY, 0)
        t.note("form", seat, _WOLF if held else (*_WOLF, "fury.none-no-damage"), NOBODY, f.card, WOLF)
        if not held:
            return True
        t.note("fury", seat, _RELEASE + _PRINTED_DAMAGE if t.game.boss == seat else _RELEASE, NOBODY, f.card, -held)
        f.step = held + 1
    if answer is not None:
        _aim(t, f, answer.value)
    while f.step > 1:
        targets = _targets(t, f)
        if not targets:
            t.note("fury-lost", seat, _NOBODY, NOBODY, f.card, f.step - 1)
            break
        if len(targets) > 1:
            t.ask(seat, "pick", [Option("seat", target) for target in targets], _AIM, f.card)
            return False
        _aim(t, f, targets[0])
    shares = [target for code, target, _ in f.later if code == RELEASE]
    for target in dict.fromkeys(shares):  # everybody knows them all before anybody answers
        t.note("fury-aimed", seat, _AIMED, target, f.card, shares.count(target))
    return True


def _targets(t: State, f: Frame) -> list[int]:
    """Return whom Fury may be aimed at: players of other parties who can be picked, and things in play (fury.others-only)."""
    own = t.game.members[t.game.party[f.actor]]
    found = [s for s in t.clockwise(f.actor) if s not in own and not t.standing[s] & (NOT_PICKED | IGNORES_ALL)]
    return found + effects.things_in_play(t)


def _aim(t: State, f: Frame, target: int) -> None:
    f.later = (*f.later, (RELEASE, target, 1))
    f.step -= 1


def _let_loose(t: State, f: Frame) -> bool:
    """Put the next share of the Fury on the stack, in the order first named; True when none is left."""
    if not f.later or f.kind != EFFECT:
        return True
    shares = [target for code, target, _ in f.later if code == RELEASE]
    if not shares:
        return True
    seat = f.actor
    if t.out[seat]:  # who is out hurts nobody any more (core.lose.pending)
        f.later = tuple(entry for entry in f.later if entry[0] != RELEASE)
        return True
    together = _together(t, shares)
    f.later = tuple(entry for entry in f.later if entry[0] != RELEASE or entry[1] not in together)
    first = together[0]
    if first not in effects.things_in_play(t) if first >= THING else t.out[first]:
        for target in together:
            t.note("fury-lapsed", seat, _LAPSES, target, f.card, shares.count(target))
        return False
    below = t.stack[t.position(f) - 1]
    rules: tuple[str, ...] = _IN_RESPONSE if below.kind == EFFECT else _AFTER_CARD
    if len(together) > 1:
        rules += _CHALLENGERS if t.game.boss == seat else _TEAM
    for target in together:
        t.note("fury-share", seat, rules, target, f.card, shares.count(target))
    share = effects.begin(t, seat, t.game.catalog.by_title[SLUG, FURY], 0, SOMETIMES, together)
    share.n = shares.count(first)
    share.mods = tuple((EXTRA_LOSS, target, shares.count(target)) for target in together[1:])
    return False


def _together(t: State, shares: list[int]) -> tuple[int, ...]:
    """Return the targets of the next share: the first named, and the team-mates it shares its defence with.

    What is let loose at members of one team is a single card to them (team.fury-one-card).
    """
    first = shares[0]
    if first >= THING:
        return (first,)
    mates = t.game.members[t.game.party[first]]
    return tuple(dict.fromkeys(target for target in shares if target in mates))


def _run_gain_fury(t: State, f: Frame, instr: Instr) -> bool:
    """Gain Fury as a human, 3 in all at the most."""
    seat = f.actor
    if not _changes(t, f):
        return True
    if form(t, seat) == WOLF:
        t.note("fury", seat, _NOT_AS_WOLF, NOBODY, f.card, 0)
        return True
    before = fury(t, seat)
    n = effects.number(t, f, instr)
    gained = min(n, MOST_FURY - before)
    atoms.set_counter(t, seat, _FURY, before + gained)
    rules: tuple[str, ...] = _FULL if before == MOST_FURY else _GAIN if gained == n else _MOST
    if gained < n and t.game.boss == seat:
        rules += _BOSS_MOST
    t.note("fury", seat, rules, NOBODY, f.card, gained)
    return True


# --- words ----------------------------------------------------------------------------------------------------------------


def _is(wanted: int) -> Any:
    def make(args: Args) -> Condition:
        def holds(t: State, f: Frame) -> bool:
            return _is_ripsnarl(t, f.actor) and form(t, f.actor) == wanted

        return holds

    return make


def _share(args: Args) -> Amount:
    def amount(t: State, f: Frame) -> int:
        return f.n

    return amount


def _measured(t: State, f: Frame, instr: Instr) -> dict[int, int]:
    """Return what all others lose by their size: more for those with more Fortitude than the player of the card."""
    own = t.fortitude[t.game.party[f.actor]]
    more, less = (int(str(instr.args[key])) for key in ("stronger", "others"))
    loss = {s: more if t.fortitude[t.game.party[s]] > own else less for s in selectors.each_other(t, f)}
    loss.update(dict.fromkeys(effects.things(t, f), less))
    return effects.changed(t, f, loss)


def _run_measured(t: State, f: Frame, instr: Instr) -> bool:
    effects.take(t, f, _measured(t, f, instr))
    return True


def _affects_measured(t: State, f: Frame, instr: Instr, found: list[int]) -> None:
    effects.mark(_measured(t, f, instr), found)


def _say_measured(args: Args, who: Subject) -> str:
    return (
        f"each other player who has more Fortitude than you loses {args['stronger']} Fortitude, and each other player "
        f"who has not loses {args['others']}; all are compared at once"
    )


def _stronger(hits: bool) -> Any:
    """Other players who have more Fortitude than the card's player; nothing that is no player (note.top-dog-first)."""

    def candidates(t: State, f: Frame, i: int) -> list[int]:
        own = t.game.party[f.actor]
        return [
            s
            for s in t.clockwise(f.actor)
            if t.fortitude[t.game.party[s]] > t.fortitude[own]
            and s not in f.targets
            and not t.standing[s] & (NOT_PICKED | IGNORES_ALL)
        ]

    return candidates


def register(words: Vocabulary) -> None:
    """Add Ripsnarl's words to the vocabulary."""
    words.add(
        verbs={
            "turn-wolf": Verb(_run_turn_wolf, {}, says("Turn Wolf")),
            "turn-human": Verb(_run_turn_human, {}, says("Turn Human")),
            "lose-by-size": Verb(
                _run_measured,
                {"stronger": Arg("int", required=True), "others": Arg("int", required=True)},
                _say_measured,
                _affects_measured,
                who="each-other",
                mass=True,
            ),
            "gain-fury": Verb(
                _run_gain_fury, {"n": Arg("number", required=True)}, lambda args, who: f"{who.does('gain')} {args['n']} Fury"
            ),
        },
        picks={"stronger": PickWord(_stronger, "Pick another player who has more Fortitude than you")},
        amounts={"fury-let-loose": AmountWord(_share, lambda args: "the Fury aimed at them")},
        conditions={
            "human": ConditionWord(_is(HUMAN), lambda args: "you are human"),
            "wolf": ConditionWord(_is(WOLF), lambda args: "you are a wolf"),
        },
    )


RULES: Final = Ripsnarl()
