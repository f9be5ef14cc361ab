"""Sheets that are laid over the table to be read: the story, the rules behind it, a seat, the help. Esc takes them away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from innkeeper.rulebook.ledger import ledger
from innkeeper.session.explaining import VARIANTS, pile_name
from innkeeper.session.look import Look
from innkeeper.session.sides import mates
from innkeeper.session.storyteller import Line
from innkeeper.terminal.hand import card_lines
from innkeeper.terminal.paint import join, wrap
from innkeeper.terminal.storyline import shown
from innkeeper.view.story import boss_words, listed, opening_words


class Sheet(ModalScreen[None]):
    """Something to read, with a title; closed with Esc, q, Enter or a click beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space", "close", "close"),
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "move(-10)", show=False),
        Binding("pagedown", "move(10)", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    Sheet { align: center middle; background: $room 60%; }
    Sheet > Vertical {
        width: 90%; max-width: 100; height: auto; max-height: 90%; background: $board; color: $ink;
        border: round $mine; border-title-color: $mine; border-title-style: bold; border-subtitle-color: $ink; padding: 0 1;
    }
    Sheet VerticalScroll { height: auto; max-height: 1fr; scrollbar-size-vertical: 1; }
    Sheet OptionList { height: auto; max-height: 1fr; background: $board; color: $ink; border: none; padding: 0; }
    Sheet OptionList:focus { border: none; }
    Sheet OptionList > .option-list--option-highlighted { background: $mine; color: $room; }
    """
    title_text = ""
    foot = "Esc closes"

    def compose(self) -> ComposeResult:
        """Lay the sheet out."""
        box = Vertical()
        box.border_title, box.border_subtitle = self.title_text, self.foot
        with box:
            yield from self.content()

    def content(self) -> ComposeResult:
        """Return what stands on the sheet."""
        with VerticalScroll():
            yield Static(join(self.lines(self.columns)))

    @property
    def columns(self) -> int:
        """How many columns there are for text."""
        return min(100, self.app.size.width * 9 // 10) - 6

    def lines(self, width: int) -> list[Content]:
        """Return what is to be read."""
        return []

    def action_close(self) -> None:
        """Take the sheet away."""
        self.dismiss(None)

    def action_move(self, lines: int) -> None:
        """Scroll."""
        for part in self.query(VerticalScroll):
            part.scroll_relative(y=lines, animate=False)

    def on_click(self, event: Any) -> None:
        """Close on a click beside the sheet."""
        if event.widget is self:
            self.dismiss(None)


def said(text: str, width: int, style: str = "$ink", indent: int = 0) -> list[Content]:
    """Return a paragraph."""
    return [Content.assemble((part, style)) for part in wrap(text, width, indent)]


def rule_lines(ids: Sequence[str], width: int) -> list[Content]:
    """Return rules of the ledger in full, each with its id and what it comes from."""
    known = ledger()
    lines: list[Content] = []
    for rule in dict.fromkeys(ids):
        lines.append(Content.assemble((rule, "$deed bold")))
        if rule not in known:
            lines += said("(not in the ledger)", width, "$quiet")
            continue
        lines += said(f"  {known[rule].rule}", width, "$ink", 2)
        if known[rule].is_house:
            lines += said(f"  Ours, since no source speaks of it: {known[rule].source['house']}", width, "$quiet", 2)
        if known[rule].note:
            lines += said(f"  {known[rule].note}", width, "$quiet", 2)
    return lines


class WhySheet(Sheet):
    """The rules that made lines of the story so."""

    title_text = "Why"

    def __init__(self, lines: Sequence[Line]) -> None:
        """`lines`: of the story."""
        super().__init__()
        self._lines = lines

    def lines(self, width: int) -> list[Content]:
        """Return each line with its rules."""
        found: list[Content] = []
        for line in self._lines:
            found += [*said(line.text, width, "$mine bold", 2), *rule_lines(line.rules, width), Content("")]
            if not line.rules:
                found.insert(-1, Content.assemble(("No rule of its own stands behind this line.", "$quiet")))
        return found[:-1] or said("Nothing has happened yet.", width)


class StorySheet(Sheet):
    """The whole story; Enter or a click on a line tells the rules behind it."""

    title_text = "The story so far"
    foot = "Enter: the rules behind a line · Esc closes"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,r", "close", "close", priority=True)]

    def __init__(self, lines: Sequence[Line]) -> None:
        """`lines`: all of them."""
        super().__init__()
        self._lines = list(lines)

    def content(self) -> ComposeResult:
        """Return a list of the lines, the newest in focus."""
        width = self.columns
        yield OptionList(*[Option(join(shown(line, width))) for line in self._lines])

    def on_mount(self) -> None:
        """Begin at the end."""
        options = self.query_one(OptionList)
        options.focus()
        if self._lines:
            options.highlighted = len(self._lines) - 1

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Tell why."""
        self.app.push_screen(WhySheet([self._lines[event.option_index]]))


class SeatSheet(Sheet):
    """All there is to see of a seat: its state, and what lies in front of it, in full."""

    def __init__(self, look: Look, seat: int) -> None:
        """`seat`: which."""
        super().__init__()
        self._look, self._seat = look, seat
        self.title_text = look.game.sheets[seat].name

    def lines(self, width: int) -> list[Content]:
        """Return the seat's numbers, its character's state, its cards."""
        look = self._look
        s = look.view.seats[self._seat]
        who = look.called[self._seat]
        played = f" {who} plays it." if who != look.name(self._seat) else ""
        lines = said(
            f"Fortitude {s.fortitude}, Alcohol Content {s.alcohol}: a gap of {s.fortitude - s.alcohol}. {s.gold} Gold. "
            f"{s.hand} cards in hand, {s.deck} in the deck, {len(s.discard)} discarded; "
            f"{s.drink_pile} Drink{'' if s.drink_pile == 1 else 's'} waiting.{played}",
            width,
        )
        if look.view.boss == self._seat:
            lines += said(f"The Boss. {boss_words(look.game)}", width)
        elif with_it := mates(look.game, self._seat):
            names = listed(["you" if seat == look.eye else look.name(seat) for seat in with_it])
            lines += said(f"In a team with {names}: the track and the Stash are the team's.", width)
        for name, value in s.seen.items():
            if isinstance(value, (list, tuple)):
                titles = [
                    look.game.cards[x].title if isinstance(x, int) and 0 <= x < len(look.game.cards) else str(x) for x in value
                ]
                value = ", ".join(titles) or "none"
            lines += said(f"{name.replace('_', ' ').capitalize()}: {value}", width, "$deed", 2)
        if s.discard:
            lines += said(f"Discarded last: {look.game.cards[s.discard[-1]].title}", width, "$quiet", 2)
        for card, owner in s.front:
            of = f" ({look.name(owner)}'s)" if owner != self._seat and 0 <= owner < len(look.view.seats) else ""
            lines += [Content(""), *said(f"In front{of}:", width, "$mine bold"), *card_lines(look, card, width)]
        return lines


_MARKS: Final = (
    "▒ drunk so far (Alcohol Content), █ the gap to the Fortitude, ! the last five points. You pass out when the gap is "
    "closed, and you are out without Gold. ▸ whose turn, ★ the widest gap, ♦ in the Round, ♛ in control of it, ┌ ├ └ "
    "team-mates, whose track stands beside the first of them."
)


def variant_lines(look: Look, width: int) -> list[Content]:
    """Return what this table is played with besides the usual game, each with what there is to know of it."""
    game = look.game
    found: list[tuple[str, str]] = []
    if look.view.boss >= 0:
        found.append(("The Boss Battle", f"{opening_words(game)} {VARIANTS['boss']}"))
    elif look.view.teams:
        found.append(("Teams", f"{opening_words(game)} {VARIANTS['teams']}"))
    found += [(name.capitalize(), VARIANTS[name]) for name in look.view.variants if name in VARIANTS and name != "boss"]
    lines: list[Content] = []
    for title, text in found:
        lines += [Content(""), *said(title, width, "$mine bold"), *said(text, width)]
    return lines


class HelpSheet(Sheet):
    """What is happening, with the rulebook's entries, and the keys."""

    title_text = "Help"

    def __init__(self, look: Look, hint: str, ids: Sequence[str], keys: Sequence[tuple[str, str]]) -> None:
        """hint: what this moment is about.  ids: the rules behind it.  keys: what there is to press."""
        super().__init__()
        self._look, self._hint, self._ids, self._keys = look, hint, ids, keys

    def lines(self, width: int) -> list[Content]:
        """Return the moment, the keys, the marks, the rules."""
        asking = self._look.asking
        lines: list[Content] = []
        if asking is not None:
            lines += said(asking.question, width, "$mine bold")
            for sentence in asking.forecast:
                lines += said(sentence, width)
            if asking.card >= 0:
                lines += card_lines(self._look, asking.card, width)
        if self._hint:
            lines += said(self._hint, width)
        if lines:
            lines.append(Content(""))
        lines += said("Keys", width, "$mine bold")
        wide = max(len(name) for name, _ in self._keys)
        for name, what in self._keys:
            first, *more = wrap(what, width - wide - 2)
            lines.append(Content.assemble((f"{name:{wide}}  ", "$mine"), (first, "$ink")))
            lines += [Content.assemble((" " * (wide + 2) + text, "$ink")) for text in more]
        lines += [
            Content(""),
            *said("On a seat", width, "$mine bold"),
            *said(_MARKS, width),
            *variant_lines(self._look, width),
        ]
        if self._ids:
            lines += [Content(""), *said("The rules behind this", width, "$mine bold"), *rule_lines(self._ids, width)]
        return lines


class InnSheet(Sheet):
    """What variants lay in the Inn: each pile, with its cards in full where they may be read."""

    title_text = "In the Inn"

    def __init__(self, look: Look) -> None:
        """`look`: who reads it."""
        super().__init__()
        self._look = look

    def lines(self, width: int) -> list[Content]:
        """Return the piles."""
        look = self._look
        lines: list[Content] = []
        for seen in look.view.variants.values():
            for name, value in seen.items():
                lines += [Content(""), *said(pile_name(name), width, "$mine bold")]
                if not isinstance(value, (list, tuple)):
                    lines += said(f"{value}", width)
                    continue
                for card in value:
                    lines += card_lines(look, card, width)
                if not value:
                    lines += said("none", width, "$quiet")
        return lines[1:] or said("Nothing but Drinks. This table is played without Prizes and without an Event deck.", width)
