"""A room: one table with the people and bots at it, owned by one task. Whatever goes wrong in it stays in it.

A move is tried on a copy of the table, stored, and only then the copy takes the table's place and the move is acknowledged.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Final

from innkeeper import __version__
from innkeeper.bots import NAMES as BOTS
from innkeeper.bots import Blind, Bot, decide
from innkeeper.engine.state import NOBODY
from innkeeper.library import Table, catalog
from innkeeper.record.record import RULES
from innkeeper.server import eyes, protocol
from innkeeper.server.game import Broken, Game, asking_of, passing, record_of
from innkeeper.server.limits import Limits
from innkeeper.server.link import Link
from innkeeper.server.names import hashed, name_from, new_token, opens, sentence_from
from innkeeper.server.protocol import (
    Answer,
    AskingIs,
    Bye,
    Choose,
    ClientMessage,
    Done,
    Fill,
    Give,
    Hurry,
    Join,
    Joined,
    Moment,
    Over,
    Person,
    Quit,
    Rematch,
    RematchAt,
    Report,
    Reported,
    SetAsking,
    Sit,
    Start,
    TableInfo,
    TableIs,
    Update,
    Watch,
    written,
)
from innkeeper.server.questions import Question, Tried
from innkeeper.server.storage import MoveRow, RoomRow, SeatRow, Store
from innkeeper.server.variants import drawn, misfit

log = logging.getLogger(__name__)

_REPLIES: Final = 64
"""So many replies of each seat are kept, to answer a message that comes again as it was answered before."""
_QUEUE: Final = 512
_MOST_REPORTS: Final = 20
_MOST_ERRORS: Final = 20
"""So many errors in a row, and a table is carried on no further."""
_random: Final = SystemRandom()


@dataclass(slots=True)
class Thought:
    """What a bot has thought of."""

    ask: str
    seat: int
    choice: int


@dataclass(slots=True)
class Gone:
    """A connection is lost."""


Item = tuple[Link | None, "ClientMessage | Thought | Gone"]


class Refusal(Exception):
    """A message is refused, with one of the protocol's codes and a sentence."""

    def __init__(self, code: str, text: str) -> None:
        """code: one of `protocol.CODES`."""
        super().__init__(text)
        self.code = code


def bot_name(name: str) -> str:
    """Return a bot's name with its prefix. Raises Refusal where there is none."""
    short = name.removeprefix("bot:")
    if short not in BOTS:
        raise Refusal("bad-settings", f"There is no such bot; there are: {', '.join(f'bot:{bot}' for bot in BOTS)}.")
    return f"bot:{short}"


def is_bot(plays: str) -> bool:
    """Whether a seat is a bot's."""
    return plays.startswith("bot:")


class Room:
    """One table. `post` hands it messages; everything else happens in its own task."""

    def __init__(
        self,
        row: RoomRow,
        store: Store,
        limits: Limits,
        thinkers: Executor,
        changed: Callable[[Room], None],
        again: Callable[[Room, RoomRow], Any],
        game: Game | None = None,
        moves: Sequence[MoveRow] = (),
    ) -> None:
        """changed: told when the lobby should know.  again: opens the room of a rematch."""
        self.row = row
        self.game = game
        self.moves = list(moves)
        self.links: list[Link] = []
        self.failed = ""
        self.idle_since = time.monotonic()
        self._store, self._limits, self._thinkers = store, limits, thinkers
        self._changed, self._again = changed, again
        self._queue: asyncio.Queue[Item] = asyncio.Queue(_QUEUE)
        # By the message's id and the question: a client may begin anew with its ids.
        self._replies: list[OrderedDict[tuple[str, str], bytes]] = [OrderedDict() for _ in row.seats]
        for seat, message, ask in game.made if game is not None else ():
            self._reply(seat, message, ask)
        self._hurry: set[int] = set()
        self._reports = 0
        self._asked_for: dict[int, tuple[bool, bool]] = {}  # by seat: `stop` and `rest`, as they were told last
        self._sights: dict[int, tuple[object, eyes.Sight, object]] = {}
        self._errors = 0
        self._again_at: float | None = None
        self._task: asyncio.Task[None] | None = None

    # --- from outside ------------------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The table's code."""
        return self.row.code

    def begin(self) -> None:
        """Start the room's task."""
        self._task = asyncio.create_task(self._run(), name=f"room {self.code}")

    async def end(self) -> None:
        """Stop the room's task."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def post(self, link: Link | None, message: ClientMessage | Thought | Gone) -> bool:
        """Hand the room a message; False where too many wait already."""
        if self._queue.full() and not isinstance(message, (Gone, Thought)):
            return False
        if self._queue.full():
            # What must not be lost waits a little.
            asyncio.get_running_loop().call_later(0.05, self.post, link, message)
            return True
        self._queue.put_nowait((link, message))
        return True

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here, nothing waits, and nobody has been for a while."""
        return not self.links and self._queue.empty() and time.monotonic() - self.idle_since > self._limits.idle

    def info(self) -> TableInfo:
        """Return the table as everybody sees it."""
        row = self.row
        here = {link.seat for link in self.links}
        characters = row.characters or [seat.character for seat in row.seats]
        people = []
        for i, seat in enumerate(row.seats):
            name = f"{seat.plays.removeprefix('bot:').capitalize()} bot" if is_bot(seat.plays) else seat.name
            people.append(Person(i, characters[i], name, seat.plays, i in here or is_bot(seat.plays), bool(seat.lent)))
        return TableInfo(
            row.code, row.state, row.settings, people, self._host(), sum(link.seat < 0 for link in self.links),
            int(self._pause() * 1000), row.rematch,
        )  # fmt: skip

    # --- the task ----------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            item: Item | None = None
            try:
                wait = self._wait()
                if wait is None:
                    item = await self._queue.get()
                else:
                    try:
                        async with asyncio.timeout(wait):
                            item = await self._queue.get()
                    except TimeoutError:
                        pass
                if item is not None:
                    await self._take(*item)
                await self._go_on()
                self._errors = 0
            except asyncio.CancelledError:
                raise
            except Exception:
                # The table is as it was before: nothing takes its place that has not gone well to the end.
                log.exception("room %s", self.code)
                self._errors += 1
                self._again_at = self._now() + min(5.0, 0.1 * self._errors)
                if self._errors > _MOST_ERRORS:
                    self._fail("something goes wrong at this table again and again")

    def _fail(self, why: str) -> None:
        """Carry this table on no further; what is stored stays."""
        self.failed = why
        for link in self.links:
            link.refuse("", "broken", f"This table cannot be carried on: {why}.")

    def _wait(self) -> float | None:
        """Return after how many seconds something is due by itself."""
        game = self.game
        if game is None or self.failed:
            return None
        if self._again_at is not None:
            wait, self._again_at = self._again_at - self._now(), None
            return max(0.0, wait)
        due = [q.due for q in game.questions.values() if q.due is not None and q.answer < 0] if game.opened else []
        if game.held is not None:
            due.append(game.held)
        return max(0.0, min(due) - self._now()) if due else None

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    async def _take(self, link: Link | None, message: ClientMessage | Thought | Gone) -> None:
        if isinstance(message, Thought):
            self._thought(message)
            return
        if link is None:
            return
        if isinstance(message, Gone):
            self._leave(link)
            return
        try:
            await self._carry_out(link, message)
        except Refusal as refusal:
            link.refuse(message.id, refusal.code, str(refusal))
        except Exception:
            log.exception("room %s: a message of type %s", self.code, type(message).__name__)
            link.refuse(message.id, "internal", "Something went wrong here; nothing has changed.")
        finally:
            if link.room is self and link not in self.links:
                link.room = None

    async def _carry_out(self, link: Link, message: ClientMessage) -> None:
        match message:
            case Join():
                await self._join(link, message)
            case Sit():
                self._sit(link, message)
            case Watch():
                self._watch(link, message)
            case Quit():
                await self._quit(link, message)
            case Choose():
                await self._choose(link, message)
            case Fill():
                await self._fill(link, message)
            case Start():
                await self._start(link, message)
            case Answer():
                await self._answer(link, message)
            case SetAsking():
                await self._asking(link, message)
            case Hurry():
                self._vote(link, message)
            case Give():
                await self._give(link, message)
            case Report():
                await self._report(link, message)
            case Rematch():
                await self._rematch(link, message)
            case _:
                raise Refusal("not-now", "This is no message for a table.")

    # --- coming and going ----------------------------------------------------------------------------------------------

    def _enter(self, link: Link, seat: int, token: str, since: int, id: str) -> None:
        if len(self.links) >= self._limits.links and link not in self.links:
            raise Refusal("too-many", "Too many are at this table already.")
        if link not in self.links:
            self.links.append(link)
        link.room, link.seat, link.last = self, seat, None
        link.since = since
        asking = self.row.seats[seat].asking if seat >= 0 else protocol.Asking()
        if seat >= 0 and self.game is not None:
            asking = asking_of(self.game.passing[seat])
        link.send(Joined(id=id, table=self.code, seat=seat, token=token, info=self.info(), asking=asking))
        self._tell(but=link)
        if self.row.state == "over" and self.game is not None and self.game.table.outcome is not None:
            self._update(link)
            link.send(Over(winners=list(self.game.table.outcome.winners)))
        if self.row.rematch:
            link.send(RematchAt(table=self.row.rematch))
        if self.failed:
            link.refuse("", "broken", f"This table cannot be carried on: {self.failed}.")

    async def _join(self, link: Link, message: Join) -> None:
        if self.row.state != "waiting":
            raise Refusal("not-now", "This game has begun; it can be watched.")
        free = [i for i, seat in enumerate(self.row.seats) if seat.plays == "open"]
        seat = message.seat if message.seat is not None else (free[0] if free else -1)
        if seat not in free:
            raise Refusal("no-seat", "This seat is taken." if free else "All seats are taken.")
        token = await self.seat_person(seat, message.name)
        self._enter(link, seat, token, 0, message.id)

    async def seat_person(self, seat: int, name: str) -> str:
        """Give a seat to somebody; return the secret that holds it."""
        token = new_token()
        before = self.row.seats[seat]
        self.row.seats[seat] = SeatRow(before.character, name_from(name), "person", hashed(token))
        try:
            await self._store.save(self.row)
        except BaseException:
            self.row.seats[seat] = before
            raise
        return token

    def _sit(self, link: Link, message: Sit) -> None:
        for i, seat in enumerate(self.row.seats):
            if opens(message.token, seat.token):
                self._enter(link, i, message.token, message.since, message.id)
                return
        raise Refusal("wrong-token", "This secret holds no seat of this table.")

    def _watch(self, link: Link, message: Watch) -> None:
        if not self.row.settings.watch:
            raise Refusal("no-watching", "The people at this table play among themselves.")
        self._enter(link, NOBODY, "", message.since, message.id)

    def _leave(self, link: Link) -> None:
        if link in self.links:
            self.links.remove(link)
        if link.room is self:
            link.room = None
        link.seat = NOBODY
        link.left.set()
        self.idle_since = time.monotonic()
        self._tell()

    async def _quit(self, link: Link, message: Quit) -> None:
        seat = link.seat
        if seat >= 0 and self.row.state == "waiting":
            await self._empty(seat, "open")
            for other in [x for x in self.links if x.seat == seat and x is not link]:
                self._leave(other)
                other.send(Bye(code="sent-away", text="This seat was given up."))
        self._leave(link)
        link.send(Done(id=message.id))

    async def _empty(self, seat: int, plays: str, character: str = "") -> None:
        before = self.row.seats[seat]
        self.row.seats[seat] = SeatRow(character or (before.character if plays == "open" else character), "", plays)
        try:
            await self._store.save(self.row)
        except BaseException:
            self.row.seats[seat] = before
            raise

    def _host(self) -> int:
        return next((i for i, seat in enumerate(self.row.seats) if seat.plays == "person"), -1)

    def _tell(self, but: Link | None = None) -> None:
        """Tell everybody at the table how it stands."""
        data = written(TableIs(info=self.info()))
        for link in self.links:
            if link is not but:
                link.send_bytes(data)
        self._changed(self)

    # --- before the game -----------------------------------------------------------------------------------------------

    def _waiting(self, link: Link, host: bool = False) -> int:
        if self.row.state != "waiting":
            raise Refusal("not-now", "This game has begun.")
        if link.seat < 0 and not (host and self._host() < 0):
            raise Refusal("not-yours", "Whoever watches decides nothing.")
        if host and link.seat != self._host():
            raise Refusal("not-yours", "This is for the host of the table.")
        return link.seat

    def _free_character(self, character: str, seat: int) -> str:
        sheet = catalog().sheets.get(character)
        if character and (sheet is None or sheet.kit):
            raise Refusal("bad-settings", "There is no such character.")
        if character and any(other.character == character for i, other in enumerate(self.row.seats) if i != seat):
            raise Refusal("bad-settings", "Somebody plays this character already.")
        characters = [character if i == seat else other.character for i, other in enumerate(self.row.seats)]
        why_not = misfit(self.row.settings, characters)
        if why_not:
            raise Refusal("bad-settings", why_not)
        return character

    async def _choose(self, link: Link, message: Choose) -> None:
        seat = self._waiting(link)
        row = self.row.seats[seat]
        before = (row.character, row.name)
        row.character = self._free_character(message.character, seat)
        if message.name:
            row.name = name_from(message.name)
        try:
            await self._store.save(self.row)
        except BaseException:
            row.character, row.name = before
            raise
        link.send(Done(id=message.id))
        self._tell()

    async def _fill(self, link: Link, message: Fill) -> None:
        host = self._waiting(link, host=True)
        seat = message.seat
        if seat >= len(self.row.seats):
            raise Refusal("no-seat", "There is no such seat.")
        if seat == host:
            raise Refusal("not-now", "This is your own seat; quit to give it up.")
        plays = "open" if message.plays == "open" else bot_name(message.plays)
        character = self._free_character(message.character, seat)
        await self._empty(seat, plays, character)
        for other in [x for x in self.links if x.seat == seat]:
            self._leave(other)
            other.send(Bye(code="sent-away", text="The host has given this seat to somebody else."))
        link.send(Done(id=message.id))
        self._tell()

    async def _start(self, link: Link, message: Start) -> None:
        self._waiting(link, host=True)
        open_seats = [seat for seat in self.row.seats if seat.plays == "open"]
        if open_seats and not message.fill:
            raise Refusal("not-now", "Some seats are still open; wait for people, or let bots take them.")
        fill = bot_name(message.fill) if message.fill else ""
        characters = drawn(self.row.settings, [seat.character for seat in self.row.seats], _random.shuffle)
        row = RoomRow(
            self.row.code, self.row.settings, [], "playing", _random.randrange(1, 2**62), characters, catalog().digest,
            __version__, RULES, "", self.row.created,
        )  # fmt: skip
        for seat in self.row.seats:
            if seat.plays == "open":
                seat = SeatRow(seat.character, "", fill)
            row.seats.append(seat)
        try:
            game = Game(row)
        except Broken as error:
            raise Refusal("bad-settings", f"These settings make no game: {error}.") from None
        await self._store.save(row)
        self.row, self.game, self.moves = row, game, []
        for other in self.links:
            other.since = 0
        link.send(Done(id=message.id))
        self._tell()

    # --- playing -------------------------------------------------------------------------------------------------------

    def _playing(self, link: Link) -> Game:
        if self.failed:
            raise Refusal("broken", f"This table cannot be carried on: {self.failed}.")
        if self.game is None or self.row.state == "waiting":
            raise Refusal("not-now", "The game has not begun.")
        if link.seat < 0:
            raise Refusal("not-yours", "Whoever watches decides nothing.")
        return self.game

    def _reply(self, seat: int, id: str, ask: str) -> bytes:
        data = written(Done(id=id))
        replies = self._replies[seat]
        replies[id, ask] = data
        if len(replies) > _REPLIES:
            replies.popitem(last=False)
        return data

    async def _answer(self, link: Link, message: Answer) -> None:
        game = self._playing(link)
        seat = link.seat
        before = self._replies[seat].get((message.id, message.ask))
        if before is not None:
            link.send_bytes(before)
            return
        q = game.questions.get(seat)
        if q is not None and q.message == message.id and q.id == message.ask:
            return  # it is being carried out; the reply comes with it
        if q is None or q.id != message.ask or q.answer >= 0 or game.bots[seat] is not None:
            link.refuse(message.id, "stale", "This question is no longer open; how things stand now follows.")
            link.last = None
            self._update(link)
            return
        if message.choice >= len(q.decision.options):
            raise Refusal("no-option", f"There are {len(q.decision.options)} options, and this is none of them.")
        if message.label and message.label != game.label(q, message.choice):
            raise Refusal("no-option", "The option at this position is called otherwise.")
        q.answer, q.message, q.link = message.choice, message.id, link
        if game.next() is not q:
            # It counts once those have answered who come before. Stored and acknowledged alike, so that nobody learns of them.
            kept = MoveRow(game.opening, seat, message.choice, game.label(q, message.choice), message.id)
            try:
                await self._store.keep(self.code, kept)
            except BaseException:
                q.answer, q.message, q.link = -1, "", None
                raise
            link.send_bytes(self._reply(seat, message.id, q.id))
            q.link = None

    async def _go_on(self) -> None:
        """Carry on as far as it goes without anybody's answer, and show everybody what there is to see."""
        game = self.game
        if game is None:
            return
        told = False
        while self.row.state == "playing" and not self.failed:
            now = self._now()
            told = game.show(now, self._pause()) or told
            if not game.opened:
                game.ask(now)
            self._bots(game)
            for q in game.questions.values():
                if q.due is not None and q.due <= now and q.answer < 0 and game.bots[q.seat] is None:
                    q.answer = q.decision.default
            q_next = game.next()
            if q_next is None:
                break
            await self._move(game, q_next)
        self._publish()
        self._tell_asking(game)
        if told:
            data = written(Moment(ms=int(self._pause() * 1000)))
            for link in self.links:
                link.send_bytes(data)
        if game.table.outcome is not None and self.row.state == "playing" and game.is_shown:
            await self._finish(game)

    async def _move(self, game: Game, q: Question) -> None:
        after = self._tried(game, q)
        if after is None:
            return
        move = MoveRow(game.number, q.seat, q.answer, game.label(q, q.answer), q.message)
        try:
            await self._store.append(self.code, [move])
        except Exception:
            log.exception("room %s: a move could not be stored", self.code)
            if isinstance(q.link, Link):
                q.link.refuse(q.message, "internal", "The move could not be stored; it was not made.")
            q.answer, q.message, q.link, q.started = -1, "", None, False
            raise
        self.moves.append(move)
        if isinstance(q.link, Link):
            q.link.send_bytes(self._reply(q.seat, q.message, q.id))
        game.move(q, after)

    def _tried(self, game: Game, q: Question) -> Tried | None:
        """Return what a question's answer leads to; None where that breaks the engine, and the question stays open."""
        person = bool(q.message)
        rest = [] if person else [i for i in (q.decision.default, *range(len(q.decision.options))) if i != q.answer]
        for choice in (q.answer, *rest):
            try:
                after = game.tried(choice)
            except Exception:
                log.exception("room %s: option %s of move %s cannot be carried out", self.code, choice, game.number)
                continue
            q.answer = choice
            return after
        if isinstance(q.link, Link):
            q.link.refuse(q.message, "internal", "This cannot be carried out, which is our mistake; nothing has changed.")
        q.answer, q.message, q.link = -1, "", None
        if not person:
            self._fail("none of the options of a decision can be carried out")
        return None

    def _pause(self) -> float:
        people = [i for i, seat in enumerate(self.row.seats) if seat.plays == "person"]
        if people and all(i in self._hurry for i in people):
            return 0.0
        return self.row.settings.pause / 1000

    async def _finish(self, game: Game) -> None:
        self.row.state = "over"
        try:
            await self._store.save(self.row)
        except BaseException:
            self.row.state = "playing"
            raise
        assert game.table.outcome is not None
        data = written(Over(winners=list(game.table.outcome.winners)))
        for link in self.links:
            link.send_bytes(data)
        self._tell()

    # --- bots ----------------------------------------------------------------------------------------------------------

    def _bots(self, game: Game) -> None:
        """Set bots to the questions that are theirs, while somebody is here to see it."""
        if not self.links:
            return
        for q in game.questions.values():
            bot = game.bots[q.seat]
            if bot is None or q.answer >= 0 or q.started:
                continue
            q.started = True
            if not bot.needs_view and isinstance(bot, Blind):
                q.answer = bot.pick(len(q.decision.options))
                continue
            table = q.table.copy()
            table._log = table.entries()[:]  # a list that no other thread writes to
            loop = asyncio.get_running_loop()
            loop.run_in_executor(self._thinkers, self._think, loop, bot, table, q)

    def _think(self, loop: asyncio.AbstractEventLoop, bot: Bot, table: Table, q: Question) -> None:
        try:
            choice = decide(bot, table)
        except Exception:
            log.exception("room %s: a bot could not choose", self.code)
            choice = q.decision.default
        try:
            loop.call_soon_threadsafe(self.post, None, Thought(q.id, q.seat, choice))
        except RuntimeError:
            pass  # the server has stopped

    def _thought(self, thought: Thought) -> None:
        game = self.game
        q = game.questions.get(thought.seat) if game is not None else None
        if game is None or q is None or q.id != thought.ask or q.answer >= 0 or game.bots[q.seat] is None:
            return
        q.answer = thought.choice if 0 <= thought.choice < len(q.decision.options) else q.decision.default

    async def _give(self, link: Link, message: Give) -> None:
        game = self._playing(link)
        seat = message.seat
        if seat >= len(self.row.seats) or self.row.seats[seat].plays != "person":
            raise Refusal("no-seat", "This is no person's seat.")
        if seat != link.seat:
            if not message.plays:
                raise Refusal("not-yours", "Only who holds a seat takes it back.")
            if any(other.seat == seat for other in self.links):
                raise Refusal("not-yours", "Whoever holds this seat is here.")
        row = self.row.seats[seat]
        before = row.lent
        row.lent = bot_name(message.plays) if message.plays else ""
        try:
            await self._store.save(self.row)
        except BaseException:
            row.lent = before
            raise
        game.seat_bot(seat)
        q = game.questions.get(seat)
        if q is not None and q.answer < 0:
            q.started = False
        link.send(Done(id=message.id))
        self._tell()

    # --- settings of a seat ----------------------------------------------------------------------------------------------

    async def _asking(self, link: Link, message: SetAsking) -> None:
        if link.seat < 0:
            raise Refusal("not-yours", "Whoever watches is not asked.")
        seat = self.row.seats[link.seat]
        before = seat.asking
        # `stop` and `rest` are for this sitting; they are not written down.
        seat.asking = protocol.Asking(message.always, message.never)
        try:
            await self._store.save(self.row)
        except BaseException:
            seat.asking = before
            raise
        asking = protocol.Asking(message.always, message.never, message.stop, message.rest)
        if self.game is not None:
            made = self.game.passing[link.seat]
            made.always = message.always
            made.never = passing(asking).never
            made.stop = message.stop
            made.until_next_turn(self.game.table if message.rest else None)
            asking = asking_of(made)
            self._asked_for[link.seat] = (asking.stop, asking.rest)
        data = written(AskingIs(id=message.id, asking=asking))
        for other in self.links:
            if other.seat == link.seat:
                other.send_bytes(data)

    def _tell_asking(self, game: Game) -> None:
        """Tell a seat that a `stop` is used up, or that its `rest` is over."""
        for link in self.links:
            if link.seat < 0:
                continue
            made = game.passing[link.seat]
            now = (made.stop, made.left_alone)
            if self._asked_for.get(link.seat, (False, False)) != now:
                self._asked_for[link.seat] = now
                data = written(AskingIs(asking=asking_of(made)))
                for other in self.links:
                    if other.seat == link.seat:
                        other.send_bytes(data)

    def _vote(self, link: Link, message: Hurry) -> None:
        if link.seat < 0:
            raise Refusal("not-yours", "Whoever watches decides nothing.")
        (self._hurry.add if message.on else self._hurry.discard)(link.seat)
        link.send(Done(id=message.id))
        self._tell()

    async def _report(self, link: Link, message: Report) -> None:
        """Keep the record with the moment. It has all hands in it: whoever reports is told its name and no more."""
        game = self.game
        if game is None:
            raise Refusal("not-now", "The game has not begun.")
        if self._reports >= _MOST_REPORTS:
            raise Refusal("too-many", "Enough has been reported from this table.")
        self._reports += 1
        who = f"seat {link.seat}, {game.table.seat_name(link.seat)}" if link.seat >= 0 else "somebody who watches"
        moment = f"# Reported after {game.number} choices, in turn {game.table.turns}, by {who}.\n"
        words = sentence_from(message.text)
        text = record_of(self.row, self.moves).text()
        try:
            name = await self._store.keep_report(self.code, moment + (f"# It was said: {words}\n" if words else ""), text)
        except OSError:
            log.exception("room %s: a report could not be kept", self.code)
            raise Refusal("internal", "The report could not be kept here.") from None
        link.send(Reported(id=message.id, name=name))

    # --- afterwards ------------------------------------------------------------------------------------------------------

    async def _rematch(self, link: Link, message: Rematch) -> None:
        if link.seat < 0:
            raise Refusal("not-yours", "Whoever watches decides nothing.")
        if self.row.state != "over":
            raise Refusal("not-now", "The game is not over.")
        if not self.row.rematch:
            seats = [SeatRow(seat.character, seat.name, seat.plays, seat.token, "", seat.asking) for seat in self.row.seats]
            code = await self._again(self, RoomRow("", self.row.settings, seats))
            self.row.rematch = code
            try:
                await self._store.save(self.row)
            except BaseException:
                self.row.rematch = ""
                raise
        data = written(RematchAt(id=message.id, table=self.row.rematch))
        link.send_bytes(data)
        for other in self.links:
            if other is not link:
                other.send(RematchAt(table=self.row.rematch))

    # --- showing ---------------------------------------------------------------------------------------------------------

    def _publish(self) -> None:
        for link in list(self.links):
            self._update(link)

    def _update(self, link: Link) -> None:
        """Send a connection what its eye sees now, if that is anything new."""
        game = self.game
        if game is None:
            return
        table, q, answered = game.eye(link.seat)
        key = (table, q, answered)
        cached = self._sights.get(link.seat)
        if cached is None or not _is(cached[0], key):
            sight = eyes.sight(table, link.seat, answered)
            cached = self._sights[link.seat] = (key, sight, (sight, q.id if q is not None else ""))
        news = table._log_size > link.since
        if not news and link.last is not None and (link.last is cached[2] or link.last == cached[2]):
            return
        sight = cached[1]
        lines = eyes.lines(table, link.seat, link.since) if news else []
        ask = None
        if q is not None:
            ms = max(0, int((q.due - self._now()) * 1000)) if q.due is not None else None
            ask = eyes.ask(table, q.id, ms)
        link.send(Update(table=self.code, view=sight.view, ask=ask, forecast=sight.forecast, why=sight.why, lines=lines))
        link.last = cached[2]
        link.since = max(link.since, table._log_size)


def _is(a: object, b: tuple[object, ...]) -> bool:
    return isinstance(a, tuple) and all(x is y for x, y in zip(a, b, strict=True))
