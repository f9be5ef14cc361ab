"""A game at the keyboard: asks people, lets bots play, tells the story, and writes every choice down."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.text import Text

from innkeeper.cli.answers import Unclear, match, match_several, number_in, split
from innkeeper.cli.screen import Screen
from innkeeper.engine.decision import Decision, Option
from innkeeper.engine.state import EFFECT, NOBODY, THING
from innkeeper.rulebook.ledger import ledger
from innkeeper.session.asking import HINTS, declining, hint, pending_words, question, standing
from innkeeper.session.ending import verdict
from innkeeper.session.explaining import VARIANTS
from innkeeper.session.forecast import forecast, touches
from innkeeper.session.passing import Passing
from innkeeper.session.sitting import Quit, Sitting
from innkeeper.session.storyteller import Line, Storyteller
from innkeeper.session.texts import text_of, text_of_use
from innkeeper.view.labels import label, target
from innkeeper.view.story import listed, name_of, opening_words, quoted

HELP: Final = (
    ("Enter", "takes the answer that is marked with *"),
    ("a number, or words", "takes that answer; part of a title or of a name is enough: goddess, ger, pass"),
    ("1 3 4", "several cards at once, in Discard and Draw; all for your whole hand"),
    ("? 2   ? goddess", "what a card does, and why it cannot be played now"),
    ("hand, table, log", "your cards with their texts; all seats; what has happened (log 50 for more)"),
    ("skip", "lets be whatever does not touch you, until your next turn"),
    ("why", "the rules behind what has just happened; rules core.drink.chaser for one by its name"),
    ("save FILE", "writes the game to a file as well (it is saved all the time)"),
    ("quit, or Ctrl-C", "stops; the game can be gone on with later"),
)


@dataclass(slots=True)
class Choice:
    """One thing on offer: what a person may call it, what is shown, and what is said beside it."""

    name: str
    shown: str
    beside: str = ""
    card: int = -1


class Session(Sitting):
    """A game in lines of text: asks on a screen, and tells the story there."""

    def __init__(self, sitting: Sitting, screen: Screen, hints: bool = True) -> None:
        """hints: say what a Phase is about when it comes for the first time."""
        super().__init__(sitting.table, sitting.record, sitting.players, sitting.save_to, sitting.plays)
        self.screen = screen
        self.tellers = {seat: Storyteller(seat) for seat in self.people or [NOBODY]}
        self.last: list[Line] = []
        self.hinted: set[str] = set() if hints else set(HINTS)
        self.at_keyboard = self.people[0] if self.people else NOBODY
        self._shown_turn = NOBODY
        self._said_out = False
        self._passing = {seat: Passing() for seat in self.people}
        self._read_cards: set[tuple[int, int]] = set()

    @property
    def eye(self) -> int:
        """The seat that reads the screen now."""
        return self.at_keyboard

    # --- the game ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end. Raises Quit, EOFError, KeyboardInterrupt as a person stops; Stuck; OSError for the record."""
        while True:
            decision = self.table.decision
            if decision is None:
                break
            if self.players[decision.seat] is not None:
                self._bot()
            elif len(decision.options) == 1:
                self.take(0, chosen=False)  # ordering with one pile, a turn in a Round with nothing to play: nobody is asked
            elif self._passing[decision.seat].lets_be(self.table, decision):
                self.take(decision.default, chosen=False)
            else:
                self._person(decision)
        self._end()

    def _bot(self) -> None:
        self.take(self.bots_choice())
        if self.people and all(self.table.out[seat] for seat in self.people) and not self._said_out:
            self._tell()
            self._said_out = True
            if self.table.decision is not None:
                self.screen.say()
                self.screen.say("You are out of the game. The others play on.", "bold")

    def mistake(self, what: str, error: Exception) -> None:
        """Say what went wrong, and that the game goes on."""
        self.screen.say(f'The engine made a mistake at "{what}" ({type(error).__name__}: {error}).', "bold red")
        self.screen.say(f"The game goes on without it. Please report this, with the file {self.save_to}.")

    def _end(self) -> None:
        self._tell()
        self.finish()
        self.screen.say()
        if self.people:
            self.screen.say(verdict(self.table, self.people[0] if len(self.people) == 1 else NOBODY), "bold")
        self.screen.seats(self.table, self.eye)
        self.screen.whole(f"The whole game again, as a story: innkeeper replay {self.save_to}")

    def _tell(self) -> list[Line]:
        lines = self.tellers[self.eye].news(self.table)
        if lines:
            self.last = lines
            self.screen.story(lines)
        return lines

    # --- asking -----------------------------------------------------------------------------------------------------

    def _person(self, decision: Decision) -> None:
        if decision.seat != self.at_keyboard:
            self._tell()
            self.at_keyboard = decision.seat
            self.screen.say()
            name = self.called(decision.seat)
            self._read(f"It is for {name} to answer. Enter when {name} sits at the keyboard (and nobody else looks): ")
        news = self._tell()
        self._head(decision, bool(news) and news[-1].kind == "play")
        if decision.kind == "discard":
            self._ask_discard(decision)
        else:
            self._ask_one(decision)

    def _head(self, decision: Decision, just_told: bool) -> None:
        t, seat = self.table, decision.seat
        self.screen.say()
        if t.active == seat and self._shown_turn != t.turns:
            self._shown_turn = t.turns
            self._read_cards.clear()
            self.screen.seats(t, seat)
        if decision.kind not in self.hinted and decision.kind in HINTS:
            self.hinted.add(decision.kind)
            self.screen.say(hint(t.game, decision.kind, seat), "italic")
        top = t.stack[-1] if t.stack else None
        if decision.kind in ("answer", "choose", "cards", "order-card"):
            for i, sentence in enumerate(forecast(t, seat, not just_told)):
                self.screen.say(f"  {sentence}", "bold" if i == 0 else "", indent=2)
            if top is not None and top.kind == EFFECT and top.card >= 0 and top.actor != seat:
                said = self._text_once(top.card, top.use)
                if said:
                    self.screen.say(f"  {quoted(t.game, top.card)}: {said}", "dim", indent=2)
            under = [pending_words(t, f, self.eye) for f in reversed(t.stack[:-1])]
            if any(under):
                self.screen.say(f"  Under it, still to come: {listed([text for text in under if text])}.", "dim", indent=2)
        if decision.kind == "gamble" or (decision.kind == "answer" and touches(t, seat)):
            self.screen.you(t, seat)

    def _text_once(self, card: int, use: int = -1) -> str:
        """Return what a card says, once in a turn: it has been read then, and ? tells it again."""
        if (card, use) in self._read_cards or (card, -1) in self._read_cards:
            return ""
        self._read_cards.add((card, use))
        read = self.table.game.cards[card]
        return text_of(read) if use < 0 else text_of_use(read, use)

    def _ask_discard(self, decision: Decision) -> None:
        t, seat = self.table, decision.seat
        hand = t.hand[seat]
        self.screen.say("Which cards do you throw away? Several at once: 1 3 4", "bold")
        names = [t.game.cards[card].title for card in hand]
        choices = [Choice(name, name, self._text_once(card), card) for name, card in zip(names, hand, strict=True)]
        for i, choice in enumerate(choices, 1):
            self.screen.item(f"{i:4}  {choice.shown}", choice.beside, "bold")
        self.screen.say("   *  keep them all (Enter)")
        while True:
            typed = self._read("> ")
            if self._command(typed, choices):
                continue
            if typed.strip().lower() in ("", "pass", "none", "keep", "0", "no"):
                chosen: list[int] = []
                break
            try:
                chosen = match_several(typed, names)
                break
            except Unclear as error:
                self.screen.say(str(error))
        turn = t.turns
        for card in [hand[i] for i in chosen]:
            self._take_option(Option("discard", card))
        # The last card of a hand leaves nothing more to name, and the engine goes on by itself.
        now = self.table.decision
        if now is not None and now.kind == "discard" and now.seat == seat and self.table.turns == turn:
            self._take_option(Option("pass"))

    def _take_option(self, option: Option) -> None:
        decision = self.table.decision
        assert decision is not None
        self.take(decision.options.index(option))

    def _ask_one(self, decision: Decision) -> None:
        t = self.table
        if decision.kind == "action":
            self._read_cards.clear()
        choices = [self._choice(decision, option) for option in decision.options]
        self.screen.say(question(t, decision), "bold")
        for i, choice in enumerate(choices):
            mark = "*" if i == decision.default else " "
            self.screen.item(f"{mark}{i + 1:3}  {choice.shown}", choice.beside, "bold" if choice.card >= 0 else "")
        self._not_now(decision)
        names = [choice.name for choice in choices]
        while True:
            typed = self._read("> ")
            if self._command(typed, choices):
                continue
            if not typed.strip():
                self.take(decision.default)
                return
            if typed.strip().lower() == "skip" and decision.kind == "answer":
                self._passing[decision.seat].until_next_turn(self.table)
                self.take(decision.default)
                return
            try:
                self.take(match(typed, names))
                return
            except Unclear as error:
                self.screen.say(self._unclear(typed, decision) or str(error))

    def _unclear(self, typed: str, decision: Decision) -> str:
        """Say why a card that was named cannot be played now; "" where no card of the hand is meant."""
        hand = self.table.hand[decision.seat]
        titles = [self.table.game.cards[card].title for card in hand]
        try:
            card = hand[match(typed, titles)] if number_in(typed.strip()) is None else -1
        except Unclear:
            return ""
        why = self.table.why_not(decision.seat, card) if card >= 0 else ""
        return f"{quoted(self.table.game, card)} cannot be played now. {why}" if why else ""

    def _not_now(self, decision: Decision) -> None:
        if decision.kind not in ("action", "gamble"):
            return
        t = self.table
        playable = {option.value for option in decision.options if option.kind == "play"}
        rest = [quoted(t.game, card) for card in dict.fromkeys(t.hand[decision.seat]) if card not in playable]
        if rest:
            self.screen.say(f"      not now: {', '.join(rest)}", "dim", indent=15)

    def _choice(self, decision: Decision, option: Option) -> Choice:
        t = self.table
        if option.kind in ("play", "discard", "card"):
            card = t.game.cards[option.value]
            if option.kind != "play":
                return Choice(card.title, card.title, self._text_once(card.number), card.number)
            # The label tells one use of a card from another.
            more = label(t, option).removeprefix(f'play "{card.title}"')
            text = self._text_once(card.number, option.use)
            return Choice(card.title + more, f"{quoted(t.game, card.number)}{more}", text, card.number)
        if option.kind in ("order", "seat"):
            if option.value >= THING:
                return Choice(target(t, option.value), target(t, option.value))
            if option.value == NOBODY:
                return Choice("nobody", "nobody")
            name = name_of(t.game, option.value)
            return Choice(name, name, standing(t, option.value, decision.seat))
        if option.kind == "pass":
            shown = declining(t, decision)
            if decision.kind == "answer":
                shown = f"pass: {shown} (skip: until your next turn)"
            elif decision.kind in ("action", "gamble"):
                shown = f"pass: {shown.removeprefix('pass, and ')}"
            return Choice(shown.partition(":")[0], shown)
        return Choice(label(t, option), label(t, option))

    # --- commands ---------------------------------------------------------------------------------------------------

    def _read(self, prompt: str) -> str:
        console = self.screen.console
        console.file.flush()
        typed = input(prompt)
        if not sys.stdin.isatty():
            print(typed)  # so that what was typed stands in what a pipe writes
        return typed

    def _command(self, typed: str, choices: Sequence[Choice]) -> bool:
        """Carry out what is no answer; return whether it was one of these."""
        text = typed.strip()
        if text.startswith("?"):
            self._explain(text[1:].strip(), choices)
            return True
        word, rest = split(text)
        if word in ("help", "h"):
            self._explain(rest, choices)
        elif word == "hand" and not rest:
            self._hand()
        elif word in ("table", "seats") and not rest:
            self.screen.seats(self.table, self.eye)
        elif word == "log" and (not rest or (number_in(rest) or 0) > 0):
            self._log(number_in(rest) or 25)
        elif word == "why" and not rest:
            self._why()
        elif word in ("rules", "rule"):
            self._rules(rest)
        elif word == "save":
            self._save(rest)
        elif word in ("quit", "exit", "q") and not rest:
            raise Quit
        else:
            return False
        return True

    def _explain(self, what: str, choices: Sequence[Choice]) -> None:
        if not what:
            wide = max(len(key) for key, _ in HELP)
            for key, text in HELP:
                self.screen.say(f"  {key:{wide}}  {text}", indent=wide + 4)
            self._variants()
            return
        found = self._find_card(what, choices)
        if isinstance(found, str):
            self.screen.say(found)
            return
        t = self.table
        note = ""
        if found in t.hand[self.eye]:
            why = t.why_not(self.eye, found)
            note = f"Not now: {why}" if why else "It can be played now."
        self.screen.card(t.game.cards[found], note)

    def _variants(self) -> None:
        """Tell what this table is played with besides the usual game."""
        game = self.table.game
        names = [name for name in game.variants if name in VARIANTS]
        for name in ["teams", *names] if game.teams and game.boss == NOBODY else names:
            opening = f"{opening_words(game)} " if name in ("boss", "teams") else ""
            self.screen.item(f"  {name.capitalize()}", opening + VARIANTS[name], "bold", "")

    def _find_card(self, what: str, choices: Sequence[Choice]) -> int | str:
        """Return the card that is meant: one on offer, in hand or in front, of this game; or a sentence."""
        t = self.table
        number = number_in(what)
        if number is not None:
            if not 1 <= number <= len(choices):
                return f"There is no {number}; the numbers go from 1 to {len(choices)}."
            card = choices[number - 1].card
            return card if card >= 0 else "That is no card."
        near = list(dict.fromkeys([choice.card for choice in choices if choice.card >= 0] + list(t.hand[self.eye])))
        near += [item[0] for items in t.front for item in items]
        near += [
            card for f in t.stack if f.kind != EFFECT or f.stage for card in (f.card, *f.cards) if card >= 0 and f.kind != 0
        ]
        known = set(t.game.sheets[self.eye].deck) if self.eye >= 0 else set()
        wide = [card.number for card in t.game.cards if card.home in (*t.game.seats, "drink") or card.number in known]
        sentence = ""
        for cards in (near, wide):
            try:
                return cards[match(what, [t.game.cards[card].title for card in cards])]
            except Unclear as error:
                sentence = str(error)
                if "could be" in sentence:
                    return sentence
        return f'No card in this game is called "{what}".' if "none of these" in sentence else sentence

    def _hand(self) -> None:
        t = self.table
        if self.eye == NOBODY or not t.hand[self.eye]:
            self.screen.say("There is no card in your hand.")
            return
        for card in t.hand[self.eye]:
            self.screen.item(f"      {t.game.cards[card].title}", text_of(t.game.cards[card]))

    def _log(self, lines: int) -> None:
        told = Storyteller(self.eye).news(self.table)
        self.screen.story(told[-lines:])

    def _why(self) -> None:
        if not self.last:
            self.screen.say("Nothing has happened yet.")
            return
        for line in self.last[-6:]:
            self.screen.say(line.text, "bold")
            if line.rules:
                self.screen.rules(line.rules)

    def _rules(self, words: str) -> None:
        if not words:
            self._why()
            return
        known = ledger()
        found = [rule for rule in known if rule == words] or [rule for rule in known if words.lower() in rule]
        if not found:
            found = [rule.id for rule in known.values() if words.lower() in rule.rule.lower()]
        if not found:
            self.screen.say(
                f'No rule has "{words}" in its name or its text. why tells the rules behind what has just happened.'
            )
            return
        self.screen.rules(found[:8])
        if len(found) > 8:
            self.screen.say(f"and {len(found) - 8} more.")

    def _save(self, name: str) -> None:
        if not name:
            self.screen.say(f"The game is saved all the time, in {self.save_to}. save FILE writes it to another file as well.")
            return
        path = Path(name).expanduser()
        try:
            self.record.copy_to(path)
        except OSError as error:
            self.screen.say(f"{path} cannot be written: {error.strerror or error}.")
            return
        self.screen.whole(f"Saved. Go on with: innkeeper play --resume {path}")


def headline(session: Session) -> Text:
    """Return who plays, and the seed, in a sentence."""
    t = session.table
    names = [t.game.sheets[seat].name for seat in range(len(t.out))]
    bots = [name_of(t.game, seat) for seat, bot in enumerate(session.players) if bot is not None]
    text = Text()
    if len(session.people) == 1:
        text.append(f"You are {names[session.people[0]]}", "bold")
        text.append(f"; {listed(bots)} {'is played by a bot' if len(bots) == 1 else 'are played by bots'}. ")
    elif session.people:
        people = [
            names[s] if session.called(s) == name_of(t.game, s) else f"{session.called(s)} ({names[s]})" for s in session.people
        ]
        text.append(f"{listed(people)} sit at the keyboard", "bold")
        text.append(f"; {listed(bots)} {'is' if len(bots) == 1 else 'are'} played by bots. " if bots else ". ")
    else:
        text.append(f"{listed(names)}, all played by bots. ", "bold")
    return text
