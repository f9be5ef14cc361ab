"""Uses of a card: the type, the moment, whom it picks, what it does, and what may be done about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from innkeeper.cards.keys import CANNOT, PLAY_TYPES, USE_KEYS
from innkeeper.cards.phrases import Phrases
from innkeeper.cards.reading import Value, near
from innkeeper.cards.steps import Parts, Steps
from innkeeper.engine import happenings, occasions
from innkeeper.engine.program import CHEATING, EVENT, PART, TYPE_NAMES, Fits, Instr, Use
from innkeeper.engine.registry import STATS

_NEVER_PICKED: Final = ("you", "holder", "active", "drinker", "each-other", "every")


class Uses:
    """Compiles uses. Raises `yaml12.BadText` at the first thing that is wrong."""

    def __init__(self, phrases: Phrases, families: Mapping[str, Value]) -> None:
        """`families`: those that a use may speak of."""
        self.phrases = phrases
        self.families = families

    def of(self, card: Value, family: str = "") -> tuple[Use, ...]:
        """Return the uses of a card or a family: its one use, those under `uses`, or none; then their parts."""
        if "uses" not in card.mapping():
            if "type" not in card.data:
                return ()
            parts = Parts(1)
            return (self.use(card, 0, parts, family), *parts.uses)
        card.fields(("uses", "called"), ("uses",))
        entries = card["uses"].entries()
        if not entries:
            raise card["uses"].error("expected at least one use")
        uses: list[Use] = []
        parts = Parts(len(entries))
        for i, entry in enumerate(entries):
            data = {key: value for key, value in entry.mapping().items() if key != "rules"}
            use = self.use(entry.of(data), i, parts, family)
            use.rules = entry.texts_at("rules")
            if any(use.mode == other.mode for other in uses):
                raise entry.error(f"two uses are called {use.mode!r}: say `as` what this one is called", "as")
            uses.append(use)
        return (*uses, *parts.uses)

    def use(self, entry: Value, index: int, parts: Parts, family: str = "", steps_at: str = "does") -> Use:
        """Return one use; `steps_at` is the key in the file under which the steps stand that `entry` has under `does`."""
        if family:
            entry = entry.of({key: value for key, value in entry.data.items() if key != "called"})
        data = entry.fields(USE_KEYS, ("type", "does"))
        by_itself = ("prize",) if "moment" in data else ()
        kind = entry["type"].one_of((*PLAY_TYPES, "event", "part", *by_itself))
        type_bit = TYPE_NAMES[kind]
        bit, fits = self._moment(entry, kind)
        cannot = [word.one_of(CANNOT) for word in entry.get("cannot-be", []).entries()]
        pick = entry.get("pick", [])
        names = [pick] if isinstance(pick.data, str) else pick.entries()
        steps = Steps(self.phrases, bit, parts, kind == "event")
        steps.take(entry.below(steps_at, data["does"]), bool(names))
        program, verbs = steps.program, steps.verbs
        self._check_at_once(entry, program)
        hits = any(self._hits(instr, parts) for instr in program)
        picks = tuple(self.phrases.pick(name, bit, hits) for name in names)
        shield = self._family(entry, "only-affected-by")
        return Use(
            index=index,
            mode=entry.text_at("as") or kind,
            type=type_bit,
            bit=bit,
            fits=fits,
            picks=picks,
            program=tuple(program),
            family=family,
            when=data.get("when", {}),
            playable=type_bit not in (EVENT, PART) and "moment" not in data,
            moment=entry["moment"].one_of(tuple(self.phrases.words.moments)) if "moment" in data else "",
            once=entry.get("once", False).boolean(),
            at_once=data.get("moment") in happenings.AT_ONCE,
            by_family=(by_family := self._by_family(entry)),
            by_called=self._called(by_family),
            chain=entry.text_at("chain"),
            cannot_negate="negated" in cannot,
            cannot_ignore="ignored" in cannot,
            cannot_reduce="reduced" in cannot,
            shield=shield,
            shield_called=self._called(shield),
            touches_drink=any(v.touches_drink for v in verbs),
            antes=any(v.antes for v in verbs),
            ends_round=any(v.ends_round for v in verbs),
            moves=any(v.affects is not None for v in verbs),
            spares_things=entry.get("spares-non-players", False).boolean(),
            negates=any(v.negates for v in verbs),
            ignores=any(v.ignores for v in verbs),
            reduces=any(v.reduces for v in verbs),
            source=data,
        )

    def _moment(self, entry: Value, kind: str) -> tuple[int, Fits]:
        """Return the kinds of moment that a use is for, and what must hold at them."""
        when = entry.get("when", {})
        data = entry.data
        if "moment" in data:
            if when.mapping():
                raise when.error("what happens by itself is not played: it has a moment, and no `when`")
            return 0, occasions.always
        if kind == "sometimes":
            return self.phrases.moment(when)
        if when.mapping():
            raise when.error(f"only a Sometimes Card has a moment of its own, and this is {kind}")
        if "beats-any" in data and kind != "gambling":
            raise entry["beats-any"].error("only a Gambling Card has this; a Cheating Card may always take control")
        if kind in ("gambling", "cheating"):
            beats = entry.get("beats-any", False).boolean()
            return occasions.gamble({"cheating": TYPE_NAMES[kind] == CHEATING, "beats-any": beats})
        if kind == "anytime":
            return occasions.anytime()
        return occasions.action() if kind == "action" else (0, occasions.always)

    def _check_at_once(self, entry: Value, program: Sequence[Instr]) -> None:
        """Refuse what could not be carried out with no answer to it, and a word that means something there alone elsewhere."""
        data = entry.data
        verbs = self.phrases.words.verbs
        moment = data.get("moment", "")
        for instr in program:
            verb = verbs.get(instr.verb)
            if verb is not None and verb.only_at_once and verb.at_once != moment:
                raise entry.error(f"{instr.verb!r} is for what happens at the moment {verb.at_once!r}", "does")
            if moment in happenings.AT_ONCE and (verb is None or verb.at_once != moment):
                words = sorted(name for name, word in verbs.items() if word.at_once == moment)
                raise entry.error(f"at this moment a card does nothing but: {', '.join(words)}", "does")
        if moment in happenings.AT_ONCE and (data.get("pick") or not data.get("once")):
            raise entry.error("at this moment a card picks nobody, and works once: say `once: true`", "moment")

    def _hits(self, instr: Instr, parts: Parts) -> bool:
        """Whether whoever is picked loses Fortitude by this instruction, now or instead of somebody else."""
        if instr.verb == "pending":
            return any(self._hits(inner, parts) for inner in parts.uses[instr.n - parts.first].program)
        verb = self.phrases.words.verbs.get(instr.verb)
        if verb is None or verb.stat != STATS["fortitude"] or not verb.mass:
            return False
        return instr.args.get("who", verb.who) not in _NEVER_PICKED

    # --- families that a use speaks of -------------------------------------------------------------------------------

    def _by_family(self, entry: Value) -> str:
        if entry.text_at("by-family") and entry.data.get("moment") not in happenings.AT_ONCE:
            raise entry.error(f"this goes with one of these moments: {', '.join(happenings.AT_ONCE)}", "by-family")
        return self._family(entry, "by-family")

    def _family(self, entry: Value, key: str) -> str:
        family = entry.text_at(key)
        if family and family not in self.families:
            raise entry[key].error(f"no such family{near(family, self.families)}")
        return family

    def _called(self, family: str) -> str:
        return str(self.families[family].data.get("called", "")) if family else ""
