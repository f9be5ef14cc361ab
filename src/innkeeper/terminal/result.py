"""The end of a game: who won, how each of the others went out, and what now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from innkeeper.session.ending import Ending
from innkeeper.session.look import Look
from innkeeper.terminal.paint import fit, join
from innkeeper.view import SeatView
from innkeeper.view.story import side_name

AGAIN = "again"
OTHER = "other"
LEAVE = "leave"
STAY = "stay"


class Result(ModalScreen[str]):
    """Ends with AGAIN, OTHER, LEAVE or STAY."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,a", "end('again')", "play again"),
        Binding("n", "end('other')", "a new table"),
        Binding("escape,l", "end('stay')", "look at the table"),
        Binding("q", "end('leave')", "leave"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    Result { align: center middle; background: $room 60%; }
    Result > Vertical {
        width: auto; max-width: 95%; height: auto; max-height: 95%; background: $board; color: $ink;
        border: round $mine; padding: 1 2;
    }
    Result Static { width: auto; height: auto; }
    """

    def __init__(self, look: Look, verdict: str, endings: Sequence[Ending], file: str) -> None:
        """verdict: who won, in a sentence.  endings: in the order to be shown.  file: where the game is written down."""
        super().__init__()
        self._look, self._verdict, self._endings, self._file = look, verdict, endings, file

    def compose(self) -> ComposeResult:
        """Tell how it ended."""
        look = self._look
        rows = [
            Content.assemble((self._verdict, "$mine bold")),
            Content.assemble((f"{look.view.turns} turns.", "$quiet")),
            Content(""),
        ]
        names = [self._called(e.seat) for e in self._endings]
        wide = max(map(len, names))
        told: set[int] = set()
        for e, name in zip(self._endings, names, strict=True):
            s = look.view.seats[e.seat]
            if look.view.teams and s.party not in told:
                told.add(s.party)
                rows.append(Content.assemble((f"  {_side(look, s.party)}{'' if e.out else _markers(s)}:", "$quiet bold")))
            style = "$mine bold" if e.wins else "$ink"
            left = _markers(s) if not e.out and not look.view.teams else ""
            rows.append(Content.assemble((f"{'♛' if e.wins else ' '} {fit(name, wide)}  {e.words()}{left}", style)))
        rows += [
            Content(""),
            Content.assemble(
                ("[Enter]", "$mine bold"),
                " another game  ",
                ("[n]", "$mine bold"),
                " a new table  ",
                ("[l]", "$mine bold"),
                " look at this one  ",
                ("[q]", "$mine bold"),
                " leave",
            ),
        ]
        with Vertical():
            yield Static(join(rows))

    def _called(self, seat: int) -> str:
        name, who = self._look.name(seat), self._look.called[seat]
        return name + (" (you)" if seat == self._look.eye else f" ({who})" if who != name else "")

    def action_end(self, what: str) -> None:
        """Close with what was chosen."""
        self.dismiss(what)


def _markers(s: SeatView) -> str:
    return f" (Fortitude {s.fortitude}, Alcohol {s.alcohol}, Gold {s.gold})"


def _side(look: Look, party: int) -> str:
    if look.game.boss in look.game.members[party]:
        return "The Boss"
    name = side_name(look.game, party, look.eye)
    return name[:1].upper() + name[1:]
