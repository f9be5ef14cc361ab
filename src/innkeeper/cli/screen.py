"""The table in lines of text: seats, hands, cards, the story. Colour only on a terminal, and never alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from innkeeper.cards.text import card_text, type_line
from innkeeper.engine.losing import PASSED_OUT
from innkeeper.engine.program import Card
from innkeeper.engine.state import NOBODY, State
from innkeeper.rulebook.ledger import ledger
from innkeeper.session.explaining import PRIZE_IN_POT, pile_name
from innkeeper.session.forecast import who
from innkeeper.session.sides import in_order, mates
from innkeeper.session.sitting import WARN_AT
from innkeeper.session.storyteller import Line
from innkeeper.session.texts import words
from innkeeper.view import View, view
from innkeeper.view.story import listed, name_of, quoted

_TRACK: Final = 20  # columns
_WIDEST: Final = 100


class Screen:
    """Writes to a terminal or a pipe."""

    def __init__(self, console: Console) -> None:
        """`console`: where to; its colours are used only where it is a terminal."""
        self.console = console
        self.full, self.gap, self.rest, self.dash = ("▓", "░", "·", "–") if _can_draw(console) else ("#", "=", ".", "-")

    @property
    def width(self) -> int:
        """The columns to fill."""
        return min(self.console.width, _WIDEST)

    def say(self, text: str | Text = "", style: str = "", indent: int = 0) -> None:
        """Write a paragraph, wrapped; what follows its first line stands as far in as `indent`."""
        written = text if isinstance(text, Text) else Text(text)
        if style:
            written.stylize(style)
        if not written.plain:
            self.console.print()
            return
        first, *more = written.wrap(self.console, self.width)
        if more and indent:
            taken = len(first.plain)
            rest = written[taken + len(written.plain[taken:]) - len(written.plain[taken:].lstrip()) :]
            more = list(rest.wrap(self.console, max(20, self.width - indent)))
        for i, line in enumerate((first, *more)):
            line.rstrip()
            self.console.print(Text(" " * indent).append_text(line) if i and indent else line, soft_wrap=True)

    def whole(self, text: str) -> None:
        """Write a line that is to be copied, unbroken however long it is."""
        self.console.print(text, soft_wrap=True)

    def item(self, head: str, body: str, style: str = "", body_style: str = "dim") -> None:
        """Write a heading with an explanation beside it where there is room, below it where there is none."""
        text = Text()
        text.append(head, style)
        if body:
            text.append(f" {self.dash} ")
            text.append(body, body_style)
        self.say(text, indent=6)

    def story(self, lines: Sequence[Line]) -> None:
        """Write what has happened: an empty line before each turn, and losses marked."""
        for line in lines:
            if line.kind == "turn":
                self.say()
            style = {"turn": "bold", "out": "bold red", "win": "bold", "round": "bold", "play": "cyan"}.get(line.kind, "")
            self.say(f"{'' if line.kind == 'turn' else '  '}{line.text}", style, indent=4)

    # --- seats ------------------------------------------------------------------------------------------------------

    def seats(self, t: State, eye: int) -> None:
        """Write one line for each seat: the track, the gap between its markers, coins, cards, Drinks."""
        seen = view(t, max(eye, NOBODY))
        names = [self._name(t, seen, seat, eye) for seat in range(len(seen.seats))]
        wide = max(len(name) for name in names)
        length = max([_TRACK, *(s.most for s in seen.seats)])
        points = f"{'0':<9}{'10':<9}20" if length == _TRACK else f"{'0':<18}{length}"
        self.say(f"{'':{wide}}  {points}  Alc Fort   gap  Gold Cards Drinks", "dim")
        for seat in [seat for members in in_order(t.game) for seat in members]:
            name = names[seat]
            line, more = self._seat(t, seen, seat, name.ljust(wide), length), self._more(t, seen, seat)
            if more and len(line) + 2 + len(more) <= self.width:
                line.append(f"  {more}")
                more = ""
            self.say(line)
            if more:
                self.say(" " * (wide + 2) + more, indent=wide + 4)
        if seen.round is not None:
            inside = [who(t, seat, eye) for seat in seen.round.inside]
            control = who(t, seen.round.control, eye)
            count = "the hands that count" if seen.teams else "in it"
            self.say(f"Round of Gambling: a pot of {seen.round.pot} Gold, {control} in control; {count}: {listed(inside)}.")
        for name, cards in ((name, cards) for shown in seen.variants.values() for name, cards in shown.items()):
            if name == PRIZE_IN_POT and not cards:
                continue
            if isinstance(cards, (list, tuple)):
                cards = listed([quoted(t.game, card) for card in cards]) or "none"
            self.say(f"{pile_name(name)}: {cards}.")

    def _name(self, t: State, seen: View, seat: int, eye: int) -> str:
        mark = ">" if seat == seen.active and not seen.winners else " "
        beside = "  + " if seat != t.game.members[t.game.party[seat]][0] else ""
        boss = ", the Boss" if seat == seen.boss else ""
        return f"{mark} {beside}{name_of(t.game, seat)}{boss}{' (you)' if seat == eye else ''}"

    def _seat(self, t: State, seen: View, seat: int, name: str, length: int) -> Text:
        s = seen.seats[seat]
        text = Text(f"{name}  ")
        if s.out:
            text.append("passed out" if s.out == PASSED_OUT else "out of Gold, and out of the game")
            text.stylize("dim")
            return text
        gap = s.fortitude - s.alcohol
        drunk = round(min(s.alcohol, length) * _TRACK / length)
        clear = max(int(gap > 0), round(min(s.fortitude, length) * _TRACK / length) - drunk)
        clear = max(0, min(clear, _TRACK - drunk))
        if seat != t.game.members[s.party][0]:
            shared = "(the same track and Stash)"
            return text.append(f"{shared:{_TRACK + len('  Alc Fort   gap  Gold')}} {s.hand:4} {s.drink_pile:6}", "dim")
        danger = gap <= WARN_AT
        text.append(self.full * drunk, "yellow")
        text.append(self.gap * clear, "red" if danger else "green")
        text.append(self.rest * (_TRACK - drunk - clear), "dim")
        text.append(f"  {s.alcohol:3} {s.fortitude:4} ")
        text.append(f"{gap:4}{'!' if danger else ' '}", "bold red" if danger else "bold")
        text.append(f" {s.gold:4}{'!' if s.gold <= 2 else ' '}", "bold red" if s.gold <= 2 else "")
        text.append(f" {s.hand:4} {s.drink_pile:6}")
        return text

    def _more(self, t: State, seen: View, seat: int) -> str:
        """Return what else there is to see of a seat: its character's own state, and what lies in front of it."""
        s = seen.seats[seat]
        if s.out:
            return ""
        parts = [f"{key} {value}" for key, value in s.seen.items() if value not in ((), [], "", None)]
        if s.front:
            parts.append(f"in front: {listed([quoted(t.game, card) for card, _ in s.front])}")
        return "; ".join(parts)

    def you(self, t: State, eye: int) -> None:
        """Write the one line that matters before an answer: how you stand."""
        s = view(t, eye).seats[eye]
        gap = s.fortitude - s.alcohol
        text = Text(f"{'Your team has' if mates(t.game, eye) else 'You have'} ")
        text.append(f"{s.fortitude} Fortitude and {s.alcohol} Alcohol Content, a gap of {gap}")
        text.append("!" if gap <= WARN_AT else ".", "bold red" if gap <= WARN_AT else "")
        text.append(f" {s.gold} Gold.")
        self.say(text, "dim")

    # --- cards ------------------------------------------------------------------------------------------------------

    def card(self, card: Card, note: str = "") -> None:
        """Write a card: title, type, what it does, and a remark."""
        head = Text()
        head.append(card.title, "bold")
        head.append(f"  ({type_line(card)})")
        self.say(head, indent=2)
        for line in card_text(card, words()).splitlines():
            self.say(f"  {line}", indent=2)
        if card.origin == "reconstructed":
            self.say("  This card is our own; what is printed on it is not known to us.", "dim", indent=2)
        if note:
            self.say(f"  {note}", indent=2)

    def rules(self, ids: Sequence[str]) -> None:
        """Write rules by their ids; one that is not in the ledger is named all the same."""
        known = ledger()
        for rule in ids:
            self.item(rule, known[rule].rule if rule in known else "(not in the ledger)", "bold", "")


def _can_draw(console: Console) -> bool:
    try:
        "▓░·–“”".encode(console.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True
