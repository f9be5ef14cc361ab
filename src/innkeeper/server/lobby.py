"""All rooms of a server: made, found again after a restart, and let go of when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor

from innkeeper.library import catalog
from innkeeper.record.record import BadRecord
from innkeeper.server.game import TIMERS, Broken, Game
from innkeeper.server.limits import Guard, Limits
from innkeeper.server.link import Link
from innkeeper.server.names import code_from, new_code
from innkeeper.server.protocol import Settings, TableInfo, TablesAre, written
from innkeeper.server.room import Refusal, Room, bot_name
from innkeeper.server.storage import RoomRow, SeatRow, Store
from innkeeper.server.variants import misfit

log = logging.getLogger(__name__)

_THINKERS = 2
_NEWS_EVERY = 0.5
_LISTED = 100


class Lobby:
    """The rooms that are in memory, by code, and who looks at the list of them."""

    def __init__(self, store: Store, limits: Limits | None = None) -> None:
        """store: where tables are kept."""
        self.store = store
        self.limits = limits or Limits()
        self.guard = Guard(self.limits)
        self.rooms: dict[str, Room] = {}
        self.followers: set[Link] = set()
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._thinkers = ThreadPoolExecutor(_THINKERS, thread_name_prefix="bots")
        self._news = False
        self._keeper: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Start what happens by itself."""
        catalog()
        self._keeper = asyncio.create_task(self._keep(), name="lobby")

    async def end(self) -> None:
        """Stop everything; what was acknowledged is stored."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        for room in list(self.rooms.values()):
            await room.end()
        self.rooms.clear()
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    async def _keep(self) -> None:
        swept = time.monotonic()
        while True:
            await asyncio.sleep(_NEWS_EVERY)
            try:
                if self._news:
                    self._news = False
                    data = written(TablesAre(tables=self.listed()))
                    for link in list(self.followers):
                        link.send_bytes(data)
                if time.monotonic() - swept > min(30.0, self.limits.idle):
                    swept = time.monotonic()
                    for room in [room for room in self.rooms.values() if room.is_idle]:
                        del self.rooms[room.code]
                        await room.end()
            except Exception:
                log.exception("lobby")

    # --- rooms ---------------------------------------------------------------------------------------------------------

    def listed(self) -> list[TableInfo]:
        """Return the tables that the lobby shows: listed ones that somebody is at, newest first."""
        open_to_see = [r for r in self.rooms.values() if r.row.settings.listed and r.links and r.row.state != "over"]
        open_to_see.sort(key=lambda room: room.row.created, reverse=True)
        return [room.info() for room in open_to_see[:_LISTED]]

    def _changed(self, room: Room) -> None:
        if room.row.settings.listed:
            self._news = True

    async def create(self, settings: Settings, name: str) -> tuple[Room, int, str]:
        """Make a table; return its room, the seat of whoever makes it (-1 for none), and the secret. Raises Refusal."""
        seats = check(settings)
        room = await self._make(RoomRow("", settings, seats))
        mine = next((i for i, wish in enumerate(settings.seats) if wish.plays == "me"), -1)
        if mine < 0:
            mine = next((i for i, seat in enumerate(seats) if seat.plays == "open"), -1)
        token = await room.seat_person(mine, name) if mine >= 0 else ""
        return room, mine, token

    async def _make(self, row: RoomRow) -> Room:
        if len(self.rooms) >= self.limits.rooms:
            raise Refusal("too-many", "There are too many tables at this server right now.")
        row.code = new_code()
        while row.code in self.rooms or await asyncio.to_thread(self.store.load, row.code) is not None:
            row.code = new_code()
        row.created = time.time()
        await self.store.save(row)
        return self._open(row)

    async def again(self, room: Room, row: RoomRow) -> str:
        """Make the table of a rematch; return its code."""
        return (await self._make(row)).code

    def _open(self, row: RoomRow, **found: object) -> Room:
        room = Room(
            row, self.store, self.limits, self._thinkers, self._changed, self.again, **found,  # type: ignore[arg-type]
        )  # fmt: skip
        self.rooms[row.code] = room
        room.begin()
        return room

    async def find(self, text: str) -> Room | None:
        """Return the room with a code, from memory or from storage; None where there is none."""
        code = code_from(text)
        if not code:
            return None
        room = self.rooms.get(code)
        if room is not None:
            return room
        task = self._opening.get(code)
        if task is None:
            task = self._opening[code] = asyncio.create_task(self._find(code))
            task.add_done_callback(lambda _: self._opening.pop(code, None))
        return await asyncio.shield(task)

    async def _find(self, code: str) -> Room | None:
        found = await asyncio.to_thread(self.store.load, code)
        if found is None:
            return None
        row, moves, kept = found
        if row.state == "waiting":
            return self._open(row)
        failed = ""
        game: Game | None = None
        try:
            game = await asyncio.to_thread(Game, row, moves, kept)
        except (Broken, BadRecord) as error:
            failed = str(error)
        except Exception:
            log.exception("room %s cannot be opened again", code)
            failed = "its record cannot be carried out"
        room = self._open(row, game=game, moves=moves)
        room.failed = failed
        return room


def check(settings: Settings) -> list[SeatRow]:
    """Return the seats that settings ask for. Raises Refusal where they make no game."""
    sheets = catalog().sheets
    if settings.timers not in TIMERS:
        raise Refusal("bad-settings", f"Timers are one of: {', '.join(TIMERS)}.")
    if isinstance(settings.first, str) and settings.first != "random":
        raise Refusal("bad-settings", 'Who goes first is a seat, or "random".')
    if isinstance(settings.first, int) and settings.first >= len(settings.seats):
        raise Refusal("bad-settings", "Who goes first is a seat of the table.")
    for name in settings.drinks or ():
        if name not in catalog().drinks:
            raise Refusal("bad-settings", f"There is no such set of Drinks; there are: {', '.join(sorted(catalog().drinks))}.")
    if settings.drinks is not None and (len(set(settings.drinks)) != len(settings.drinks) or "base" not in settings.drinks):
        raise Refusal("bad-settings", "The base game's Drinks are always there, and each set once.")
    seats: list[SeatRow] = []
    for wish in settings.seats:
        sheet = sheets.get(wish.character) if wish.character else None
        if wish.character and (sheet is None or sheet.kit):
            raise Refusal("bad-settings", "There is no such character.")
        if wish.character and any(seat.character == wish.character for seat in seats):
            raise Refusal("bad-settings", "Each character sits at a table once.")
        plays = "open" if wish.plays in ("open", "me") else bot_name(wish.plays)
        seats.append(SeatRow(wish.character, "", plays))
    if sum(wish.plays == "me" for wish in settings.seats) > 1:
        raise Refusal("bad-settings", "You sit at one seat.")
    why_not = misfit(settings, [seat.character for seat in seats])
    if why_not:
        raise Refusal("bad-settings", why_not)
    return seats
