"""Every message between a client and the server, as typed data: JSON objects whose `type` says which one it is.

`docs/protocol.md` tells how they are used. What a field is named here is what it is named on the wire. Within one version
fields and messages are only ever added: clients pass over what they do not know, the server refuses what it does not know.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from innkeeper.view import View

VERSION: Final = 1
"""The version of this protocol; a client says it in `hello`."""

MOST_BYTES: Final = 4096
"""A longer message from a client ends the connection."""

Code = Annotated[str, Meta(max_length=16, description="a table's code, as it stands in its link")]
Token = Annotated[str, Meta(max_length=64, description="the secret that holds a seat")]
MessageId = Annotated[str, Meta(max_length=40, description="chosen by the client; a reply repeats it")]
Name = Annotated[str, Meta(max_length=80, description="what a person wants to be called; 24 characters are kept")]
Seat = Annotated[int, Meta(ge=0, le=7, description="a seat, clockwise from 0")]
Slug = Annotated[str, Meta(max_length=40)]
Since = Annotated[int, Meta(ge=0, le=10_000_000, description="how many entries of the log the client has already")]

# --- parts --------------------------------------------------------------------------------------------------------------


class SeatWish(Struct, forbid_unknown_fields=True):
    """A seat of a table to be made.

    character: a slug, or "" for one that is chosen later or drawn.  plays: "open", "me" (whoever makes the table; the first
    open seat where nobody says), or a bot ("bot:random").
    """

    character: Slug = ""
    plays: Slug = "open"


class BossWish(Struct, forbid_unknown_fields=True):
    """The Boss of a Boss Battle, against whom all others are one team.

    seat: the Boss's.  gold, fortitude: what the Boss begins with.  hand_size: how many cards the Boss holds.  actions: how
    many Action Cards the Boss may play in a turn.  null: as is usual for that number of Challengers (`welcome.bosses`).
    """

    seat: Seat
    gold: int | None = None
    fortitude: int | None = None
    hand_size: int | None = None
    actions: int | None = None


Title = Annotated[str, Meta(max_length=80, description="a card's title")]


class Settings(Struct, forbid_unknown_fields=True):
    """What game is played at a table.

    seats: 2 to 8, clockwise.  drinks: sets of Drinks, of those that `welcome` names; null: the base game's, and those that come
    with whoever plays.  first: "random", or the seat that begins; the Boss does in a Boss Battle.
    teams: the seats of each team, none for a game of everybody for themselves; team-mates sit side by side.
    boss: who is the Boss, null for no Boss Battle; then there are no other teams.
    prizes: the titles of the Prizes that lie in the Inn, none for a game without; `welcome` names all.
    events: the sets of Events that are played with, none for a game without; `welcome` names all.
    timers: "off", "relaxed" or "brisk".  watch: whether others than those who play may watch.  listed: whether the
    lobby shows the table.  pause: how long, in milliseconds, whatever happens is shown before the game goes on, alike whether
    or not anybody could answer it.
    """

    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=8)]
    drinks: Annotated[list[Slug], Meta(min_length=1, max_length=4)] | None = None
    first: Seat | Slug = "random"
    timers: Slug = "off"
    watch: bool = True
    listed: bool = True
    pause: Annotated[int, Meta(ge=0, le=10_000)] = 800
    teams: Annotated[list[Annotated[list[Seat], Meta(max_length=8)]], Meta(max_length=8)] = msgspec.field(default_factory=list)
    boss: BossWish | None = None
    prizes: Annotated[list[Title], Meta(max_length=40)] = msgspec.field(default_factory=list)
    events: Annotated[list[Slug], Meta(max_length=8)] = msgspec.field(default_factory=list)


class Leave(Struct, forbid_unknown_fields=True):
    """A kind of moment at which a seat does not want to be asked; `touches`: where it is about that seat.

    kind: "card", "own", "hit", "drink", "ante", "payment", "leave", "win", "check", "round" or "quiet".
    """

    kind: Slug
    touches: bool = False


class Person(Struct):
    """A seat of a table, as everybody sees it.

    name: "" while the seat is open.  plays: "open", "person" or a bot ("bot:random").  here: whether a connection holds the
    seat right now.  away: a person holds this seat, and a bot plays it for the time being.
    """

    seat: int
    character: str
    name: str
    plays: str
    here: bool
    away: bool = False


class TableInfo(Struct):
    """A table, as everybody sees it. state: "waiting", "playing" or "over".  host: the seat that may start it, -1 for none.

    rematch: the code of the table where the same people play again, "" for none.
    """

    table: str
    state: str
    settings: Settings
    people: list[Person]
    host: int
    watching: int
    pause: int
    rematch: str = ""


class CharacterInfo(Struct):
    """A character that may be played. plays: a line on how."""

    slug: str
    name: str
    plays: str


class BossInfo(Struct):
    """A character that may be the Boss.

    hero: cards that speak of Villains do not mean this Boss.  usual: the numbers of the Boss (see `BossWish`) where a table
    says nothing of them, by the number of Challengers, from 1 on.
    """

    slug: str
    hero: bool
    usual: list[dict[str, int]]


class Line(Struct):
    """An entry of the log, as the reader may read it.

    i: its number.  text: the line of the story, "" for what is worth none.  kind, seat, other, card, n, cards: the entry
    itself, for animation; -1 and [] stand for nothing.  cards: of "play" and "happens" the targets, of "win" and
    "contest-tied" seats, otherwise cards.  rules: ids of the rules that made it so.
    """

    i: int
    text: str
    kind: str
    seat: int
    other: int
    card: int
    n: int
    cards: list[int]
    rules: list[str]


class Ask(Struct):
    """A question to the receiver of an update; its options and their labels are in `view.asked`.

    id: to be named in the answer.  text: the question.  hint: what the phase is about, for newcomers.  decline: what it means
    to pass, where that is an option.  moment: what kind of moment an answer is asked for at, as `asking.never` names them.
    ms: after how many milliseconds the default is taken, or null.
    """

    id: str
    text: str
    hint: str
    decline: str
    moment: Leave | None
    ms: int | None


class Asking(Struct):
    """When a seat wants to be asked for answers: always, or only about what touches it; never at moments of some kinds.

    stop: stop at the next moment at all at which an answer is possible.
    rest: let be all that does not touch the seat until its next turn.
    """

    always: bool = True
    never: list[Leave] = msgspec.field(default_factory=list)
    stop: bool = False
    rest: bool = False


# --- from a client --------------------------------------------------------------------------------------------------------


class FromClient(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What every message of a client has. id: a reply repeats it; a message with the same id is carried out once."""

    id: MessageId = ""


class Hello(FromClient, tag="hello"):
    """The first message of a connection. Reply: `welcome`."""

    version: int
    client: Annotated[str, Meta(max_length=80)] = ""


class Tables(FromClient, tag="tables"):
    """Asks for the lobby. Reply: `tables`. follow: send it again whenever it changes, until a table is joined."""

    follow: bool = False


class Create(FromClient, tag="create"):
    """Makes a table and takes a seat at it (none, where all seats are bots'). Reply: `joined`."""

    settings: Settings
    name: Name = ""


class Look(FromClient, tag="look"):
    """Asks for a table by its code, before joining it. Reply: `table`."""

    table: Code


class Join(FromClient, tag="join"):
    """Takes an open seat: the one named, or else the first. Reply: `joined`, with the secret that holds it."""

    table: Code
    name: Name = ""
    seat: Seat | None = None


class Sit(FromClient, tag="sit"):
    """Comes back to a seat with its secret. Reply: `joined`, then `update` with the log from `since` on."""

    table: Code
    token: Token
    since: Since = 0


class Watch(FromClient, tag="watch"):
    """Watches a table: all that is public. Reply: `joined` with seat -1."""

    table: Code
    since: Since = 0


class Quit(FromClient, tag="quit"):
    """Leaves the table. While it waits the seat is open again; later the seat stays one's own (`give` lends it to a bot)."""


class Choose(FromClient, tag="choose"):
    """In the waiting room: what one plays, "" for drawn; what one is called, where `name` is given."""

    character: Slug = ""
    name: Name = ""


class Fill(FromClient, tag="fill"):
    """In the waiting room, from the host: a bot for a seat, or "open". A person that sits there is sent away."""

    seat: Seat
    plays: Slug
    character: Slug = ""


class Start(FromClient, tag="start"):
    """In the waiting room, from the host: begin. fill: the bot that takes open seats; without it open seats are refused."""

    fill: Slug = ""


class Answer(FromClient, tag="answer"):
    """Answers the question `ask` (its id) with the option at a position. Reply: `done` once it is stored, or `refused`.

    label: the option's label, checked where it is given.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    ask: Annotated[str, Meta(max_length=40)]
    choice: Annotated[int, Meta(ge=0, le=100_000)]
    label: Annotated[str, Meta(max_length=200)] = ""


class SetAsking(FromClient, tag="asking"):
    """Says when the seat wants to be asked. Reply: `asking`."""

    always: bool = True
    never: Annotated[list[Leave], Meta(max_length=40)] = msgspec.field(default_factory=list)
    stop: bool = False
    rest: bool = False


class Hurry(FromClient, tag="hurry"):
    """A vote to do without pauses; they are left away while all people at the table are for it."""

    on: bool = True


class Give(FromClient, tag="give"):
    """Lends a seat to a bot, one's own or that of somebody who is gone; plays "" takes it back (its holder alone may)."""

    seat: Seat
    plays: Slug = ""


class Report(FromClient, tag="report"):
    """Something looks wrong: the server keeps the record of the game with this moment, for whoever runs it. Reply: `reported`.

    text: what it is, in the reporter's words.
    """

    text: Annotated[str, Meta(max_length=500)] = ""


class Rematch(FromClient, tag="rematch"):
    """After the game: a new table with the same people, who hold its seats with the same secrets. Reply: `rematch`, to all."""


class Ping(FromClient, tag="ping"):
    """Asks for `pong`."""


ClientMessage = (
    Hello | Tables | Create | Look | Join | Sit | Watch | Quit | Choose | Fill | Start | Answer | SetAsking | Hurry | Give
    | Report | Rematch | Ping
)  # fmt: skip

# --- from the server --------------------------------------------------------------------------------------------------------


class FromServer(Struct, tag_field="type", kw_only=True):
    """What every message of the server has. id: of the message that this is the reply to, "" for what comes by itself."""

    id: str = ""


class Welcome(FromServer, tag="welcome"):
    """Reply to `hello`. cards: digest of the card data (`/api/catalog`).  most: limits that a client may want to know.

    timers: by name, the seconds for a decision of one's own turn and for an answer; 0 for no end.
    variants: what there is to know of "teams", "boss", "prizes" and "events".  bosses: who may be the Boss.  boss_limits: the
    least and the most of each of the Boss's numbers.  prizes, events: what `settings` may name.
    """

    version: int
    server: str
    cards: str
    characters: list[CharacterInfo]
    drinks: list[str]
    bots: list[str]
    timers: dict[str, list[float]]
    most: dict[str, int]
    variants: dict[str, str] = msgspec.field(default_factory=dict)
    bosses: list[BossInfo] = msgspec.field(default_factory=list)
    boss_limits: dict[str, list[int]] = msgspec.field(default_factory=dict)
    prizes: list[str] = msgspec.field(default_factory=list)
    events: list[str] = msgspec.field(default_factory=list)


class TablesAre(FromServer, tag="tables"):
    """The lobby: listed tables that wait or are played, newest first."""

    tables: list[TableInfo]


class TableIs(FromServer, tag="table"):
    """A table; comes again to all who are at it whenever anything about it changes."""

    info: TableInfo


class Joined(FromServer, tag="joined"):
    """The connection is at a table now. seat: -1 for a spectator.  token: to be kept; whoever has it holds the seat."""

    table: str
    seat: int
    token: str
    info: TableInfo
    asking: Asking


class Update(FromServer, tag="update"):
    """What the receiver sees now; it replaces what was sent before.

    view: see `innkeeper.view.View`.  ask: the question to the receiver, or null.  forecast: what is about to happen, what
    touches the receiver first.  why: for each card of the receiver's hand why it cannot be played now, "" where it can.
    lines: what is new in the log.
    """

    table: str
    view: View
    ask: Ask | None
    forecast: list[str]
    why: dict[int, str]
    lines: list[Line]


class Moment(FromServer, tag="moment"):
    """Answers are open to what was shown last; it stays for `ms` milliseconds, whether or not anybody has an answer."""

    ms: int


class Done(FromServer, tag="done"):
    """A message was carried out; an answer is stored."""


class AskingIs(FromServer, tag="asking"):
    """When the seat is asked."""

    asking: Asking


class Reported(FromServer, tag="reported"):
    """A report is kept. name: of its file, for `innkeeper replay`, among the server's data."""

    name: str


class RematchAt(FromServer, tag="rematch"):
    """The same people play again at this table."""

    table: str


class Over(FromServer, tag="over"):
    """The game is over: `/api/tables/CODE/result` and `/replay` tell the rest. winners: seats."""

    winners: list[int]


class Refused(FromServer, tag="refused"):
    """A message was not carried out, and nothing has changed. code: one of CODES; text: for a person to read."""

    code: str
    text: str


class Pong(FromServer, tag="pong"):
    """Reply to `ping`."""


class Bye(FromServer, tag="bye"):
    """The connection, or its place at the table (`code` "sent-away"), ends, and why."""

    code: str
    text: str


ServerMessage = (
    Welcome | TablesAre | TableIs | Joined | Update | Moment | Done | AskingIs | Reported | RematchAt | Over | Refused | Pong
    | Bye
)  # fmt: skip

CODES: Final = {
    "bad-message": "this is no message that the protocol knows",
    "version": "the server speaks another version of the protocol",
    "hello-first": "the first message of a connection is hello",
    "too-fast": "too many messages in a short time",
    "too-many": "too many tables, seats or connections",
    "no-table": "there is no such table",
    "no-seat": "the seat is taken, or there is none",
    "wrong-token": "this secret holds no seat of the table",
    "no-watching": "this table is not watched",
    "not-now": "this cannot be done at this time",
    "not-yours": "this is for somebody else to do",
    "bad-settings": "these settings make no game",
    "stale": "the question that this answers is no longer open; the current view follows",
    "no-option": "there is no such option",
    "broken": "this table cannot be carried on",
    "internal": "something went wrong in the server; nothing has changed",
}
"""The codes of `refused`, and what each means."""

# --- wire -----------------------------------------------------------------------------------------------------------------

_decoder: Final = msgspec.json.Decoder(ClientMessage)
_server_decoder: Final = msgspec.json.Decoder(ServerMessage)
_encoder: Final = msgspec.json.Encoder()


class BadMessage(ValueError):
    """What came is no message; the text says why and repeats nothing of it but names of fields.

    id: the message's, "" where none can be read.
    """

    def __init__(self, text: str, id: str = "") -> None:
        """text: without a full stop."""
        super().__init__(text)
        self.id = id


class _Named(Struct):
    id: MessageId = ""


_name_decoder: Final = msgspec.json.Decoder(_Named)


def read(data: str | bytes) -> ClientMessage:
    """Read a client's message. Raises BadMessage, and nothing else whatever comes."""
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        raise BadMessage(str(error)[:300], _id_of(data)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
        raise BadMessage("this is no JSON") from None


def _id_of(data: str | bytes) -> str:
    try:
        return _name_decoder.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
        return ""


def read_server(data: str | bytes) -> ServerMessage:
    """Read a server's message. Raises msgspec.DecodeError."""
    return _server_decoder.decode(data)


def written(message: FromServer | FromClient) -> bytes:
    """Return a message as it goes over the wire."""
    return _encoder.encode(message)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages: `$defs` by name, `client` and `server` for what each side may send."""
    (client, server), parts = msgspec.json.schema_components([ClientMessage, ServerMessage], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Innkeeper protocol, version {VERSION}",
        "$defs": {**parts, "client": client, "server": server},
        "anyOf": [{"$ref": "#/$defs/client"}, {"$ref": "#/$defs/server"}],
    }


def schema_text() -> str:
    """Return the schema as it ships in `protocol.schema.json`."""
    return json.dumps(schema(), indent=1, sort_keys=True) + "\n"
