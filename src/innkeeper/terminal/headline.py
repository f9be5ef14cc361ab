"""The line at the top: whose turn, which Phase, and whose answer is awaited, where that is public."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.content import Content
from textual.widgets import Static

from innkeeper.session.look import Look
from innkeeper.terminal.paint import fit

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
        left = f" {whose} · {PHASES.get(v.phase, v.phase)} · turn {v.turns}"
        right = " · ".join(part for part in (beside, awaited(look)) if part) + " "
        width = self.size.width or self.app.size.width
        self.update(
            Content.assemble((fit(left, max(0, width - len(right))), "bold"), (fit(right, min(len(right), width)), "$ink"))
        )


class Pot(Static):
    """The Round of Gambling: its pot, who is in it, who is in control. Not there while nobody gambles."""

    DEFAULT_CSS: ClassVar[str] = "Pot { height: 1; background: $board; color: $mine; } Pot.-none { display: none; }"

    def show(self, look: Look) -> int:
        """Draw, and return how many lines it takes."""
        r = look.view.round
        self.set_class(r is None, "-none")
        if r is None:
            return 0
        inside = ", ".join("you" if seat == look.eye else look.name(seat) for seat in r.inside)
        control = "you are" if r.control == look.eye else f"{look.name(r.control)} is"
        text = f" ♦ Round of Gambling: a pot of {r.pot} Gold · ♛ {control} in control · in it: {inside}"
        if r.only_cheating:
            text += " · only Cheating Cards take control now"
        self.update(Content.assemble((fit(text, self.size.width or self.app.size.width), "bold")))
        return 1
