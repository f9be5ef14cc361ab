"""Pooky: four Moods, what worsens them, and cards that go by them (ledger: mood.*, pooky.*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from innkeeper.engine import atoms, effects
from innkeeper.engine.game import AFTER_CHANGE, Character, Hooks
from innkeeper.engine.program import EVENT, Amount, Condition, Instr
from innkeeper.engine.registry import AmountWord, Arg, Args, ConditionWord, Verb, Vocabulary, says
from innkeeper.engine.state import DRINKING, EFFECT, NOBODY, Frame, State

SLUG: Final = "pooky"
CALM, MANIC, CRAZY, PSYCHOTIC = range(4)
MOODS: Final = ("calm", "manic", "crazy", "psychotic")
STRONG_DRINK: Final = 3

# What is noted on a card for later, in `Frame.later`.
WORSEN: Final = 1
CALM_DOWN: Final = 2

_CARD: Final = ("mood.card-damage",)
_DRINK: Final = ("mood.strong-drink",)
_ROUND: Final = ("mood.gambling-not-won",)
_LEFT: Final = ("mood.gambling-not-won", "mood.gambling-left-at-once")
_SAYS: Final = ("mood.card-says-worse", "mood.change-comes-last")
_CALM: Final = ("mood.made-calm", "mood.change-comes-last")
_STAYS: Final = ("mood.psychotic-stays",)


def mood(t: State, seat: int) -> int:
    """Return a Pooky's Mood: 0 (Calm) to 3 (Psychotic)."""
    return t.counters[seat][0]


def worsen(t: State, seat: int, rules: tuple[str, ...], card: int = -1) -> None:
    """Worsen a Pooky's Mood by one step (mood.one-step); Psychotic stays Psychotic."""
    before = mood(t, seat)
    after = min(before + 1, PSYCHOTIC)
    atoms.set_counter(t, seat, 0, after)
    t.note("mood", seat, rules if after > before else rules + _STAYS, NOBODY, card, after)


class Pooky(Character):
    """The Mood Marker, and the four things that move it."""

    counters = (CALM,)
    counter_names = (("mood", MOODS),)

    def join(self, seat: int, hooks: Hooks) -> None:
        """Listen to cards, Drinks and Rounds."""
        hooks.after.append((AFTER_CHANGE, _After(seat)))
        hooks.left_round.append(_Left(seat))
        hooks.round_over.append(_Over(seat))

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return the Mood; everybody sees it."""
        return {"mood": MOODS[mood(t, seat)]}


class _After:
    """What follows a card or a Drink at once: the change of Mood, one step a card (mood.no-gap)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, t: State, f: Frame) -> bool:
        seat = self.seat
        if t.out[seat]:
            return True
        if f.kind == DRINKING:
            if f.seat == seat and f.data and f.data[0] >= STRONG_DRINK:
                worsen(t, seat, _DRINK, f.cards[0])
            return True
        if f.kind != EFFECT:
            return True
        for code, who, _ in f.later:
            if who == seat and code == WORSEN:
                worsen(t, seat, _SAYS, f.card)
            elif who == seat and code == CALM_DOWN:
                atoms.set_counter(t, seat, 0, CALM)
                t.note("mood", seat, _CALM, NOBODY, f.card, CALM)
        if f.actor not in (seat, NOBODY) and not f.types & EVENT and any(target == seat for target, _ in f.lost):
            worsen(t, seat, _CARD, f.card)
        return True


class _Left:
    """A Round that was left after anteing is a Round not won (mood.gambling-left-at-once)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, t: State, seat: int) -> None:
        if seat == self.seat and t.took_part >> seat & 1 and not t.out[seat]:
            worsen(t, seat, _LEFT)


def _is_for(t: State, winner: int, seat: int) -> bool:
    """Whether a Round is won for a seat: by it, or by the champion of its team, which takes part as one."""
    return winner >= 0 and t.game.party[winner] == t.game.party[seat]


class _Over:
    """A Round that is over and was not won (mood.gambling-not-won); whoever left it is done with it."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, t: State, winner: int) -> None:
        seat = self.seat
        if not _is_for(t, winner, seat) and t.took_part >> seat & 1 and not t.out[seat]:
            worsen(t, seat, _ROUND)


# --- words ----------------------------------------------------------------------------------------------------------------


def _run_worsen(t: State, f: Frame, instr: Instr) -> bool:
    """Note that the Mood worsens when all else on the card is done; not where its player Ignored the card."""
    if not effects.spared(t, f, f.actor):
        f.later = (*f.later, (WORSEN, f.actor, 0))
    return True


def _run_calm(t: State, f: Frame, instr: Instr) -> bool:
    """Note that the Mood becomes Calm when all else on the card is done; not where its player Ignored the card."""
    if not effects.spared(t, f, f.actor):
        f.later = (*f.later, (CALM_DOWN, f.actor, 0))
    return True


def _of(t: State, f: Frame) -> int:
    return mood(t, f.actor) if f.actor >= 0 and t.counters[f.actor] else CALM


def _by_mood(args: Args) -> Amount:
    numbers = tuple(int(args[name]) for name in MOODS)

    def amount(t: State, f: Frame) -> int:
        return numbers[_of(t, f)]

    return amount


def _by_mood_text(args: Args) -> str:
    moods: dict[int, list[str]] = {}
    for name in MOODS:
        moods.setdefault(int(args[name]), []).append(name)
    return ", ".join(f"{n} if you are {_either(names)}" for n, names in moods.items())


def _either(moods: Sequence[str]) -> str:
    """Return Moods as a text names them: "Calm, Manic or Crazy"."""
    names = [name.capitalize() for name in moods]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _mood_is(args: Args) -> Condition:
    wanted = tuple(MOODS.index(name) for name in args["in"])

    def holds(t: State, f: Frame) -> bool:
        return _of(t, f) in wanted

    return holds


def register(words: Vocabulary) -> None:
    """Add Pooky's words to the vocabulary."""
    words.add(
        verbs={
            "worsen-mood": Verb(_run_worsen, {}, says("your Mood worsens after all else")),
            "calm-down": Verb(_run_calm, {}, says("you become Calm after all else")),
        },
        amounts={
            "by-mood": AmountWord(_by_mood, _by_mood_text, {name: Arg("int", required=True) for name in MOODS}),
        },
        conditions={
            "mood": ConditionWord(
                _mood_is,
                lambda args: f"you are {_either(args['in'])}",
                {"in": Arg("words", required=True, words=MOODS)},
            ),
        },
    )


RULES: Final = Pooky()
