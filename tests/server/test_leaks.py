"""What leaves the server for a seat is what that seat may know: views, log lines, sentences, errors, and when they come."""

import asyncio
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from innkeeper import Table, catalog
from innkeeper.client import Client
from innkeeper.engine import atoms
from innkeeper.engine.decision import PASS
from innkeeper.engine.state import NOBODY
from innkeeper.lab.check import known_cards
from innkeeper.server import eyes
from innkeeper.server.game import Game
from innkeeper.server.link import Link
from innkeeper.server.protocol import Answer, BossWish, Over, Refused, SeatWish, Settings, Update
from innkeeper.server.questions import Tried, is_secret, open_to
from innkeeper.server.storage import RoomRow, SeatRow
from innkeeper.server.variants import bosses
from innkeeper.view import redeal
from innkeeper.view.story import quoted
from tests.properties.games import CAST
from tests.server.helper import at_random, inn, run
from tests.server.web import get

CARDS = catalog().cards
TITLES = {card.title for card in CARDS}
QUOTED: dict[str, set[str]] = {}
"""For each title as prose writes it, the title."""


class _Game:
    cards = CARDS


for _card in CARDS:
    QUOTED.setdefault(quoted(_Game, _card.number), set()).add(_card.title)  # type: ignore[arg-type]

SECRET = ("seed", "token", "deck_order", "chance", "masks")


# --- every byte of whole games ------------------------------------------------------------------------------------------


@dataclass
class Watchman:
    """Follows every table, and looks at every message before it leaves for a connection."""

    known: dict[tuple[int, int], set[int]] = field(default_factory=dict)
    messages: int = 0
    wrong: list[str] = field(default_factory=list)

    def saw(self, game: Game) -> None:
        """Note what each eye may know of a table as it is."""
        table = game.table
        for eye in range(NOBODY, len(table.out)):
            self.known.setdefault((id(game), eye), set()).update(known_cards(table, eye))
            # What the log tells that eye, it may know from then on.
            for line in eyes.lines(table, eye, max(0, table._log_size - 40)):
                if line.kind not in ("play", "happens", "win", "contest-tied"):
                    self.known[id(game), eye].update(line.cards)
                self.known[id(game), eye].add(line.card)

    def look(self, link: Link, data: bytes) -> None:
        """Look at what is about to be sent."""
        self.messages += 1
        message = json.loads(data)
        room = link.room
        game = room.game if room is not None else None
        if game is None:
            return
        known = self.known[id(game), link.seat]
        where = f"seat {link.seat}, {message['type']}"
        for number in card_numbers(message):
            if number >= 0 and number not in known:
                self.wrong.append(f"{where}: {CARDS[number].title!r}, which it has not seen")
        titles = {CARDS[n].title for n in known if n >= 0}
        for text in strings(message):
            for written, meant in QUOTED.items():
                if written in text and not meant & titles:
                    self.wrong.append(f"{where}: says {text!r}")
        if message["type"] == "update":
            view = message["view"]
            if view["seat"] != link.seat:
                self.wrong.append(f"{where}: the view of seat {view['seat']}")
            asked = view["asked"]
            if asked and asked["options"] and asked["seat"] != link.seat:
                self.wrong.append(f"{where}: the options of somebody else")
            if asked and asked["kind"] == "answer" and asked["seat"] not in (NOBODY, link.seat):
                self.wrong.append(f"{where}: whose answer is awaited")
            if set(map(int, message["why"])) - set(view["hand"]) - {c for s in view["seats"] for c, _ in s["front"]}:
                self.wrong.append(f"{where}: reasons for cards of others")
        for name in SECRET:
            if f'"{name}"'.encode() in data and message["type"] != "joined":
                self.wrong.append(f"{where}: has {name}")
        token = message.get("token", "")
        if token and link.seat < 0:
            self.wrong.append(f"{where}: a secret")
        if game.row.state != "waiting" and str(game.row.seed).encode() in data:
            self.wrong.append(f"{where}: the seed")


def card_numbers(part: Any, key: str = "", kind: str = "") -> Iterator[int]:
    """Yield every number that stands where a card stands, in any message."""
    if isinstance(part, dict):
        kind = str(part.get("kind", kind))
        for name, value in part.items():
            if name == "why":
                yield from map(int, value)
            elif name == "cards" and kind in ("play", "happens", "win", "contest-tied") and "rules" in part:
                continue  # targets, seats
            elif name == "hand" and isinstance(value, int):
                continue  # how many
            else:
                yield from card_numbers(value, name, kind)
    elif isinstance(part, list):
        if key == "front":
            yield from (card for card, _ in part)
        elif key == "options":
            yield from (value for what, value, *_ in part if what in ("play", "discard", "card"))
        else:
            for value in part:
                yield from card_numbers(value, key, kind)
    elif isinstance(part, int) and not isinstance(part, bool) and key in {"hand", "discard", "drink_discard", "cards", "card"}:
        yield part


def strings(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for value in part.values():
            yield from strings(value)
    elif isinstance(part, list):
        for value in part:
            yield from strings(value)
    elif isinstance(part, str):
        yield part


@pytest.fixture
def watchman(monkeypatch: pytest.MonkeyPatch) -> Watchman:
    here = Watchman()
    moved, sent, made = Game._moved, Link.send_bytes, Game.__init__

    def _moved(self: Game, to: Tried) -> bool:
        answer = moved(self, to)
        here.saw(self)
        return answer

    def send_bytes(self: Link, data: bytes) -> None:
        here.look(self, data)
        sent(self, data)

    def init(self: Game, *args: Any) -> None:
        made(self, *args)
        here.saw(self)

    monkeypatch.setattr(Game, "_moved", _moved)
    monkeypatch.setattr(Game, "__init__", init)
    monkeypatch.setattr(Link, "send_bytes", send_bytes)
    return here


SIDES: tuple[dict[str, Any], ...] = (
    {},
    {"teams": [[0, 1], [2, 3]], "prizes": ["Portal Gun", "Bag of Holding"], "events": ["long-night"]},
    {"boss": {"seat": 0, "fortitude": 25}},
)
"""Tables of four at which hands are nobody's but one's own: without sides, in teams, and against a Boss."""


def four(chance: random.Random, variants: dict[str, Any]) -> list[str]:
    """Return four characters for one of SIDES."""
    first = chance.choice(bosses()) if "boss" in variants else chance.choice(CAST)
    return [first, *chance.sample([slug for slug in CAST if slug != first], 3)]


@pytest.mark.parametrize("number", range(9))
def test_every_byte_of_random_games(number: int, watchman: Watchman) -> None:
    chance = random.Random(number)
    cast = chance.sample(CAST, 3 + number % 3)
    more: dict[str, Any] = {}
    if number >= 6:
        variants = SIDES[1 + number % 2]
        cast = four(chance, variants)
        more = {**variants, **({"boss": BossWish(**variants["boss"])} if "boss" in variants else {})}

    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(
                len(cast), seats=[SeatWish(slug) for slug in cast], pause=(0, 2)[number % 2],
                drinks=["base", "evil-pooky"] if number % 3 == 0 else ["base"], **more,
            )  # fmt: skip
            watcher = await here.client()
            await watcher.watch(clients[0].table)
            await clients[0].start()
            await asyncio.gather(
                *(nosy(client, number * 10 + i) for i, client in enumerate(clients)), watcher.play(at_random(0))
            )

    run(game(), 100)
    assert not watchman.wrong, "\n".join(watchman.wrong[:10])
    assert watchman.messages > 100


async def nosy(client: Client, seed: int) -> None:
    """Play at random, and try this and that in between, to see what errors tell."""
    chance = random.Random(seed)
    choose = at_random(seed)
    async for message in client:
        if isinstance(message, Over):
            return
        if not isinstance(message, Update) or message.ask is None:
            continue
        ask = message.ask.id
        if chance.random() < 0.2:
            bad = ((ask, 99_999, ""), ("?", 0, ""), (ask, 0, 'play "I don\'t think so!"'))
            name, choice, label = chance.choice(bad)
            await client.send(Answer(id=client.new_id(), ask=name, choice=choice, label=label))
        await client.answer(choose(message), ask)


def test_the_watchman_sees_what_is_wrong(watchman: Watchman) -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(2)
            await clients[0].start()
            for client in clients:
                await client.until(lambda m: isinstance(m, Update))
            assert watchman.wrong == []
            room = here.room(clients[0].table)
            assert room.game is not None
            mine, theirs = sorted(room.links, key=lambda link: link.seat)
            lines = eyes.lines(room.game.table, theirs.seat)
            sight = eyes.sight(room.game.table, theirs.seat)
            known = {CARDS[c].title for c in room.game.table.hand[mine.seat]}
            card = next(c for c in sight.view.hand if CARDS[c].title not in known)
            mine.send(Refused(code="stale", text=f"{quoted(room.game.table.game, card)} is not yours."))
            assert len(watchman.wrong) == 1
            mine.send(Update(table="", view=sight.view, ask=None, forecast=[], why={}, lines=lines))
            assert any("the view of seat" in wrong for wrong in watchman.wrong)
            assert any("has not seen" in wrong for wrong in watchman.wrong)
            mine.send(Refused(code="stale", text=str(room.row.seed)))
            assert "the seed" in watchman.wrong[-1]

    run(game())


def test_a_replay_shows_no_more_than_was_seen() -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(3)
            code = clients[0].table
            await clients[0].start()
            moves = 0

            async def some(client: Client, seed: int) -> None:
                nonlocal moves
                choose = at_random(seed)
                async for message in client:
                    if isinstance(message, Update) and message.ask is not None:
                        moves += 1
                        if moves > 60:
                            return
                        await client.answer(choose(message))

            tasks = [asyncio.create_task(some(client, i)) for i, client in enumerate(clients)]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            game = here.room(code).game
            assert game is not None
            for eye in ("0", "1", "all"):
                assert (await get(here.url, f"/api/tables/{code}/replay?eye={eye}"))[0] == 403
            assert (await get(here.url, f"/api/tables/{code}/replay?eye=0", Authorization=f"Bearer {clients[1].token}"))[
                0
            ] == 403
            assert (await get(here.url, f"/api/tables/{code}/record"))[0] == 403
            assert (await get(here.url, f"/api/tables/{code}/result"))[0] == 403
            for seat, token in ((-1, ""), (1, clients[1].token)):
                _, found = await get(
                    here.url, f"/api/tables/{code}/replay?eye={seat}&count=100", Authorization=f"Bearer {token}"
                )
                assert found["steps"] > 1
                for frame in found["frames"]:
                    assert frame["view"]["seat"] == seat
                    assert frame["hands"] == []
                    assert frame["choice"] == ""
                if seat not in game.questions:
                    _, found = await get(
                        here.url,
                        f"/api/tables/{code}/replay?eye={seat}&step={found['steps'] - 1}",
                        Authorization=f"Bearer {token}",
                    )
                    shown = msgspec.to_builtins(eyes.sight(game.shown, seat).view)
                    assert found["frames"][-1]["view"] == json.loads(json.dumps(shown))

    run(game())


# --- two tables that differ only in what an eye may not know ----------------------------------------------------------------


def written(table: Table, eye: int) -> bytes:
    """Everything about a table that is sent to an eye that is not asked."""
    return msgspec.json.encode([eyes.sight(table, eye), eyes.lines(table, eye)])


@pytest.mark.parametrize("number", range(12))
def test_an_eye_reads_the_same_bytes_when_the_unseen_is_dealt_anew(number: int) -> None:
    chance = random.Random(number)
    table = Table.new(chance.sample(CAST, 2 + number % 5), {"drinks": ("base", "evil-pooky")} if number % 2 else {}, number)
    if number >= 8:
        table = Table.new(four(chance, SIDES[1 + number % 2]), SIDES[1 + number % 2], number)
    positions = 0
    while table.decision is not None:
        if chance.random() < 0.15:
            positions += 1
            for at in open_to(table):
                decision = at.decision
                assert decision is not None
                for eye in range(NOBODY, len(table.out)):
                    if is_secret(at) and eye != decision.seat:
                        continue  # it is shown the table as it was before
                    assert written(at, eye) == written(redeal(at, eye, positions), eye), (positions, eye)
        table.choose(chance.randrange(len(table.decision.options)))
    assert positions > 5


# --- when messages come ---------------------------------------------------------------------------------------------------


PAUSE = 1.0


def game_at(table: Table) -> Game:
    """Return a game at a table that comes from nowhere."""
    n = len(table.out)
    row = RoomRow("x", Settings(seats=[SeatWish() for _ in range(n)]), [SeatRow("", "A", "person") for _ in range(n)])
    row.characters = list(table.game.seats)
    row.rules, row.seed = 1, 5
    game = Game(row)
    game.table = game.shown = game._face = table
    return game


@dataclass
class Seen:
    """What eyes were shown of a game and when, by a clock that only pauses move on. asked: who was asked for answers."""

    shown: dict[int, list[tuple[float, bytes]]] = field(default_factory=dict)
    asked: list[int] = field(default_factory=list)
    pauses: int = 0


def played(table: Table, but: int, seed: int, pause: float = PAUSE) -> Seen:
    """Play a few moves as whoever holds the same cards would, all letting be whatever they could answer, and watch."""
    game, seen, chance = game_at(table), Seen(), random.Random(seed)
    now, own = 0.0, 0
    while True:
        seen.pauses += game.show(now, pause)
        game.ask(now)
        for eye in range(NOBODY, len(table.out)) if game.next() is None else ():
            sight, q, at = game.sight(eye)
            # The id of a question is left out: nobody can see from it how many there were before.
            data = msgspec.json.encode([sight, q is not None, eyes.lines(at, eye)])
            told = seen.shown.setdefault(eye, [])
            if not told or told[-1][1] != data:
                told.append((now, data))
        for q in game.questions.values():
            if q.answer < 0 and q.decision.kind == "answer" and PASS in q.decision.options:
                seen.asked.append(q.seat)
                q.answer = q.decision.options.index(PASS)
        q_next = game.next()
        decision = game.table.decision
        if q_next is None and game.opened and decision is not None and (decision.seat == but or own > 3):
            return seen  # those whose hand is another one would do something else
        if q_next is None and game.opened and decision is not None:
            q_next = game.questions[decision.seat]
            q_next.answer = chance.randrange(len(decision.options))
            own += decision.kind not in ("pick", "choose", "cards")
        if q_next is not None:
            game.move(q_next, game.tried(q_next.answer))
        elif game.held is not None:
            now = game.held
        elif game.table.outcome is not None:
            return seen


def another_hand(table: Table, seat: int, seed: int) -> Table:
    """Return a table that differs in the hand of a seat, and in what it will draw instead, and in nothing else."""
    other = table.copy()
    own = [card for card in table.hand[seat] if CARDS[card].pile == "character"]
    rest = [card for card in table.hand[seat] if CARDS[card].pile != "character"]
    pool = [*own, *table.deck[seat]]
    random.Random(seed).shuffle(pool)
    other.hand[seat] = tuple(sorted([*rest, *pool[: len(own)]]))
    other.deck[seat] = tuple(pool[len(own) :])
    atoms.remask(other, seat)
    return other


def test_what_is_shown_and_how_long_is_the_same_whoever_could_answer() -> None:
    """Two games that differ in a hidden hand: to everybody else each message and each pause is the same."""
    compared = told_apart = pauses = 0
    for number in range(60):
        chance = random.Random(number)
        variants = SIDES[number % len(SIDES)]
        table = Table.new(four(chance, variants), variants, number)
        for n in range(60):
            decision = table.decision
            if decision is None:
                break
            if decision.kind in ("action", "order", "gamble") and n % 3 == 0:
                seat = chance.choice([s for s in range(4) if s != decision.seat])
                one, two = (played(t, seat, n) for t in (table, another_hand(table, seat, n)))
                for eye in range(NOBODY, 4):
                    if eye != seat:
                        # At a decision of the seat's own the one or the other ends earlier.
                        end = min(len(one.shown[eye]), len(two.shown[eye]))
                        assert one.shown[eye][:end] == two.shown[eye][:end], (number, n, eye)
                compared += 1
                pauses += one.pauses
                told_apart += one.asked.count(seat) != two.asked.count(seat)
            table.choose(chance.randrange(len(decision.options)))
        if told_apart >= 25:
            break
    assert told_apart >= 25
    assert pauses > 2 * compared


def test_without_pauses_nothing_is_held_back() -> None:
    table = Table.new(["fiona", "zot", "pooky"], {}, 3)
    seen = played(table, 2, 1, 0.0)
    assert seen.pauses == 0
    assert all(at == 0.0 for told in seen.shown.values() for at, _ in told)
    assert len(seen.shown[NOBODY]) > 1


def test_titles_are_looked_for_as_prose_writes_them() -> None:
    assert len(QUOTED) > 100
    (written_,) = [w for w, meant in QUOTED.items() if "Tip the Wench." in meant]
    assert written_ == '"Tip the Wench."'
    assert TITLES
