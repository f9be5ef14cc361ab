"""Runs scenarios: takes the steps, lets seats decline what lies between, and checks what must be true.

Between two steps every seat declines whatever it may decline until the seat that the next step names can do what the step
says. Checks and looks never decline more than open responses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from innkeeper.cards.titles import plain
from innkeeper.cards.yaml12 import BadText
from innkeeper.engine import atoms, gambling
from innkeeper.engine.decision import PASS, Decision, Option
from innkeeper.engine.program import Catalog
from innkeeper.engine.state import EFFECT, NOBODY, PHASES, THING, TURN, Frame
from innkeeper.library import Table
from innkeeper.rulebook.position import Position
from innkeeper.rulebook.scenario import Move, Scenario, Step
from innkeeper.view.labels import label

MOST_DECLINES: Final = 2_000


class Failed(Exception):
    """A scenario that does not come out as it says; the message says what was expected and what was there."""


@dataclass(slots=True)
class Result:
    """How a scenario came out. `why` is empty when it passed; `trace` has the log of each step."""

    name: str
    rules: tuple[str, ...]
    passed: bool
    why: str = ""
    trace: list[tuple[str, list[Any]]] = field(default_factory=list)
    table: Table | None = None


def run(scenario: Scenario, cards: Catalog | None = None) -> Result:
    """Run one scenario. A position that cannot be laid out fails it too, with line and key."""
    result = Result(scenario.name, scenario.rules, False)
    runner = Runner(scenario, cards)
    try:
        runner.play(result)
    except (Failed, BadText) as error:
        result.why = f"{runner.where()}{error}"
        if runner.t is not None:
            runner.trace(result, "until it failed")
    except Exception as error:
        result.why = f"{runner.where()}the engine failed: {type(error).__name__}: {error}"
    else:
        result.passed = True
    result.table = runner.t
    return result


class Runner:
    """One scenario being run: the table, and the step that is being taken."""

    def __init__(self, scenario: Scenario, cards: Catalog | None = None) -> None:
        """Keep what is needed; nothing is laid out yet."""
        self.scenario = scenario
        self.cards = cards
        self.t: Table | None = None
        self.index = -1
        self.skip = False
        self.seen = 0
        self.moved = 0

    def where(self) -> str:
        """Return which step is being taken, for a message."""
        if self.index < 0:
            return ""
        steps = self.scenario.steps
        if self.index >= len(steps):
            return "then: "
        step = steps[self.index]
        line = self.scenario.document.lines.get(step.path, 0)
        return f"step {self.index + 1} ({described(step)}, line {line}): "

    @property
    def table(self) -> Table:
        """The table; laid out by now."""
        assert self.t is not None
        return self.t

    def play(self, result: Result) -> None:
        """Lay the position out, take every step, check the end."""
        self.t = Position(self.scenario, self.cards).table()
        self.trace(result, "given")
        for index, step in enumerate(self.scenario.steps):
            self.index = index
            if self.skip:
                self.skip = False
                continue
            self._step(step)
            self.trace(result, described(step))
        self.index = len(self.scenario.steps)
        self._decline_responses()
        self.trace(result, "then")
        self._check(self.scenario.then)

    def trace(self, result: Result, what: str) -> None:
        """Keep what has happened since the last time, under the step it belongs to."""
        entries = self.table.entries()
        result.trace.append((what, entries[self.seen :]))
        self.seen = len(entries)

    # --- steps -------------------------------------------------------------------------------------------------------

    def _step(self, step: Step) -> None:
        if step.kind == "move":
            assert step.move is not None
            self._reach(step.move)
        elif step.kind == "everyone-pass":
            self._everyone_passes()
        elif step.kind == "advance":
            self._advance(step)
        elif step.kind == "expect":
            self._decline_responses()
            self._check(step.checks or {})
        elif step.kind == "expect-now":
            self._check(step.checks or {})
        elif step.kind == "never":
            assert step.move is not None
            self._never(step.move)
        else:
            assert step.move is not None
            open_now = self._try(step.move) is not None
            if open_now != (step.kind == "legal"):
                raise Failed(f"that move is {'open' if open_now else 'not open'} now; {self._open()}")

    def _reach(self, move: Move) -> None:
        """Let everybody decline until the move can be made, and make it."""
        limit = self.table.turns + sum(1 for m in self.table.game.members if any(not self.table.out[s] for s in m))
        declined: list[str] = []
        for _ in range(MOST_DECLINES):
            after = self._try(move)
            if after is not None:
                self.moved = len(self.table.entries())
                self.t = after
                return
            if self.table.decision is None:
                raise Failed(f"the game is over before {move.seat} can do this{_list(declined)}")
            if self.table.turns > limit:
                raise Failed(f"{move.seat} cannot do this within a round of turns{_list(declined)}; {self._open()}")
            d = self.table.decision
            declined.append(f"{self.table.game.names[d.seat]} ({d.kind})")
            if not self._decline(forced=True):
                raise Failed(f"{move.seat} cannot do this, and what is open cannot be declined: {self._open()}")
        raise Failed(f"{move.seat} cannot do this{_list(declined)}")

    def _everyone_passes(self) -> None:
        stack = self.table.stack
        if len(stack) < 2:
            return
        base = stack[1]
        for _ in range(MOST_DECLINES):
            if self.table.decision is None or not any(f is base for f in self.table.stack):
                return
            if not self._decline(forced=True):
                raise Failed(f"this cannot be declined: {self._open()}")
        raise Failed("it is not over after so many have declined")

    def _advance(self, step: Step) -> None:
        phase = PHASES.index(step.phase)
        of = self._seat(step.of) if step.of else NOBODY
        if self.table.phase == phase and of in (NOBODY, self.table.active):
            return
        limit = self.table.turns + len(self.table.game.members)
        seen = self.moved  # a Phase that began with the last move, and in which the table did not stop, is met
        while True:
            entries = self.table.entries()
            for kind, seat, _, _, n, _, _ in entries[seen:]:
                if kind == "phase" and n == phase and of in (NOBODY, seat):
                    self.moved = len(entries)
                    return
            seen = self.moved = len(entries)
            if self.table.decision is None or self.table.turns > limit:
                raise Failed(f"that Phase does not begin within a round of turns; {self._open()}")
            if not self._decline(forced=True):
                raise Failed(f"this cannot be declined: {self._open()}")

    def _never(self, move: Move) -> None:
        while True:
            if self._try(move) is not None:
                raise Failed(f"that move is open; {self._open()}")
            d = self.table.decision
            if d is None or d.kind != "answer":
                return
            self._decline(forced=False)

    def _decline_responses(self) -> None:
        while self.table.decision is not None and self.table.decision.kind == "answer":
            self._decline(forced=False)

    def _decline(self, forced: bool) -> bool:
        """Decline the open decision; with `forced`, take a forced order too. False when it cannot be declined."""
        d = self.table.decision
        assert d is not None
        if PASS in d.options:
            self.table.choose(PASS)
            return True
        piles = [o for o in d.options if o.kind == "order"]
        if forced and d.kind == "order" and len(piles) == 1:
            self.table.choose(piles[0])
            return True
        return False

    # --- moves -------------------------------------------------------------------------------------------------------

    def _seat(self, name: str) -> int:
        return self.table.game.names.index(name)

    def _try(self, move: Move) -> Table | None:
        """Return the table after the move, or None where it is not open now."""
        d = self.table.decision
        if d is None or d.seat != self._seat(move.seat):
            return None
        if move.kind == "pass":
            return self._after(d, [PASS]) if PASS in d.options else None
        if move.kind == "order":
            piles = [o for o in d.options if o.kind == "order"]
            return self._after(d, [o for o in piles if self._target_is(self.table, o.value, move.value)])
        if move.kind == "discard":
            return self._discard(move)
        if move.kind == "choose":
            return self._choose(move)
        return self._play(d, move)

    def _after(self, d: Decision, options: Sequence[Option]) -> Table | None:
        if not options:
            return None
        t = self.table.copy()
        t.choose(options[0])
        return t

    def _card_is(self, number: int, title: Any) -> bool:
        return isinstance(title, str) and plain(self.table.game.cards[number].title) == plain(title)

    def _discard(self, move: Move) -> Table | None:
        t = self.table.copy()
        wanted = list(move.value)
        seat = self._seat(move.seat)
        while True:
            d = t.decision
            if d is None or d.seat != seat or d.kind not in ("discard", "cards"):
                return t if not wanted else None
            for o in d.options:
                title = next((w for w in wanted if o.kind in ("discard", "card") and self._card_is(o.value, w)), None)
                if title is not None:
                    wanted.remove(title)
                    t.choose(o)
                    break
            else:
                if wanted or PASS not in d.options:
                    return None
                t.choose(PASS)
                return t

    def _choose(self, move: Move) -> Table | None:
        t = self.table.copy()
        seat = self._seat(move.seat)
        before = len(t.entries())
        answers = [*(move.value if isinstance(move.value, list) else [move.value]), *(move.on or ())]
        for i, answer in enumerate(answers):
            d = t.decision
            option = next((o for o in d.options if self._answers(t, o, answer)), None) if d and d.seat == seat else None
            if option is None:
                # Whom something goes to is not asked where there is only one.
                return t if i and i + 1 == len(answers) and move.on and self._came_to(t, before, answer) else None
            t.choose(option)
        return t

    def _came_to(self, t: Table, since: int, answer: Any) -> bool:
        return any(entry[0] == "front" and self._target_is(t, entry[1], answer) for entry in t.entries()[since:])

    def _answers(self, t: Table, o: Option, answer: Any) -> bool:
        if o.kind == "seat":
            return self._target_is(t, o.value, answer)
        if o.kind in ("card", "discard"):
            return self._card_is(o.value, answer)
        if o.kind == "word":
            return answer == o.word or str(answer) == str(o.value + 1)
        if o.kind == "number":
            return bool(answer == o.value)
        return o.kind == "pass" and answer in ("no", "pass")

    def _target_is(self, t: Table, target: int, answer: Any) -> bool:
        if not isinstance(answer, str):
            return False
        if target >= THING:
            return plain(t.game.cards[target % THING].title) == plain(answer)
        return 0 <= target < len(t.game.names) and t.game.names[target] == answer

    def _play(self, d: Decision, move: Move) -> Table | None:
        options = [o for o in d.options if o.kind == "play" and self._card_is(o.value, move.value)]
        options = [o for o in options if o.front] if move.front else [o for o in options if not o.front] or options
        uses = self.table.game.cards
        if move.mode:
            options = [o for o in options if uses[o.value].uses[o.use].mode == move.mode]
        elif len(options) > 1:
            wanted = self._mode_chosen_next(move.seat)
            if wanted:
                chosen = [o for o in options if uses[o.value].uses[o.use].mode == wanted]
                if chosen:
                    options = chosen
                    self.skip = True
        for option in options:
            t = self._play_option(option, move)
            if t is not None:
                return t
        self.skip = False
        return None

    def _mode_chosen_next(self, seat: str) -> str:
        """Return which of a card's printed choices the next step takes, where it is that seat's `choose`."""
        steps = self.scenario.steps
        following = steps[self.index + 1].move if self.index + 1 < len(steps) else None
        if following is not None and following.seat == seat and following.kind == "choose":
            return str(following.value)
        return ""

    def _play_option(self, option: Option, move: Move) -> Table | None:
        t = self.table.copy()
        seat = self._seat(move.seat)
        answered = t.stack[-1]
        t.choose(option)
        use = t.game.cards[option.value].uses[option.use]
        if move.on is None:
            return t
        if not use.picks and all(self._answered_is(t, answered, x) for x in move.on):
            return t  # what it answers; not what a choice is for that comes up as it resolves
        rest = list(move.on)
        named: list[int] = []
        while rest and t.decision is not None and t.decision.kind == "pick" and t.decision.seat == seat:
            chosen = next((o for o in t.decision.options if self._target_is(t, o.value, rest[0])), None)
            if chosen is None:
                return None
            named.append(chosen.value)
            t.choose(chosen)
            rest.pop(0)
        if not rest:
            return t
        if use.picks:
            return t if self._played_at(t, seat, option.value, move.on) else None
        return t if all(self._answered_is(t, answered, x) for x in rest) else None

    def _played_at(self, t: Table, seat: int, card: int, rest: Sequence[Any]) -> bool:
        for kind, who, _, number, _, _, targets in reversed(t.entries()):
            if kind == "play" and who == seat and number == card:
                return len(targets) >= len(rest) and all(self._target_is(t, a, b) for a, b in zip(targets, rest, strict=False))
        return False

    def _answered_is(self, t: Table, f: Frame, what: Any) -> bool:
        if f.kind == TURN:
            return False
        who = f.actor if f.kind == EFFECT else f.seat
        if isinstance(what, str) and 0 <= who < len(t.game.names) and t.game.names[who] == what:
            return True
        if f.kind == EFFECT and not f.physical and any(self._target_is(t, target, what) for target in f.targets):
            return True  # what counts as a card is told apart by whom it is for
        return any(c >= 0 and self._card_is(c, what) for c in (f.card, *f.cards))

    # --- checks ------------------------------------------------------------------------------------------------------

    def _open(self) -> str:
        """Describe the open decision: whose, and its options."""
        t = self.table
        if t.decision is None:
            return "the game is over"
        d = t.decision
        options = ", ".join(label(t, o) for o in d.options)
        return f"open: {t.game.names[d.seat]} ({d.kind}): {options}"

    def _check(self, checks: Mapping[str, Any]) -> None:
        t = self.table
        wrong: list[str] = []
        for key, value in checks.items():
            if key in t.game.names:
                seat = t.game.names.index(key)
                for what, expected in value.items():
                    self._compare(wrong, f"{key}.{what}", expected, self._of_seat(seat, what))
            elif key in ("cites", "not_cites"):
                cited = {rule for entry in t.entries() for rule in entry[5]}
                for rule in value:
                    if (rule in cited) != (key == "cites"):
                        wrong.append(f"{key}: the log {'cites' if rule in cited else 'does not cite'} {rule}")
            elif key == "gambling" and value == "over":
                self._compare(wrong, key, "over", "over" if t.control < 0 else "under way")
            elif isinstance(value, Mapping):
                for what, expected in value.items():
                    self._compare(wrong, f"{key}.{what}", expected, self._of_table(key, what))
            else:
                # One winner may be written alone or as a list of one.
                expected = [value] if key == "winner" and isinstance(value, str) else value
                self._compare(wrong, key, expected, self._of_table(key, ""))
        if wrong:
            raise Failed("; ".join(wrong) + f" ({self._open()})")

    def _compare(self, wrong: list[str], what: str, expected: Any, actual: Any) -> None:
        if what.endswith("_has"):
            there = Counter(plain(x) for x in actual)
            missing = Counter(plain(x) for x in expected) - there
            if missing:
                wrong.append(f"{what}: expected {expected} among {actual}")
            return
        if isinstance(actual, list):
            same = isinstance(expected, list) and Counter(plain(str(x)) for x in expected) == Counter(
                plain(str(x)) for x in actual
            )
        else:
            same = type(expected) is type(actual) and expected == actual
        if not same:
            wrong.append(f"{what}: expected {expected}, there is {actual}")

    def _titles(self, cards: Sequence[int]) -> list[str]:
        return [self.table.game.cards[c].title for c in cards]

    def _of_seat(self, seat: int, what: str) -> Any:
        t = self.table
        p = t.game.party[seat]
        numbers = {"fortitude": t.fortitude[p], "alcohol": t.alcohol[p], "gold": t.gold[p], "out": bool(t.out[seat])}
        if what in numbers:
            return numbers[what]
        character = t.game.characters[seat]
        for i, (counter, words) in enumerate(character.counter_names):
            if what == counter:
                n = t.counters[seat][i]
                return words[n] if words else n
        name, size = what, False
        for ending in ("_has", "_size", "_only"):
            if what.endswith(ending):
                name, size = what.removesuffix(ending), ending == "_size"
        piles: dict[str, Sequence[int]] = {
            "hand": t.hand[seat],
            "deck": t.deck[seat],
            "discard": t.discard[seat],
            "drink_pile": t.drink_pile[seat],
        }
        named = {kind: key for who in t.game.characters for key, kind in who.front_keys}
        for key in ("in_front", *named.values()):
            front = [(c, t.game.cards[c]) for c, _, _ in t.front[seat]]
            piles[key] = [c for c, card in front if named.get(card.thing or card.subtype, "in_front") == key]
        for side in character.side:
            piles[side] = atoms.side(t, seat, side)
        for other in t.game.characters:
            for side in other.side:
                piles.setdefault(side, ())  # a pile that only another character has
        if name not in piles:
            raise Failed(f"nothing is known of {t.game.names[seat]}.{what}")
        return len(piles[name]) if size else self._titles(piles[name])

    def _of_table(self, key: str, what: str) -> Any:
        t = self.table
        names = t.game.names
        if key == "inn" and what == "gold":
            return t.inn
        pile = what.removesuffix("_size").removesuffix("_has")
        if key == "inn" and pile in t.game.inn_piles:
            cards = atoms.inn_pile(t, pile)
            return len(cards) if what.endswith("_size") else self._titles(cards)
        if key == "drink_deck_size":
            return len(t.drink_deck)
        if key == "drink_deck":
            return self._titles(t.drink_deck)
        if key in ("drink_discard", "drink_discard_has"):
            return self._titles(t.drink_discard)
        if key == "drink_discard_size":
            return len(t.drink_discard)
        if key == "winner":
            return [names[s] for s in t.outcome.winners] if t.outcome else []
        if key == "turn":
            if what == "phase":
                return PHASES[t.phase]
            if what == "active":
                return names[t.active]
        if key == "gambling" and t.control >= 0:
            if what == "pot":
                return t.pot
            if what == "in_control":
                return names[t.control]
            if what == "in":
                return [names[s] for s in gambling.champions(t)]
            if what in t.game.inn_piles:
                return "".join(self._titles(atoms.inn_pile(t, what)))
        elif key == "gambling":
            return "no Round is under way"
        raise Failed(f"nothing is known of {key}{'.' + what if what else ''}")


def described(step: Step) -> str:
    """Return a step in a few words."""
    if step.move is not None:
        m = step.move
        text = f"{m.seat}: {m.kind}" + (f" {m.value}" if m.value is not None else "")
        if m.on is not None:
            text += f" on {', '.join(str(x) for x in m.on)}"
        return text if step.kind == "move" else f"{step.kind} {text}"
    if step.kind == "advance":
        return f"advance {step.phase}" + (f" of {step.of}" if step.of else "")
    return step.kind.replace("-pass", ": pass")


def _list(declined: Sequence[str]) -> str:
    return f"; declined: {', '.join(declined[-12:])}" if declined else ""
