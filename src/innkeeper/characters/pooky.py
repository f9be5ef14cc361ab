"""Pooky: four Moods, what worsens them, and cards that go by them (ledger: mood.*, pooky.*).

As the Boss he is Epic Pooky, with an Epic Deck and a choice where his worst Mood would worsen (epic-pooky.*).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from innkeeper.engine import atoms, effects, moments, windows
from innkeeper.engine.decision import Option
from innkeeper.engine.game import AFTER_ALL, AFTER_CHANGE, Character, Hooks
from innkeeper.engine.program import EVENT, INN_HOME, Amount, Condition, Fits, Instr, Use
from innkeeper.engine.registry import AmountWord, Arg, Args, ConditionWord, Subject, Trigger, Verb, Vocabulary, says
from innkeeper.engine.state import AFTER, DRINKING, EFFECT, NOBODY, RESOLVING, SETTLE, Frame, State

SLUG: Final = "pooky"
CALM, MANIC, CRAZY, PSYCHOTIC = range(4)
MOODS: Final = ("calm", "manic", "crazy", "psychotic")
STRONG_DRINK: Final = 3
EPIC_DECK: Final = "epic_deck"

# What is noted on a card for later, in `Frame.later`.
WORSEN: Final = 1
CALM_DOWN: Final = 2
CAME_ABOUT: Final = 3  # what the loss to the card, or the strength of the Drink, brings has been brought about
STAYED: Final = 4  # he has chosen to stay Psychotic

# Stages of what Epic Pooky settles.
CHOOSING: Final = 0
AFTERWARDS: Final = 1
STAYED_AT: Final = moments.FIRST_FREE  # the moment after he has chosen to stay Psychotic

_CARD: Final = ("mood.card-damage",)
_DRINK: Final = ("mood.strong-drink",)
_ROUND: Final = ("mood.gambling-not-won",)
_LEFT: Final = ("mood.gambling-not-won", "mood.gambling-left-at-once")
_SAYS: Final = ("mood.card-says-worse", "mood.change-comes-last")
_CAUSES: Final = (_CARD, _DRINK, _ROUND, _LEFT, _SAYS)
_CALM: Final = ("mood.made-calm", "mood.change-comes-last")
_STAYS: Final = ("mood.psychotic-stays",)
_CHOICE: Final = (
    "epic-pooky.choice.calm-and-draw",
    "epic-pooky.choice.stay",
    "epic-pooky.choice.only-psychotic",
    "epic-pooky.choice.any-cause",
    "epic-pooky.choice.each-time",
    "epic-pooky.choice.timing",
)
_GOES_CALM: Final = ("epic-pooky.choice.calm-and-draw", "epic-pooky.choice.any-cause", "epic-pooky.choice.timing")
_CHOSE_TO_STAY: Final = ("epic-pooky.choice.stay", "epic-pooky.choice.any-cause", "epic-pooky.choice.timing")
_DRAWS: Final = ("epic-pooky.choice.calm-and-draw", "epic-pooky.hand.counts", "epic-pooky.hand.eighth")
_NOTHING_LEFT: Final = ("epic-pooky.epic-deck.empty",)
_LAST: Final = ("epic-pooky.choice.calm-and-draw", "epic-pooky.epic-deck.empty")


def mood(t: State, seat: int) -> int:
    """Return a Pooky's Mood: 0 (Calm) to 3 (Psychotic)."""
    return t.counters[seat][0]


def worsen(t: State, seat: int, rules: tuple[str, ...], card: int = -1) -> bool:
    """Worsen a Pooky's Mood by one step (mood.one-step); Psychotic stays Psychotic.

    `rules` are one of the causes. Epic Pooky has his choice instead, which is put on the stack; then this returns False.
    """
    before = mood(t, seat)
    if before == PSYCHOTIC and t.game.boss == seat:
        f = t.push(Frame(SETTLE, seat))
        f.card = card
        f.data = (_CAUSES.index(rules),)
        return False
    after = min(before + 1, PSYCHOTIC)
    atoms.set_counter(t, seat, 0, after)
    t.note("mood", seat, rules if after > before else rules + _STAYS, NOBODY, card, after)
    return True


class Pooky(Character):
    """The Mood Marker, and the four things that move it; as the Boss, the Epic Deck and the choice that earns its cards."""

    counters = (CALM,)
    counter_names = (("mood", MOODS),)
    side = (EPIC_DECK,)
    joining = (EPIC_DECK,)

    def setup(self, t: State, seat: int) -> None:
        """Shuffle the Epic Deck, which only the Boss has (epic-pooky.setup.epic-deck)."""
        atoms.set_side(t, seat, EPIC_DECK, t.shuffle(atoms.side(t, seat, EPIC_DECK)))

    def join(self, seat: int, hooks: Hooks) -> None:
        """Listen to cards, Drinks and Rounds."""
        hooks.after.append((AFTER_CHANGE, _After(seat)))
        hooks.after.append((AFTER_ALL, _Stayed(seat)))
        hooks.left_round.append(_Left(seat))
        hooks.round_over.append(_Over(seat))

    def settle(self, t: State, f: Frame) -> None:
        """Ask Epic Pooky whether he goes Calm or stays Psychotic; or open the moment after he has chosen to stay."""
        if f.stage == AFTERWARDS:
            there = t.answer is not None or (mood(t, f.seat) == PSYCHOTIC and not t.out[f.seat])
            if there and windows.step_window(t, f):
                return
            t.stack.pop()
            return
        answer = t.take_answer()
        if answer is None:
            words = (MOODS[CALM], MOODS[PSYCHOTIC])
            t.ask(f.seat, "choose", [Option("word", i, 0, False, word) for i, word in enumerate(words)], _CHOICE, f.card)
            return
        t.stack.pop()
        if answer.value:
            t.note("mood", f.seat, _CAUSES[f.data[0]] + _CHOSE_TO_STAY, NOBODY, f.card, PSYCHOTIC)
            _stayed(t, f.seat)
        else:
            atoms.set_counter(t, f.seat, 0, CALM)
            t.note("mood", f.seat, _CAUSES[f.data[0]] + _GOES_CALM, NOBODY, f.card, CALM)
            draw_epic(t, f.seat)

    def question(self, t: State, f: Frame) -> str:
        """Ask for the choice at Psychotic in words, or what he plays after it."""
        if f.stage == AFTERWARDS:
            return "You have stayed Psychotic. Do you play something?"
        n = len(atoms.side(t, f.seat, EPIC_DECK))
        card = "draw an Epic Card" if n else "draw nothing, for the Epic Deck is empty"
        return f"Your Mood would worsen. Do you go Calm and {card}, or stay Psychotic?"

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return the Mood, and how many cards the Epic Deck of the Boss has; everybody sees both."""
        found: dict[str, Any] = {"mood": MOODS[mood(t, seat)]}
        if t.game.boss == seat:
            found[EPIC_DECK] = len(atoms.side(t, seat, EPIC_DECK))
        return found


def draw_epic(t: State, seat: int) -> None:
    """Draw the top card of the Epic Deck into the hand; an empty one is not refilled (epic-pooky.epic-deck.empty)."""
    card = atoms.take_top(t, seat, EPIC_DECK)
    if card < 0:
        t.note("no-epic", seat, _NOTHING_LEFT)
        return
    atoms.to_hand(t, seat, (card,))
    t.note("epic", seat, _DRAWS if atoms.side(t, seat, EPIC_DECK) else _LAST, NOBODY, -1, 1, (card,))


def _stayed(t: State, seat: int) -> None:
    """Have the moment after his choice come when whatever made him choose is done: now, or at the end of the card or Drink."""
    below = next(f for f in reversed(t.stack) if f.kind != SETTLE)
    if below.kind == DRINKING or (below.kind == EFFECT and below.stage in (RESOLVING, AFTER)):
        below.later = (*below.later, (STAYED, seat, 0))
    else:
        _open_moment(t, seat)


def _open_moment(t: State, seat: int) -> None:
    f = t.push(Frame(SETTLE, seat))
    f.stage = AFTERWARDS
    f.n = STAYED_AT


class _After:
    """What follows a card or a Drink at once: the change of Mood, one step a card (mood.no-gap).

    It is called again for the same card when Epic Pooky has made a choice: what has come about is taken off, or noted on it.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, t: State, f: Frame) -> bool:
        seat = self.seat
        if t.out[seat]:
            return True
        if f.kind == DRINKING:
            if f.seat == seat and f.data and f.data[0] >= STRONG_DRINK:
                return self._once(t, f, _DRINK, f.cards[0])
            return True
        if f.kind != EFFECT:
            return True
        for entry in f.later:
            code, who, _ = entry
            if who == seat and code in (WORSEN, CALM_DOWN):
                later = list(f.later)
                later.remove(entry)
                f.later = tuple(later)
                if code == CALM_DOWN:
                    atoms.set_counter(t, seat, 0, CALM)
                    t.note("mood", seat, _CALM, NOBODY, f.card, CALM)
                elif not worsen(t, seat, _SAYS, f.card):
                    return False
        played = not f.types & EVENT and t.game.cards[f.card].home != INN_HOME  # a Prize is never played from hand
        if f.actor not in (seat, NOBODY) and played and any(target == seat for target, _ in f.lost):
            return self._once(t, f, _CARD, f.card)
        return True

    def _once(self, t: State, f: Frame, rules: tuple[str, ...], card: int) -> bool:
        if (CAME_ABOUT, self.seat, 0) in f.later:
            return True
        f.later = (*f.later, (CAME_ABOUT, self.seat, 0))
        return worsen(t, self.seat, rules, card)


class _Stayed:
    """When a card or a Drink is wholly done at which he chose to stay Psychotic, he may play what is played then."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, t: State, f: Frame) -> bool:
        stayed = (STAYED, self.seat, 0)
        if stayed not in f.later:
            return True
        f.later = tuple([entry for entry in f.later if entry != stayed])
        _open_moment(t, self.seat)
        return False


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
    """Note that the Mood worsens when all else on the card is done; not where its player Ignored the card.

    times: how many worsenings.  once: only one by this card, however often it comes here.
    """
    noted = instr.args.get("once") and (WORSEN, f.actor, 0) in f.later
    if not noted and not effects.spared(t, f, f.actor):
        f.later = (*f.later, *[(WORSEN, f.actor, 0)] * int(str(instr.args.get("times", 1))))
    return True


def _say_worsen(args: Args, who: Subject) -> str:
    if args.get("times", 1) != 1:
        times = "twice" if args["times"] == 2 else f"{args['times']} times"
        return f"your Mood worsens after all else, {times}, one step each"
    return f"your Mood worsens after all else{', but only once' if args.get('once') else ''}"


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


def _stayed_psychotic(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return f is not None and f.kind == SETTLE and f.seat == seat

    return fits


def register(words: Vocabulary) -> None:
    """Add Pooky's words to the vocabulary."""
    words.add(
        verbs={
            "worsen-mood": Verb(
                _run_worsen,
                {"once": Arg("bool"), "times": Arg("int")},
                _say_worsen,
            ),
            "calm-down": Verb(_run_calm, {}, says("you become Calm after all else")),
        },
        amounts={
            "by-mood": AmountWord(_by_mood, _by_mood_text, {name: Arg("int", required=True) for name in MOODS}),
        },
        triggers={
            "stayed-psychotic": Trigger(
                STAYED_AT,
                _stayed_psychotic,
                {},
                lambda args: "when you have just chosen to stay Psychotic where your Mood would have worsened, and still are",
            ),
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
