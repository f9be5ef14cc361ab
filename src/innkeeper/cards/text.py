"""The text of a card as people read it, rendered from the same program that the engine runs.

A use reads as its moment, whom to pick, and one sentence for each step, in the order in which the steps are carried out
(core.respond.in-order). What a word says is the registry's; how sentences are put together is here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from innkeeper.engine.program import ACTION, ANYTIME, CHEATING, GAMBLING, INN_HOME, PRIZE, SOMETIMES, Card, Use
from innkeeper.engine.registry import AmountWord, ConditionWord, Subject, Vocabulary

THAT_PLAYER: Final = Subject("that player", third=True)
YOU: Final = Subject("you", own="your")
_TYPES: Final = (
    (ACTION, "Action"),
    (GAMBLING, "Gambling"),
    (CHEATING, "Cheating"),
    (SOMETIMES, "Sometimes"),
    (ANYTIME, "Anytime"),
)
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_SPEAKS_OF_THEM: Final = re.compile(r"\b(?:they|them|their)\b", re.IGNORECASE)
_CANNOT: Final = {"negated": "Negated", "ignored": "Ignored", "reduced": "reduced"}
_EVENT_KINDS: Final = {"gm": "GM"}
_TO_BIN: Final = "Then this goes to the Prize Bin."
STANDING: Final = {
    "plays-nothing": "you play no cards",
    "ignores-all": "you Ignore whatever can be Ignored",
    "not-picked": "you cannot be picked",
    "no-fortitude-loss": "you lose no Fortitude",
}


def type_line(card: Card) -> str:
    """Return what kind of card it is, in the rulebook's words: "Action or Gambling Card", "Drink Event"."""
    if card.event:
        kind = card.subtype or ("drink" if _is_drink(card) else "")
        return f"{_EVENT_KINDS.get(kind, kind.capitalize())} Event".strip()
    if card.home == INN_HOME:
        line = card.pile.capitalize()
    elif _is_drink(card):
        line = "Drink"
    else:
        uses = [use for use in card.uses if use.playable and not card.thing]
        names = [name for bit, name in _TYPES if any(use.type & bit for use in uses)]
        line = f"{_list(names, 'or')} Card" if names else card.thing.capitalize() or "Card"
    return f"{line} ({card.subtype})" if card.subtype else line


def _is_drink(card: Card) -> bool:
    """Whether this is a Drink or a Drink Event, of the Drink Deck or of a character's own."""
    return card.pile == "drink" or card.alcohol != 0


def card_text(card: Card, words: Vocabulary) -> str:
    """Return the whole text of a card, one line for each use; `words` is the registry that the card was built with."""
    if card.home == INN_HOME and not card.event:
        return "\n".join(_prize(card, words))
    drink = _is_drink(card)
    lines = _drink(card, words) if drink and not card.event else []
    several = sum(use.playable for use in card.uses) > 1
    uses = card.source.get("uses")
    written = len(uses) if isinstance(uses, list) else 1
    kept_or_given = card.in_front.get("playable") == "owner" and any(use.moment for use in card.uses)
    for i, use in enumerate(card.uses):
        if i >= written or (drink and not card.event):
            break  # these are parts, told where the card speaks of them
        label = ""
        if several and use.playable and not use.when and use.mode.isdigit():
            label = f"Choice {use.mode}: "
        elif several and use.playable and not use.when:
            label = next(f"As {_an(name)} Card: " for bit, name in _TYPES if use.type & bit)
        if kept_or_given:
            kept = f"Kept, {_uncapital(label)}" if label else "Kept: "
            label = kept if use.playable else "Given away: "
        lines.append(label + use_text(use, words))
    if card.in_front:
        lines.append(_in_front(card.in_front))
    if drink and not card.splittable:
        lines.append("It cannot be split.")
    return (" " if drink else "\n").join(line for line in lines if line)


def use_text(use: Use, words: Vocabulary) -> str:
    """Return the text of one use of a card: its moment, if it has one of its own, what it picks and what it does."""
    source = use.source
    moment = ""
    for name, args in use.when.items():
        moment = words.triggers[name].text(args if isinstance(args, Mapping) else {})
    if use.moment:
        moment = happening(words.moments[use.moment])
        if use.by_family:
            moment += f" with {use.by_called or f'a card of the family {use.by_family}'}"
    pick = _picks([pick.name for pick in use.picks], words)
    telling = _Telling(words, bool(pick))
    sentences = [_sentence(clause) for clause in telling.clauses(source.get("does", ()))]
    if pick:
        first = sentences[0] if sentences else ""
        if not moment and _SPEAKS_OF_THEM.search(first.split(". ")[0]):
            sentences[0] = f"{pick}: {_uncapital(first)}"
        else:
            sentences.insert(0, _sentence(pick))
    if source.get("spares-non-players"):
        sentences.append("Only players are affected.")
    if use.once:
        sentences.append(_TO_BIN if use.type & PRIZE else "Then this card is put away.")
    if use.chain:
        sentences.append(f"Any number of {use.chain} Actions may be played in one Action Phase.")
    if source.get("beats-any"):
        sentences.append("It may be played even where only a Cheating Card may take control.")
    cannot = [_CANNOT[str(word)] for word in _words(source.get("cannot-be"))]
    if cannot:
        sentences.append(f"It cannot be {_list(cannot, 'or')}.")
    if use.shield:
        sentences.append(f"Only a {use.shield_called or f'card of the family {use.shield}'} may affect this one.")
    return f"{_capital(moment)}: {' '.join(sentences)}" if moment else " ".join(sentences)


def happening(text: str) -> str:
    """Return a moment at which something happens by itself as it stands before a colon: "when your next turn begins"."""
    return text if text.startswith(("in ", "as ", "when ")) else f"when {text}"


class _Telling:
    """Tells steps one after the other. Who was picked is "they" right after the picking, and "that player" later on."""

    def __init__(self, words: Vocabulary, just_picked: bool) -> None:
        self.words = words
        self.near = just_picked

    def clauses(self, steps: object) -> list[str]:
        """Return a clause for each step; neighbours with one subject are drawn together: "they lose ... and pay ..."."""
        joined: list[list[str]] = []
        last = ""  # the subject of the clause before
        for step in steps if isinstance(steps, (list, tuple)) else ():
            if "if" in step:
                subject, clause = "", self._branch(step)
            elif "choose" in step:
                subject, clause = "", self._choice(step["choose"])
            elif "pending" in step:
                subject, clause = "", self._inner(step["pending"])
            elif "each" in step:
                subject, clause = "", self._each(step)
            else:
                ((name, args),) = step.items()
                subject, clause = self._step(name, args, bool(last))
            if subject and subject == last and not re.search(r"[.,:;]", joined[-1][0] + clause):
                joined[-1].append(clause.removeprefix(f"{subject} "))
            else:
                joined.append([clause])
            last = subject
        return [_list(parts, "and") for parts in joined]

    def _step(self, name: str, args: Mapping[str, Any], of_others: bool) -> tuple[str, str]:
        verb = self.words.verbs[name]
        who = str(args.get("who", verb.who))
        subject = self.words.selectors[who].subject
        if who == "picked" and not self.near:
            subject = THAT_PLAYER
        if subject.order and of_others:
            subject = YOU  # after "they lose ..." an order would be misread
        written, amount = dict(args), ""
        for key, value in args.items():
            if key in verb.args and verb.args[key].kind in ("number", "stat") and not isinstance(value, int):
                written[key] = "X"
                amount = f", where X is {_said(self.words.amounts, value)}"
        clause = verb.say(written, subject) + amount
        self.near = self.near and bool(_SPEAKS_OF_THEM.search(clause))
        return ("" if subject.order or not clause.startswith(f"{subject.text} ") else subject.text), clause

    def _inner(self, steps: object) -> str:
        near = self.near
        text = ", then ".join(clause.rstrip(".").replace(". ", "; ") for clause in self.clauses(steps))
        self.near = near
        return text

    def _branch(self, step: Mapping[str, Any]) -> str:
        text = f"if {_said(self.words.conditions, step['if'])}, {self._inner(step['then'])}"
        return f"{text}. Otherwise, {self._inner(step['else'])}" if "else" in step else text

    def _each(self, step: Mapping[str, Any]) -> str:
        whom = self.words.selectors[str(step["each"])].subject.object
        self.near = True
        text = f"for {whom}, one after the other: {self._inner(step['does'])}"
        self.near = False
        return text

    def _choice(self, choice: Mapping[str, Any]) -> str:
        who = str(choice.get("who", "you"))
        subject = self.words.selectors[who].subject if who != "picked" or self.near else THAT_PLAYER
        if who == "picked":
            self.near = True
        options = [f'"{word}" ({self._inner(steps)})' for word, steps in choice["options"].items()]
        return f"{subject.does('choose')} {_list(options, 'or')}"


def _picks(names: Sequence[str], words: Vocabulary) -> str:
    parts: list[str] = []
    for name in dict.fromkeys(names):
        word, n = words.picks[name], names.count(name)
        if n > 1 and word.several:
            parts.append(word.several.format(n=_NUMBERS[n] if n < len(_NUMBERS) else n))
        else:
            parts += [word.text] * n if word.text else []
    return ", then ".join([*parts[:1], *map(_uncapital, parts[1:])])


def _prize(card: Card, words: Vocabulary) -> list[str]:
    """Return the lines of a Prize: what it does by itself, what its owner may play it for, what it does meanwhile."""
    lines = []
    for use in card.uses:
        if use.playable:
            kind = next(name for bit, name in _TYPES if use.type & bit)
            lines.append(f"Keep this, and play it once, as {_an(kind)} Card. {use_text(use, words)} {_TO_BIN}")
        elif use.moment:
            lines.append(use_text(use, words))
    lines.append(_in_front({key: value for key, value in card.in_front.items() if key != "playable"}))
    return [line for line in lines if line]


def _drink(card: Card, words: Vocabulary) -> list[str]:
    """Return the sentences of a Drink: what its drinker does first, its numbers, what else it does, how it may be played."""
    first = use_text(card.uses[card.before_drink], words) if card.before_drink >= 0 else ""
    lines = [f"Before you drink this: {_uncapital(first)}"] if first else []
    lines.append(_numbers(card, words))
    if card.on_drink >= 0:
        lines.append(use_text(card.uses[card.on_drink], words))
    played = next((name for use in card.uses if use.playable for bit, name in _TYPES if use.type & bit), "")
    if played:
        lines.append(f"In front of you it is {_an(played)} Card with the same effect, and no Drink.")
    return lines


def _numbers(card: Card, words: Vocabulary) -> str:
    text = _sentence(_gains(card.alcohol, card.fortitude, "gain", "lose"))
    if card.alcohol_amount is not None:
        text = f"Gain X Alcohol Content, where X is {_said(words.amounts, card.source['alcohol'])}."
    if not text and card.on_drink < 0 and not card.chaser:
        text = "Nothing happens."
    for trait, (alcohol, fortitude) in card.instead_for.items():
        kind = _an(trait.replace("_", " "))
        gains = _gains(alcohol, fortitude, "gains", "loses")
        text += f" {_capital(kind)} {gains} instead." if gains else f" To {kind} nothing happens instead."
    return f"{text} Chaser: reveal the next card as well.".strip() if card.chaser else text


def _gains(alcohol: int, fortitude: int, gain: str, lose: str) -> str:
    markers = [(n, name) for n, name in ((alcohol, "Alcohol Content"), (fortitude, "Fortitude")) if n]
    parts: list[str] = []
    for i, (n, name) in enumerate(markers):
        same = i and (n > 0) == (markers[0][0] > 0)
        parts.append(f"{abs(n)} {name}" if same else f"{gain if n > 0 else lose} {abs(n)} {name}")
    return _list(parts, "and")


def _in_front(facts: Mapping[str, object]) -> str:
    holds = [STANDING[str(word)] for word in _words(facts.get("holds"))]
    more = facts.get("hand_size", 0)
    if isinstance(more, int) and more:
        holds.append(f"your hand size is {abs(more)} {'higher' if more > 0 else 'lower'}")
    sentences = [f"While it lies in front of you, {_list(holds, 'and')}."] if holds else []
    if facts.get("playable") == "owner":
        sentences.append("Its owner may play it from in front of them.")
    elif facts.get("playable") == "holder":
        sentences.append("Whoever has it in front of them may play it from there.")
    if facts.get("until") == "next-turn":
        sentences.append("It is put away as your next turn begins.")
    return " ".join(sentences)


def _words(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _list(parts: Sequence[str], last: str) -> str:
    if len(parts) < 3:
        return f" {last} ".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def _an(text: str) -> str:
    return ("an " if text[:1].lower() in "aeiou" else "a ") + text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _uncapital(text: str) -> str:
    # Negate and Ignore are rules terms and keep their capital letter.
    return text if text.startswith(("Negate", "Ignore")) else text[:1].lower() + text[1:]


def _sentence(clause: str) -> str:
    if not clause:
        return ""
    return _capital(clause) + ("" if clause.endswith((".", "!", "?")) else ".")


def _said(words: Mapping[str, AmountWord] | Mapping[str, ConditionWord], value: Any) -> str:
    """Return an amount or a condition as it reads, from `name` or `{name: {arguments}}`."""
    name, args = (value, {}) if isinstance(value, str) else next(iter(value.items()))
    return str(words[name].text(args))
