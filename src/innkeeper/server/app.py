"""The web application: the websocket that the protocol goes over, a few addresses to read, and the browser client's files."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from innkeeper import __version__
from innkeeper.bots import NAMES as BOTS
from innkeeper.cards.text import type_line
from innkeeper.engine.program import ACTION, ANYTIME, CHEATING, DRINK, EVENT, GAMBLING, PRIZE, SOMETIMES
from innkeeper.engine.state import NOBODY
from innkeeper.library import catalog
from innkeeper.record.record import BadRecord
from innkeeper.rulebook.ledger import ledger
from innkeeper.server import afterwards, protocol
from innkeeper.server.game import TIMERS, record_of
from innkeeper.server.limits import Bucket, Limits
from innkeeper.server.link import Link
from innkeeper.server.lobby import Lobby
from innkeeper.server.names import opens
from innkeeper.server.protocol import (
    BadMessage,
    BossInfo,
    Bye,
    CharacterInfo,
    ClientMessage,
    Create,
    Done,
    Hello,
    Join,
    Look,
    Ping,
    Pong,
    Quit,
    Sit,
    TableIs,
    Tables,
    TablesAre,
    Watch,
    Welcome,
    read,
)
from innkeeper.server.room import Gone, Refusal, Room
from innkeeper.server.storage import Store
from innkeeper.server.variants import bosses, prizes, usual_numbers
from innkeeper.session.explaining import VARIANTS
from innkeeper.session.storyteller import ALL_KNOWING
from innkeeper.session.texts import text_of
from innkeeper.variants.boss import LIMITS

log = logging.getLogger(__name__)

WEB: Final = Path(__file__).resolve().parent.parent / "web"

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_TYPES: Final = (
    (ACTION, "action"), (SOMETIMES, "sometimes"), (ANYTIME, "anytime"), (GAMBLING, "gambling"), (CHEATING, "cheating"),
    (EVENT, "event"), (DRINK, "drink"), (PRIZE, "prize"),
)  # fmt: skip
_NO_CLIENT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Innkeeper</title>
<h1>Innkeeper</h1>
<p>The server is running, and bots and other programs can play here. The browser's table is not part of this installation.</p>
</html>
"""


class _Headers:
    """Puts the security headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *_HEADERS]
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-cache"))  # asked for again, and sent only where it has changed
                message["headers"] = headers
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


def make_app(store: Store, limits: Limits | None = None, origins: tuple[str, ...] = ()) -> ASGIApp:
    """Return the application on a store. origins: other sites whose pages may connect, as "https://example.org"."""
    return app_of(Lobby(store, limits), origins)


def app_of(lobby: Lobby, origins: tuple[str, ...] = ()) -> ASGIApp:
    """Return the application of a lobby; see `make_app`."""
    server = Server(lobby, origins)

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        await lobby.begin()
        try:
            yield
        finally:
            await lobby.end()

    routes: list[BaseRoute] = [
        WebSocketRoute("/ws", server.socket),
        Route("/api/catalog", server.catalog),
        Route("/api/rules", server.rules),
        Route("/api/tables/{code}/result", server.result),
        Route("/api/tables/{code}/replay", server.replay),
        Route("/api/tables/{code}/record", server.record),
        Route("/", server.page),
        Route("/rules", server.page),
        Route("/t/{code}", server.page),
        Route("/t/{code}/replay", server.page),
    ]
    if WEB.is_dir():
        routes.append(Mount("/web", StaticFiles(directory=WEB)))
    return _Headers(Starlette(routes=routes, lifespan=living))


def address_of(connection: HTTPConnection) -> str:
    """Return the address that a connection comes from."""
    return connection.client.host if connection.client is not None else "?"


class Server:
    """What the routes lead to."""

    def __init__(self, lobby: Lobby, origins: tuple[str, ...] = ()) -> None:
        """origins: see `make_app`."""
        self.lobby = lobby
        self._origins = origins

    # --- the websocket -------------------------------------------------------------------------------------------------

    def _may_connect(self, socket: WebSocket) -> bool:
        origin = socket.headers.get("origin")
        if origin is None or origin in self._origins:
            return True  # no browser: whoever sends no Origin could as well send any
        try:
            return urlsplit(origin).netloc.lower() == socket.headers.get("host", "").lower() != ""
        except ValueError:
            return False

    async def socket(self, socket: WebSocket) -> None:
        """Serve one connection."""
        address = address_of(socket)
        guard = self.lobby.guard
        if not self._may_connect(socket) or not guard.enter(address):
            await socket.close(1008)
            return
        link = Link(address, self.lobby.limits.outbox)
        writer: asyncio.Task[None] | None = None
        try:
            await socket.accept()
            writer = asyncio.create_task(self._write(socket, link))
            reader = asyncio.create_task(self._read(socket, link))
            _, pending = await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
            if writer in pending and link.closing is not None:
                await asyncio.wait({writer}, timeout=self.lobby.limits.patience)
            for task in (writer, reader):
                task.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)
        finally:
            if writer is not None:
                writer.cancel()
            self.lobby.followers.discard(link)
            link.close(Bye(code="gone", text=""))
            if link.room is not None:
                link.room.post(link, Gone())
            guard.leave(address)

    async def _write(self, socket: WebSocket, link: Link) -> None:
        try:
            while (data := await link.next()) is not None:
                async with asyncio.timeout(self.lobby.limits.patience):
                    await socket.send_text(data.decode())
            await socket.close(1008 if link.closing is not None and link.closing.code != "slow" else 1013)
        except (WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
            pass

    async def _read(self, socket: WebSocket, link: Link) -> None:
        limits = self.lobby.limits
        bucket = Bucket(limits.rate, limits.burst)
        strikes = 0
        greeted = False
        while link.closing is None:
            try:
                wait = limits.hello if not greeted else None
                async with asyncio.timeout(wait):
                    frame = await socket.receive()
            except (WebSocketDisconnect, TimeoutError, RuntimeError):
                if not greeted:
                    link.close(Bye(code="hello-first", text="Nothing was said."))
                return
            if frame["type"] == "websocket.disconnect":
                return
            text = frame.get("text")
            if text is None:
                text = frame.get("bytes") or b""
            if strikes >= limits.strikes:
                link.close(Bye(code="too-fast", text="Too much that this server cannot use."))
                return
            if not bucket.take():
                strikes += 1
                link.refuse("", "too-fast", "This is too fast; wait a little.")
                continue
            if len(text) > protocol.MOST_BYTES:
                link.close(Bye(code="bad-message", text="This message is too long."))
                return
            try:
                message = read(text)
            except BadMessage as error:
                strikes += 1
                link.refuse(error.id, "bad-message", f"{error}.")
                continue
            if not greeted and not isinstance(message, Hello):
                strikes += 1
                link.refuse(message.id, "hello-first", "The first message is hello.")
                continue
            try:
                greeted = await self._carry_out(link, message) or greeted
                strikes = 0
            except Refusal as refusal:
                strikes += refusal.code in ("too-fast", "version", "no-table")
                link.refuse(message.id, refusal.code, str(refusal))
            except Exception:
                log.exception("a message of type %s", type(message).__name__)
                link.refuse(message.id, "internal", "Something went wrong here; nothing has changed.")

    async def _carry_out(self, link: Link, message: ClientMessage) -> bool:
        """Carry a message out, or hand it to the room; whether it was a greeting. Raises Refusal."""
        match message:
            case Hello():
                if message.version != protocol.VERSION:
                    raise Refusal("version", f"This server speaks version {protocol.VERSION} of the protocol.")
                link.send(welcome(message.id))
                return True
            case Ping():
                link.send(Pong(id=message.id))
            case Tables():
                if link.room is None and message.follow:
                    self.lobby.followers.add(link)
                else:
                    self.lobby.followers.discard(link)
                link.send(TablesAre(id=message.id, tables=self.lobby.listed()))
            case Look():
                room = await self._find(link, message.table)
                link.send(TableIs(id=message.id, info=room.info()))
            case Create():
                self._free(link)
                if not self.lobby.guard.tables.take(link.address):
                    raise Refusal("too-many", "Too many tables were made from here; wait a little.")
                room, seat, token = await self.lobby.create(message.settings, message.name)
                self.lobby.followers.discard(link)
                link.room = room
                if seat >= 0:
                    self._post(link, room, Sit(id=message.id, table=room.code, token=token))
                else:
                    self._post(link, room, Watch(id=message.id, table=room.code))
            case Join() | Sit() | Watch():
                self._free(link)
                room = await self._find(link, message.table)
                if isinstance(message, Sit) and not any(opens(message.token, s.token) for s in room.row.seats):
                    if not self.lobby.guard.guesses.take(link.address):
                        raise Refusal("too-fast", "Too many wrong secrets; wait a little.")
                self.lobby.followers.discard(link)
                link.room = room
                self._post(link, room, message)
            case _:
                room_now = link.room
                if room_now is None:
                    if isinstance(message, Quit):
                        link.send(Done(id=message.id))
                        return False
                    raise Refusal("not-now", "This connection is at no table.")
                link.left.clear()
                self._post(link, room_now, message)
                if isinstance(message, Quit):
                    # What comes after it may be for another table.
                    async with asyncio.timeout(self.lobby.limits.patience):
                        await link.left.wait()
        return False

    @staticmethod
    def _free(link: Link) -> None:
        if link.room is not None:
            raise Refusal("not-now", "This connection is at a table; quit it first.")

    async def _find(self, link: Link, code: str) -> Room:
        room = await self.lobby.find(code)
        if room is None:
            if not self.lobby.guard.guesses.take(link.address):
                raise Refusal("too-fast", "Too many wrong codes; wait a little.")
            raise Refusal("no-table", "There is no table with this code.")
        return room

    @staticmethod
    def _post(link: Link, room: Room, message: ClientMessage) -> None:
        if not room.post(link, message):
            if link not in room.links:
                link.room = None
            raise Refusal("too-fast", "Too much is going on at this table; wait a little.")

    # --- pages ---------------------------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """Return the browser client's page; it finds out by its address what to show."""
        index = WEB / "index.html"
        if not index.is_file():
            return HTMLResponse(_NO_CLIENT)
        return HTMLResponse(await asyncio.to_thread(index.read_bytes), headers={"cache-control": "no-cache"})

    # --- what there is to read -----------------------------------------------------------------------------------------

    def _slow_down(self, request: Request) -> Response | None:
        if self.lobby.guard.requests.take(address_of(request)):
            return None
        return _refused(429, "too-fast", "This is too fast; wait a little.")

    async def catalog(self, request: Request) -> Response:
        """Return all cards and characters."""
        return self._slow_down(request) or _same_for_all(request, _catalog())

    async def rules(self, request: Request) -> Response:
        """Return all rules by their ids."""
        return self._slow_down(request) or _same_for_all(request, _rules())

    async def _room(self, request: Request) -> Room | Response:
        busy = self._slow_down(request)
        if busy is not None:
            return busy
        room = await self.lobby.find(request.path_params["code"])
        if room is None or room.game is None:
            return _refused(404, "no-table", "There is no table with this code whose game has begun.")
        return room

    async def result(self, request: Request) -> Response:
        """Return how a game ended."""
        room = await self._room(request)
        if isinstance(room, Response):
            return room
        game = room.game
        if game is None or room.row.state != "over":
            return _refused(403, "not-now", "This game is not over.")
        return _json(await asyncio.to_thread(afterwards.result, room.row, game.table.copy(), len(room.moves)))

    async def record(self, request: Request) -> Response:
        """Return a game that is over as text."""
        room = await self._room(request)
        if isinstance(room, Response):
            return room
        if room.row.state != "over":
            return _refused(403, "not-now", "This game is not over.")
        record = record_of(room.row, room.moves)
        assert room.game is not None
        outcome = room.game.table.outcome
        assert outcome is not None
        record.over = " ".join(room.game.table.seat_name(seat) for seat in outcome.winners)
        return PlainTextResponse(record.text(), headers={"content-disposition": f'attachment; filename="{room.code}.record"'})

    async def replay(self, request: Request) -> Response:
        """Return steps of a game as an eye may see them."""
        room = await self._room(request)
        if isinstance(room, Response):
            return room
        asked = request.query_params
        try:
            step, count = int(asked.get("step", "0")), int(asked.get("count", "1"))
            eye = ALL_KNOWING if asked.get("eye") == "all" else int(asked.get("eye", "-1"))
        except ValueError:
            return _refused(400, "bad-message", "step and count are numbers, and eye is a seat, -1, or all.")
        if not self.lobby.guard.replays.take(address_of(request)):
            return _refused(429, "too-fast", "This is too fast; wait a little, or ask for more steps at once.")
        row, game = room.row, room.game
        assert game is not None
        if not NOBODY <= eye < len(row.seats) and eye != ALL_KNOWING:
            return _refused(404, "no-seat", "There is no such seat.")
        moves = room.moves
        if row.state != "over":
            token = request.headers.get("authorization", "").removeprefix("Bearer ")[:64]
            if eye == ALL_KNOWING or (eye >= 0 and not opens(token, row.seats[eye].token)):
                return _refused(403, "not-yours", "While the game lasts, each sees what their own seat sees.")
            if eye == NOBODY and not row.settings.watch:
                return _refused(403, "no-watching", "The people at this table play among themselves.")
            moves = moves[: game.shown_at]  # what is held back is held back here too
        try:
            return _json(await asyncio.to_thread(afterwards.replay, row, list(moves), eye, max(0, step), count))
        except BadRecord as error:
            log.warning("room %s: %s", room.code, error)
            return _refused(409, "broken", "This game cannot be told again by this version.")


def welcome(id: str = "") -> Welcome:
    """Return the greeting."""
    known = catalog()
    return Welcome(
        id=id,
        version=protocol.VERSION,
        server=__version__,
        cards=known.digest,
        characters=[CharacterInfo(s.slug, s.name, s.plays) for s in known.sheets.values() if not s.kit],
        drinks=sorted(known.drinks),
        bots=[f"bot:{name}" for name in BOTS],
        timers={name: list(seconds) for name, seconds in TIMERS.items()},
        most={"bytes": protocol.MOST_BYTES, "seats": 8, "name": 24},
        variants={name: text for name, text in VARIANTS.items() if name != "drinks"},
        bosses=[BossInfo(slug, _is_hero(slug), [dict(n) for n in usual_numbers(slug)]) for slug in bosses()],
        boss_limits={key: list(limits) for key, limits in LIMITS.items()},
        prizes=prizes(),
        events=sorted(known.events),
    )


def _is_hero(slug: str) -> bool:
    part = catalog().sheets[slug].boss
    return part is not None and part.hero


@cache
def _catalog() -> bytes:
    known = catalog()
    cards = []
    for card in known.cards:
        kinds = 0
        for use in card.uses:
            kinds |= use.type
        cards.append(
            {
                "number": card.number,
                "title": card.title,
                "home": card.home,
                "pile": card.pile,
                "kind": type_line(card),
                "types": [name for bit, name in _TYPES if kinds & bit],
                "text": text_of(card),
                "origin": card.origin,
                "alcohol": card.alcohol,
                "fortitude": card.fortitude,
                "chaser": card.chaser,
                "event": card.event,
                "thing": card.thing,
                "uses": [{"mode": use.mode, "playable": use.playable} for use in card.uses],
            }
        )
    characters = [
        {"slug": s.slug, "name": s.name, "plays": s.plays, "traits": list(s.traits), "guest": s.kit}
        for s in known.sheets.values()
    ]
    return msgspec.json.encode({"digest": known.digest, "cards": cards, "characters": characters})


@cache
def _rules() -> bytes:
    return msgspec.json.encode(
        {rule.id: {"rule": rule.rule, "kind": rule.kind, "note": rule.note} for rule in ledger().values()}
    )


@cache
def _tag(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:16]}"'


def _same_for_all(request: Request, data: bytes) -> Response:
    tag = _tag(data)
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type="application/json", headers=headers)


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json", headers={"cache-control": "no-store"})


def _refused(status: int, code: str, text: str) -> Response:
    return _json({"code": code, "text": text}, status)
