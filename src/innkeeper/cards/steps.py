"""Steps compiled to instructions: verbs, and what steers them (`if`, `choose`, `pending`, `each`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from innkeeper.cards.keys import MOST_STEPS
from innkeeper.cards.phrases import Phrases
from innkeeper.cards.reading import Value, near
from innkeeper.engine import instructions, occasions, selectors
from innkeeper.engine.program import PART, Condition, Instr, Use, Who
from innkeeper.engine.registry import STATS, Verb

_STEERING: Final = ("if", "choose", "pending", "each")
_OF_A_PLAYER: Final = ("you", "each-other", "others-in-round")
_NO_PLAYER: Final = "nobody plays an Event, so that this has no player: say `who`, or do without"
_TO: Final[dict[str, Who]] = {
    "inn": instructions.inn,
    "you": selectors.you,
    "picked": selectors.picked,
    "owner": selectors.owner,
}


class Parts:
    """The parts of a card that are pending on their own once they are known: uses of the card that nobody plays."""

    def __init__(self, first: int) -> None:
        """`first`: the number of the first of them, after all uses that stand in the file."""
        self.first = first
        self.uses: list[Use] = []

    def add(self, steps: Steps, source: object) -> int:
        """Add a part that is compiled; return its number."""
        part = Use(
            index=self.first + len(self.uses),
            mode="part",
            type=PART,
            bit=0,
            fits=occasions.always,
            picks=(),
            program=tuple(steps.program),
            playable=False,
            cannot_negate=True,
            moves=any(verb.affects is not None for verb in steps.verbs),
            source={"type": "part", "does": source},
        )
        self.uses.append(part)
        return part.index


class Steps:
    """Compiles the steps of a use, or of a part of a card. Raises `yaml12.BadText` at the first that is wrong."""

    def __init__(self, phrases: Phrases, kinds: int, parts: Parts, event: bool) -> None:
        """Begin with no step.

        kinds: the kinds of moment that the use is for.  parts: those of the card, to which more may be added.  event: whether
        these are steps of an Event, which nobody plays.
        """
        self.program: list[Instr] = []
        self.verbs: list[Verb] = []  # all that stand in it
        self._phrases = phrases
        self._kinds = kinds
        self._parts = parts
        self._event = event

    def take(self, steps: Value, picked: bool) -> None:
        """Compile steps; `picked`: somebody has been picked whom they may speak of."""
        for step in steps.entries():
            data = step.mapping()
            if "if" in data:
                self._branch(step, picked)
            elif "choose" in data:
                self._choice(step, picked)
            elif "pending" in data:
                self._part(step, picked)
            elif "each" in data:
                self._each(step, picked)
            else:
                self._verb(step, picked)

    # --- steering ----------------------------------------------------------------------------------------------------

    def _branch(self, step: Value, picked: bool) -> None:
        data = step.fields(("if", "then", "else"), ("if", "then"))
        jump = self._jump("if", self._phrases.condition(step["if"]))
        self.take(step["then"], picked)
        if "else" in data:
            over = self._jump("else")
            self._land(jump)
            self.take(step["else"], picked)
            self._land(over)
        else:
            self._land(jump)

    def _choice(self, step: Value, picked: bool) -> None:
        step.fields(("choose",), ("choose",))
        choice = step["choose"]
        choice.fields(("who", "options"), ("options",))
        options = choice["options"].items()
        if len(options) < 2:
            raise choice["options"].error("expected two words or more, each with what it does")
        who = self._phrases.who(choice.get("who", "you"))
        if self._event and choice.data.get("who", "you") in _OF_A_PLAYER:
            raise choice.error(_NO_PLAYER)
        ask = Instr("choose", instructions.run_choose, who=who, args={"words": tuple(word for word, _ in options)})
        self.program.append(ask)
        overs: list[Instr] = []
        for i, (_, steps) in enumerate(options):
            jump = self._jump("chosen", _chosen(i))
            self.take(steps, picked)
            overs.append(self._jump("else"))
            self._land(jump)
        for over in overs:
            self._land(over)
        self._land(ask)

    def _part(self, step: Value, picked: bool) -> None:
        step.fields(("pending",), ("pending",))
        steps = Steps(self._phrases, self._kinds, self._parts, self._event)
        steps.take(step["pending"], picked)
        number = self._parts.add(steps, step.data["pending"])
        self.program.append(Instr("pending", instructions.run_pending, n=number))

    def _each(self, step: Value, picked: bool) -> None:
        """Steps that are gone through for one player after the other, who is as if picked in them."""
        step.fields(("each", "does"), ("each", "does"))
        who = self._phrases.who(step["each"])
        if picked:
            raise step["each"].error("here each player is as if picked: a card with a `pick` cannot do this too")
        start = len(self.program)
        begin = Instr("each", instructions.run_each, who=who)
        self.program.append(begin)
        self.take(step["does"], True)
        self.program.append(Instr("next", instructions.run_next, jump=start))
        self._land(begin)

    def _jump(self, name: str, condition: Condition | None = None) -> Instr:
        """Add a jump that is taken unless the condition holds, and lands nowhere yet."""
        jump = Instr(name, instructions.run_jump, condition=condition)
        self.program.append(jump)
        return jump

    def _land(self, jump: Instr) -> None:
        jump.jump = len(self.program)

    # --- verbs -------------------------------------------------------------------------------------------------------

    def _verb(self, step: Value, picked: bool) -> None:
        if len(step.mapping()) != 1:
            raise step.error("expected exactly one verb here")
        ((name, args),) = step.items()
        words = self._phrases.words
        verb = words.verbs.get(name)
        if verb is None:
            raise args.error(f"no such verb{near(name, [*words.verbs, *_STEERING])}")
        self.verbs.append(verb)
        self._phrases.check_moment(args, name, verb.at, self._kinds)
        if verb.needs_pick and not picked:
            raise args.error("nobody has been picked: give the card a `pick`")
        if len(self.verbs) > MOST_STEPS:
            raise step.error(f"a use has at most {MOST_STEPS} steps")
        self.program.append(self._instr(name, verb, args, picked))

    def _instr(self, name: str, verb: Verb, given: Value, picked: bool) -> Instr:
        words = self._phrases.words
        args = self._phrases.arguments(given, verb.args)
        chosen = args.get("who", verb.who)
        who = self._phrases.who(given.get("who", verb.who))
        for key, name_of in (("who", chosen), ("to", args.get("to"))):
            if name_of in ("picked", "all-picked") and not picked:
                raise (given[key] if key in args else given).error("nobody has been picked: give the card a `pick`")
        about = (args.get("to"), "" if verb.impersonal else chosen)
        if self._event and (args.get("but-you") or any(name_of in _OF_A_PLAYER for name_of in about)):
            raise given.error(_NO_PLAYER)
        if verb.mass and words.selectors[chosen].mass:
            who = selectors.with_things(who)
        n, amount, stat, fixed = 0, None, max(verb.stat, 0), False
        known = [key for key, arg in verb.args.items() if arg.kind == "stat"]
        markers = [key for key in known if key in args]
        if known and len(markers) != 1:
            raise given.error(f"expected exactly one of {', '.join(known)}")
        number: Value | None = None
        if markers:
            number = given[markers[0]]
            stat = STATS[markers[0]]
        elif numbers := [key for key, arg in verb.args.items() if arg.kind == "number" and key in args]:
            number = given[numbers[0]]
        elif "ante" in verb.args or "n" in verb.args:
            n = 1
        if number is not None and isinstance(number.data, (str, Mapping)):
            word, inner = self._phrases.amount(number)
            amount, fixed = word.make(inner), word.fixed
        elif number is not None:
            n = number.data
        extra: dict[str, Any] = dict(args)
        if name == "sober":
            extra["lose"] = True
        if name == "lower-numbers":
            extra["lower"] = True
        if args.get("only-cheating-next"):
            n = 1
        return Instr(
            name,
            verb.run,
            verb.affects,
            who,
            n,
            amount,
            stat,
            to=_TO[args.get("to", "inn")] if "to" in verb.args else None,
            args=extra,
            fixed=fixed,
        )


def _chosen(i: int) -> Condition:
    def holds(t: Any, f: Any) -> bool:
        return bool(f.choice == i)

    return holds
