"""A game that people sit at: the table, who plays its seats, and the record that every choice is written to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from innkeeper.bots import Bot, decide
from innkeeper.engine.losing import Outcome
from innkeeper.library import Table
from innkeeper.record import Record
from innkeeper.view.labels import label
from innkeeper.view.story import name_of

ME: Final = "me"
"""Who plays a seat at this keyboard; with a name, `me:Ann`."""

WARN_AT: Final = 5
"""Points between Alcohol Content and Fortitude at which a seat is marked as in danger."""


class Quit(Exception):
    """A person stops the game; it can be gone on with."""


class Stuck(RuntimeError):
    """No option of a decision can be carried out: the engine is broken."""


def is_me(who: str) -> bool:
    """Whether a word of a record's `plays` is a person at this keyboard."""
    return who == ME or who.startswith(f"{ME}:")


class Sitting:
    """One game: a table, who plays its seats, and the record it is written to."""

    def __init__(
        self, table: Table, record: Record, players: Sequence[Bot | None], save_to: Path, plays: Sequence[str] = ()
    ) -> None:
        """Begin, or go on.

        players: a bot for each seat, None for a person.  save_to: the record's file, begun with the first choice.
        plays: who plays each seat, in words, where that is not as the record says.
        """
        self.table = table
        self.record = record
        self.players = players
        self.save_to = save_to
        self.mistakes: list[str] = []
        self.plays = tuple(plays) or record.header.plays
        self.people = [seat for seat, bot in enumerate(players) if bot is None]

    def called(self, seat: int) -> str:
        """Return how the person or bot at a seat is called: the name that was given, else the character's."""
        plays = self.plays
        given = plays[seat].partition(":")[2] if seat < len(plays) and is_me(plays[seat]) else ""
        return given or name_of(self.table.game, seat)

    def bots_choice(self, table: Table | None = None) -> int:
        """Return what the bot whose decision is open takes; what declines, with a remark, where the bot fails.

        table: a copy to think about, where this is done beside the thread that plays.
        """
        at = table or self.table
        decision = at.decision
        assert decision is not None
        bot = self.players[decision.seat]
        assert bot is not None
        try:
            return decide(bot, at)
        except Exception as error:
            self.record.remark(f"the bot could not choose: {type(error).__name__}: {error}")
            return decision.default

    def take(self, position: int, chosen: bool = True) -> None:
        """Carry an option out and write it down; one that breaks the engine is passed over for another.

        chosen: by whoever plays the seat. Where a person's own choice breaks the engine, the same question stays open.
        Raises Stuck, OSError for the record.
        """
        decision = self.table.decision
        assert decision is not None
        rest = [i for i in (decision.default, *range(len(decision.options))) if i != position]
        for i in (position, *dict.fromkeys(rest)):
            after = self.table.copy()
            try:
                after.choose(i)
            except Exception as error:
                what = label(self.table, decision.options[i])
                self.begin_file()
                self.record.remark(
                    f"failed: {self.table.seat_name(decision.seat)} {i}: {what}: {type(error).__name__}: {error}"
                )
                self.mistake(what, error)
                if chosen and self.players[decision.seat] is None:
                    return
                continue
            self.begin_file()
            self.record.append(self.table, i)
            self.table = after
            return
        raise Stuck("no option can be carried out")

    def mistake(self, what: str, error: Exception) -> None:
        """Take note that an option broke the engine; whoever shows the game says so."""
        self.mistakes.append(f'The engine made a mistake at "{what}" ({type(error).__name__}); the game goes on without it.')

    def begin_file(self) -> None:
        """Begin writing to the record's file, if that is not so yet. Raises OSError."""
        if not self.record.is_open:
            self.record.begin(self.save_to)

    def suspend(self) -> None:
        """Write down what there is, so that the game can be gone on with. Raises OSError."""
        self.begin_file()
        self.record.close()

    def finish(self) -> Outcome:
        """Write down how the game ended, and return it. Raises OSError."""
        outcome: Outcome | None = self.table.outcome
        assert outcome is not None
        self.begin_file()
        self.record.close(self.table)
        return outcome
