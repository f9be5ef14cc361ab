"""What is pending, the newest on top: who played what on whom, in answer to what."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.content import Content
from textual.widgets import Static

from innkeeper.engine.state import NOBODY
from innkeeper.session.look import Look
from innkeeper.terminal.paint import fit, join
from innkeeper.view import Pending
from innkeeper.view.story import listed, quoted

MOST: Final = 4


def pending_lines(look: Look) -> list[str]:
    """Return a line for each thing that is pending and worth one, the newest first, numbered from the bottom."""
    found: list[tuple[int, str]] = []
    numbers: dict[int, int] = {}
    for i, p in enumerate(look.view.stack):
        text = _words(look, p)
        if text:
            numbers[i] = len(found) + 1
            answers = f"  (answers {numbers[p.answers]})" if p.answers in numbers else ""
            found.append((len(found) + 1, text + answers))
    return [f"{number} {text}" for number, text in reversed(found)]


def _who(look: Look, target: int) -> str:
    return "you" if target == look.eye and target >= 0 else look.name(target)


def _words(look: Look, p: Pending) -> str:
    game = look.game
    text = ""
    if p.kind == "effect" and p.card >= 0 and p.stage != "done":
        by = f"{_who(look, p.actor)}: " if p.actor >= 0 else ""
        targets = [_who(look, target) for target in p.targets if target != NOBODY]
        text = f"{by}{quoted(game, p.card)}{f' → {listed(targets)}' if targets else ''}"
    elif p.kind == "drink":
        drink = listed([quoted(game, card) for card in p.cards]) or "a Drink"
        text = f"{_who(look, p.seat)}: drink {drink}"
        if p.numbers and p.cards:
            text += f" ({p.numbers[0]:+d} Alcohol" + (f", {p.numbers[1]:+d} Fortitude" if p.numbers[1] else "") + ")"
    elif p.kind == "ante":
        text = f"{_who(look, p.seat)}: ante {p.n} Gold"
    elif p.kind == "payment":
        text = f"{_who(look, p.seat)}: pay {p.n} Gold to {_who(look, p.actor)}"
    elif p.kind == "leave":
        text = f"{_who(look, p.seat)}: leave the Round"
    elif p.kind == "win":
        text = f"{listed([_who(look, target) for target in p.targets])}: take the pot"
    elif p.kind == "check":
        text = "is anybody out?"
    if not text:
        return ""
    if p.negated:
        text += " – Negated"
    if p.ignored:
        text += f" – Ignored by {listed([_who(look, seat) for seat in p.ignored])}"
    return text[:1].upper() + text[1:]


class PendingStack(Static):
    """The stack of pending things; not there while nothing is pending."""

    DEFAULT_CSS: ClassVar[str] = """
    PendingStack { height: auto; background: $wood; color: $ink; }
    PendingStack.-none { display: none; }
    """

    def show(self, look: Look, most: int = MOST) -> int:
        """Draw, and return how many lines it takes; `most`: at most."""
        lines = pending_lines(look) if look.view.asked is not None else []
        self.set_class(not lines or most < 1, "-none")
        if not lines or most < 1:
            return 0
        width = self.size.width or self.app.size.width
        if len(lines) > most:
            more = f"and {len(lines) - most + 1} more below"
            lines = [*lines[: most - 1], more] if most > 1 else [f"{lines[0]}  (and {len(lines) - 1} more below)"]
        self.update(
            join(
                [
                    Content.assemble(
                        (" PENDING " if i == 0 else " " * 9, "$mine bold"),
                        (fit(text, width - 9), "$ink bold" if i == 0 else "$quiet"),
                    )
                    for i, text in enumerate(lines)
                ]
            )
        )
        return len(lines)
