"""A game that is being played at a room: the table, the questions that are open, and what everybody has been shown.

Nothing here waits, and nothing here sends: a room drives it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from innkeeper.bots import Bot, bot_seed, make
from innkeeper.engine.decision import PASS
from innkeeper.engine.state import NOBODY
from innkeeper.library import Table, catalog
from innkeeper.record.record import RULES, Choice, Header, Record, find
from innkeeper.server.eyes import Sight, sight
from innkeeper.server.names import ask_id
from innkeeper.server.protocol import Asking, Leave
from innkeeper.server.questions import Question, Tried, is_secret, open_to, same_moment, tried
from innkeeper.server.storage import MoveRow, RoomRow
from innkeeper.server.variants import variants_of
from innkeeper.session.passing import Moment, Passing
from innkeeper.view.labels import label

TIMERS: Final[dict[str, tuple[float, float]]] = {"off": (0, 0), "relaxed": (120, 40), "brisk": (40, 12)}
"""Seconds for a decision of one's own turn, and for an answer; 0: no timer."""

MOST_MOVES: Final = 100_000
"""A game is carried no further than this; random games take some hundreds."""


class Broken(Exception):
    """A game that cannot be carried on from its record."""


def deal(row: RoomRow) -> Table:
    """Return the table of a room as it was dealt. Raises ValueError where its settings make no game."""
    return Table.new(row.characters, variants_of(row.settings), row.seed)


def record_of(row: RoomRow, moves: Sequence[MoveRow]) -> Record:
    """Return the game as the record that the command line reads."""
    plays = tuple(seat.plays if seat.plays.startswith("bot:") else "me" for seat in row.seats)
    variants = variants_of(row.settings)
    record = Record(Header(tuple(row.characters), row.seed, plays, variants, (), row.cards, row.engine, row.rules), row.code)
    names = deal(row).game.names
    record.choices = [Choice(names[m.seat], m.label, m.choice, 0) for m in moves]
    return record


class Game:
    """The table and who is asked what.

    number: how many moves were made.  opening: how many when the moment began whose questions are open.  shown: the table as
    whoever is not asked sees it, which at a moment at which answers are open is the same whether or not anybody holds one.
    held: until when, on the loop's clock, it is shown, whatever has happened since; None: as long as somebody is awaited.
    """

    def __init__(self, row: RoomRow, moves: Sequence[MoveRow] = (), kept: Sequence[MoveRow] = ()) -> None:
        """Deal, and carry out what was done so far. Raises Broken where that does not fit."""
        self.row = row
        self.seats = range(len(row.characters))
        self.passing = [passing(seat.asking) for seat in row.seats]
        self.bots: list[Bot | None] = [None for _ in self.seats]
        for seat in self.seats:
            self.seat_bot(seat)
        if row.rules != RULES:
            raise Broken(f"this game was played by version {row.rules} of the rules; this is version {RULES}")
        try:
            self.table: Table = deal(row)
        except (TypeError, ValueError) as error:
            raise Broken(str(error)) from None
        self.number = 0
        self.opening = 0
        self.questions: dict[int, Question] = {}
        self.opened = False
        self.held: float | None = None
        self.broken = ""
        self._eyes: dict[int, tuple[int, Table, bool]] = {}
        self._face = self.table  # what is to be seen by whoever is not asked, once all before it was shown
        self._moment: Table | None = None  # the last moment that answers were open at, since anything else was asked
        self._coming: list[tuple[int, Table]] = []  # moments that are still to be shown, and after how many moves they came
        self.made: list[tuple[int, str, str]] = []  # messages that were carried out: seat, id, and the question they answered
        for move in moves:
            self._again(move)
        self.shown: Table = self._face
        self.shown_at = self.number
        self._kept = [answer for answer in kept if answer.number == self.opening]
        self.made += [(a.seat, a.message, ask_id(row.seed, a.seat, a.number)) for a in kept]

    def _again(self, move: MoveRow) -> None:
        decision = self.table.decision
        if decision is None:
            raise Broken("its record goes on after its end")
        position = find(self.table, decision, Choice(self.table.seat_name(move.seat), move.label, move.choice, 0))
        if position < 0:
            more = "" if self.row.cards == catalog().digest else "; it was played with other card files than these"
            raise Broken(f"move {move.number + 1} of its record does not fit{more}")
        bot = self.bots[move.seat]
        if bot is not None:
            bot.skip()
        if move.message:
            self.made.append((move.seat, move.message, ask_id(self.row.seed, move.seat, self.opening)))
        self._moved(tried(self.table, position))
        self._coming = []

    def _moved(self, to: Tried) -> bool:
        """Take the table that a move has led to; whether the moment is another one."""
        after = to.table
        same = same_moment(self.table, after)
        self.table = after
        self.number += 1
        if not same:
            self.opening = self.number
        for self._moment in to.moments:
            self._coming.append((self.number, self._moment))
        if not is_secret(after):
            if after.decision is None or after.decision.kind not in ("answer", "action"):
                self._moment = None
            self._face = after if self._moment is None else self._moment
        return not same

    # --- asking ------------------------------------------------------------------------------------------------------

    def seat_bot(self, seat: int) -> None:
        """Let a seat be played by whoever the room says."""
        row = self.row.seats[seat]
        name = row.lent or (row.plays if row.plays.startswith("bot:") else "")
        self.bots[seat] = make(name, bot_seed(self.row.seed, seat)) if name else None

    def ask(self, now: float) -> None:
        """Open the questions of this moment, if that is not so yet and nothing is held back."""
        if self.opened or self.broken or self.table.decision is None:
            return
        # Nobody is asked ahead of what is shown. At the moment that is shown answers are open from its beginning.
        if self._coming or (self.held is not None and self.shown is not self._face):
            return
        self.opened = True
        seconds = TIMERS[self.row.settings.timers]
        for table in open_to(self.table):
            decision = table.decision
            assert decision is not None
            seat = decision.seat
            q = Question(ask_id(self.row.seed, seat, self.opening), seat, table)
            limit = seconds[decision.kind == "answer"]
            if limit and self.bots[seat] is None:
                q.due = now + limit
            if self.bots[seat] is None and self.passing[seat].lets_be(table, decision) and PASS in decision.options:
                q.answer = decision.options.index(PASS)
            self.questions[seat] = q
        for answer in self._kept:
            kept = self.questions.get(answer.seat)
            if kept is not None and kept.answer < 0 and answer.choice < len(kept.decision.options):
                kept.answer, kept.message = answer.choice, answer.message
        self._kept = []

    def next(self) -> Question | None:
        """Return the question that the engine has open, once it is answered."""
        decision = self.table.decision
        if decision is None or not self.opened:
            return None
        q = self.questions.get(decision.seat)
        return q if q is not None and q.answer >= 0 else None

    # --- moving ------------------------------------------------------------------------------------------------------

    def tried(self, choice: int) -> Tried:
        """Return what a choice would lead to. Raises what the engine raises; this game stays as it is."""
        if self.number >= MOST_MOVES:
            raise Broken("this game does not end")
        return tried(self.table, choice)

    def move(self, q: Question, to: Tried) -> None:
        """Take a move that is stored. What has come of it is to be shown (`show`)."""
        if not self._moved(to):
            self._remember(q)
            return
        for other in self.questions.values():
            self._remember(other)
        self.questions = {}
        self.opened = False

    def show(self, now: float, pause: float) -> bool:
        """Show what comes next, if it is time; whether that is a moment that is now shown for the pause."""
        if self.held is not None and self.held > now and pause > 0:
            return False
        self.held = None
        if pause > 0 and self._coming:
            self.shown_at, self.shown = self._coming.pop(0)
            self.held = now + pause
            return True
        self._coming = []
        if self.shown is not self._face:
            self.shown = self._face
            self.shown_at = self.number
        return False

    @property
    def is_shown(self) -> bool:
        """Whether all that has happened has been shown for as long as it is to be."""
        return self.held is None and not self._coming

    def _remember(self, q: Question) -> None:
        """What a seat was shown with a question it has answered stays what it sees until it is shown something newer."""
        self._eyes[q.seat] = (self.number, q.table, True)

    # --- seeing ------------------------------------------------------------------------------------------------------

    def eye(self, seat: int) -> tuple[Table, Question | None, bool]:
        """Return what a seat (NOBODY: a spectator) is shown: a table, its question, and whether it has answered it."""
        if seat != NOBODY:
            q = self.questions.get(seat)
            if q is not None and self.bots[seat] is None:
                return q.table, q if q.answer < 0 else None, q.answer >= 0
            last = self._eyes.get(seat)
            if last is not None and last[0] > self.shown_at:
                return last[1], None, True
        return self.shown, None, False

    def sight(self, seat: int) -> tuple[Sight, Question | None, Table]:
        """Return what a seat is shown, in full."""
        table, q, answered = self.eye(seat)
        return sight(table, seat, answered), q, table

    def label(self, q: Question, position: int) -> str:
        """Return the label of an option."""
        return label(q.table, q.decision.options[position])


def passing(asking: Asking) -> Passing:
    """Return what a seat has asked to be left alone with."""
    made = Passing(asking.always)
    made.never = {Moment(leave.kind, leave.touches) for leave in asking.never}
    made.stop = asking.stop
    return made


def asking_of(made: Passing) -> Asking:
    """Return it as a message says it."""
    never = [Leave(moment.kind, moment.touches) for moment in sorted(made.never)]
    return Asking(made.always, never, made.stop, made.left_alone)
