"""The line at the top: whose turn, which Phase, and whose answer is awaited, where that is public."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from innkeeper.session.explaining import PRIZE_IN_POT, pile_name
from innkeeper.session.look import Look
from innkeeper.session.sides import mates
from innkeeper.terminal.paint import fit, join
from innkeeper.view.story import listed, quoted, side_name

PHASES: Final = {
    "discard-draw": "Discard and Draw",
    "action": "Action Phase",
    "order": "Order a Drink",
    "drink": "Drink Phase",
}
_WAITS: Final = {
    "discard-draw": "discards",
    "discard": "discards",
    "action": "is at it",
    "order": "orders a Drink",
    "order-card": "orders a Drink",
    "gamble": "is at it",
    "pick": "picks somebody",
    "choose": "chooses",
    "cards": "chooses cards",
}


def awaited(look: Look) -> str:
    """Return whose answer is awaited, as far as everybody may know."""
    v = look.view
    if v.asked is None:
        return "the game is over"
    if v.asked.seat == v.seat and v.seat >= 0:
        return "it is for you to choose"
    if v.asked.seat < 0:
        return "answers are open"
    return f"{look.name(v.asked.seat)} {_WAITS.get(v.asked.kind, 'chooses')}"


class Headline(Static):
    """Whose turn it is and who is awaited."""

    DEFAULT_CSS: ClassVar[str] = "Headline { height: 1; background: $board; color: $ink; }"

    def show(self, look: Look, beside: str = "") -> None:
        """Draw. beside: what else is to be said, as that the game is paused."""
        v = look.view
        whose = "Your turn" if v.active == v.seat else f"{look.name(v.active)}'s turn"
        if v.seat >= 0 and v.active in mates(look.game, v.seat):
            whose = f"Your team's turn: {look.name(v.active)}"
        left = f" {whose} · {PHASES.get(v.phase, v.phase)} · turn {v.turns}"
        right = " · ".join(part for part in (beside, awaited(look)) if part) + " "
        width = self.size.width or self.app.size.width
        self.update(
            Content.assemble((fit(left, max(0, width - len(right))), "bold"), (fit(right, min(len(right), width)), "$ink"))
        )


class Pot(Static):
    """The Round of Gambling: its pot, who is in it, who is in control, whose hands count; and what variants lay in the Inn."""

    DEFAULT_CSS: ClassVar[str] = "Pot { height: auto; background: $board; color: $mine; } Pot.-none { display: none; }"

    def show(self, look: Look, inn: bool = True) -> int:
        """Draw, and return how many lines it takes. inn: tell of what lies in the Inn, too."""
        width = self.size.width or self.app.size.width
        lines = flow(round_parts(look), width)
        if inn and (text := inn_words(look, width - 1)):
            lines.append(f" {text}")
        self.set_class(not lines, "-none")
        styles = ["$mine bold", *["$mine"] * (len(lines) - 1)] if look.view.round is not None else ["$ink"] * len(lines)
        self.update(join([Content.assemble((fit(text, width), style)) for text, style in zip(lines, styles, strict=True)]))
        return len(lines)


def flow(parts: Sequence[str], width: int) -> list[str]:
    """Return parts in lines with dots between them, a new line where one does not fit."""
    lines: list[str] = []
    for part in parts:
        if lines and cell_len(lines[-1]) + 3 + cell_len(part) <= width:
            lines[-1] += f" · {part}"
        else:
            lines.append(f"   {part}" if lines else f" {part}")
    return lines


def round_parts(look: Look) -> list[str]:
    """Return what there is to say of the Round of Gambling under way."""
    r = look.view.round
    if r is None:
        return []
    control = "you are" if r.control == look.eye else f"{look.name(r.control)} is"
    prizes = listed([quoted(look.game, card) for card in prizes_in(look, PRIZE_IN_POT)])
    prize = f" and the Prize {prizes}" if prizes else ""
    inside = ", ".join(_inside(look, seat) for seat in r.inside)
    return [
        f"♦ Round of Gambling: a pot of {r.pot} Gold{prize}",
        f"♛ {control} in control",
        f"whose hands alone count: {inside}" if look.view.teams else f"in it: {inside}",
        *(["only Cheating Cards take control now"] if r.only_cheating else []),
    ]


def _inside(look: Look, seat: int) -> str:
    name = "you" if seat == look.eye else look.name(seat)
    side = side_name(look.game, look.game.party[seat], look.eye)
    return f"{name} for {side}" if side in ("your team", "the Challengers") else name


def inn_words(look: Look, width: int) -> str:
    """Return what variants lay in the Inn in a line: card by card, or how many where that is too long; no discard pile."""
    full, short = [], []
    for name, value in ((name, value) for seen in look.view.variants.values() for name, value in seen.items()):
        if name == PRIZE_IN_POT or name.endswith("discard"):
            continue
        cards = tuple(value) if isinstance(value, (list, tuple)) else ()
        number = len(cards) if isinstance(value, (list, tuple)) else value
        titles = ", ".join(look.game.cards[card].title for card in cards)
        full.append(f"{pile_name(name)}: {titles or number or 'none'}")
        short.append(f"{pile_name(name)}: {number or 'none'}")
    line = " · ".join(full)
    return line if cell_len(line) <= width else " · ".join(short)


def prizes_in(look: Look, pile: str) -> tuple[int, ...]:
    """Return the cards of a pile of the variants', if there is one."""
    return next((tuple(seen[pile]) for seen in look.view.variants.values() if pile in seen), ())
