"""Tables over a real connection: from the lobby to the end of a game, and what may go wrong on the way."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from innkeeper.client import Client, ServerSaid
from innkeeper.engine.decision import PASS
from innkeeper.library import Table
from innkeeper.record import Record, replay
from innkeeper.server.protocol import (
    Answer,
    AskingIs,
    Choose,
    Done,
    Fill,
    Give,
    Hurry,
    Joined,
    Leave,
    Look,
    Moment,
    Over,
    Quit,
    Refused,
    Rematch,
    RematchAt,
    Report,
    Reported,
    SeatWish,
    SetAsking,
    Settings,
    TableIs,
    Tables,
    TablesAre,
    Update,
)
from tests.server.helper import Inn, at_random, eventually, inn, play_on, quiet, run
from tests.server.web import get

LONG = "  Bob\t\u202e\x07 the   Long-Named of Somewhere"
FOUR = [SeatWish(slug) for slug in ("deirdre", "dimli", "gerki", "eve")]
BOTS = [SeatWish(plays=f"bot:{level}") for level in ("random", "random", "steady")]
KINDS = ("card", "own", "hit", "drink", "ante", "payment", "leave", "win", "check", "round", "quiet")


def test_a_whole_game_by_four_clients(tmp_path: Path) -> None:
    async def game() -> None:
        async with inn(tmp_path / "t.sqlite") as here:
            clients = await here.seated(4)
            watcher = await here.client()
            await watcher.watch(clients[0].table)
            await clients[0].start()
            *told, seen = await play_on([*clients, watcher])
            assert all(winners == seen for winners in told)
            code = clients[0].table
            status, result = await get(here.url, f"/api/tables/{code}/result")
            assert status == 200
            assert result["winners"] == seen
            assert sum(seat["place"] == 1 for seat in result["seats"]) == len(seen)
            assert {seat["out"] for seat in result["seats"] if seat["place"] > 1} <= {"passed-out", "broke"}
            # The record that is handed out plays again to the same end.
            status, text = await get(here.url, f"/api/tables/{code}/record", json=False)
            record = Record.loads(text)
            assert record.over is not None
            again: Table = replay(record)
            assert again.outcome is not None
            assert list(again.outcome.winners) == seen
            assert len(record.choices) == result["moves"]

    run(game())


def test_everybody_sees_their_own_view(tmp_path: Path) -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(3)
            await clients[0].start()
            for client in clients:
                update = await client.until(lambda m: isinstance(m, Update))
                assert isinstance(update, Update)
                assert update.view.seat == client.seat
                assert len(update.view.hand) >= 7
                assert set(update.why) >= set(update.view.hand)
                asked = update.view.asked
                assert asked is not None
                assert bool(asked.options) == (update.ask is not None) == (asked.seat == client.seat)

    run(game())


def test_the_lobby_lists_tables_that_somebody_is_at() -> None:
    async def game() -> None:
        async with inn() as here:
            looker = await here.client()
            reply = await looker.request(Tables(follow=True))
            assert isinstance(reply, TablesAre)
            assert reply.tables == []
            host = await here.client()
            await host.create(
                Settings(seats=[SeatWish("gog"), SeatWish(plays="bot:random")]),
                "  Bob\t\u202e\x07 the   Long-Named of Somewhere",
            )
            hidden = await here.client()
            await hidden.create(Settings(seats=[SeatWish(), SeatWish()], listed=False))
            news = await looker.until(lambda m: isinstance(m, TablesAre) and bool(m.tables))
            assert isinstance(news, TablesAre)
            (table,) = news.tables
            assert table.people[0].name == "Bob the Long-Named of So"
            assert table.people[0].character == "gog"
            assert table.people[1].plays == "bot:random"
            found = await looker.request(Look(table=hidden.table.upper()))
            assert isinstance(found, TableIs)
            assert found.info.table == hidden.table

    run(game())


@pytest.mark.parametrize(
    "settings",
    [
        Settings(seats=[SeatWish("nobody"), SeatWish()]),
        Settings(seats=[SeatWish("remy"), SeatWish()]),
        Settings(seats=[SeatWish("gog"), SeatWish("gog")]),
        Settings(seats=[SeatWish(), SeatWish(plays="bot:brilliant")]),
        Settings(seats=[SeatWish(plays="me"), SeatWish(plays="me")]),
        Settings(seats=[SeatWish(), SeatWish()], first=2),
        Settings(seats=[SeatWish(), SeatWish()], first="me"),
        Settings(seats=[SeatWish(), SeatWish()], timers="never"),
        Settings(seats=[SeatWish(), SeatWish()], drinks=["base", "milk"]),
        Settings(seats=[SeatWish(), SeatWish()], drinks=["evil-pooky"]),
    ],
)
def test_settings_that_make_no_game(settings: Settings) -> None:
    async def game() -> None:
        async with inn() as here:
            client = await here.client()
            with pytest.raises(ServerSaid) as said:
                await client.create(settings)
            assert said.value.code == "bad-settings"
            assert here.lobby.rooms == {}

    run(game())


def test_the_waiting_room() -> None:
    async def game() -> None:
        async with inn() as here:
            host, guest = await here.seated(2, seats=[SeatWish() for _ in range(4)], first=1, drinks=["base", "evil-pooky"])
            await guest.request(Choose(character="zot", name="Zed"))
            for message, code in (
                (Choose(character="nobody"), "bad-settings"),
                (Choose(character="zot"), "bad-settings"),
                (Fill(seat=0, plays="bot:random"), "not-now"),
                (Fill(seat=7, plays="bot:random"), "no-seat"),
                (Fill(seat=2, plays="bot:none"), "bad-settings"),
                (Answer(id="x", ask="x", choice=0), "not-now"),
                (Rematch(), "not-now"),
            ):
                assert await refused(host, message) == code
            assert await refused(guest, Fill(seat=2, plays="bot:random")) == "not-yours"
            await host.request(Fill(seat=2, plays="bot:random", character="eve"))
            with pytest.raises(ServerSaid, match="open"):
                await host.start()
            third = await here.client()
            with pytest.raises(ServerSaid, match="taken"):
                await third.join(host.table, seat=1)
            await third.join(host.table, "Third")
            assert third.seat == 3
            await third.request(Quit())
            with pytest.raises(ServerSaid):
                await guest.start()
            await host.start(fill="bot:random")
            with pytest.raises(ServerSaid, match="begun"):
                await third.join(host.table)
            info = here.room(host.table).info()
            assert [p.plays for p in info.people] == ["person", "person", "bot:random", "bot:random"]
            assert [p.character for p in info.people][1:3] == ["zot", "eve"]
            assert len({p.character for p in info.people}) == 4
            assert info.people[1].name == "Zed"
            await play_on([host, guest])

    run(game())


async def refused(client: Client, message: object) -> str:
    with pytest.raises(ServerSaid) as said:
        await client.request(message)  # type: ignore[arg-type]
    return said.value.code


def test_who_sends_a_person_away_says_so() -> None:
    async def game() -> None:
        async with inn() as here:
            host, guest = await here.seated(2)
            await host.request(Fill(seat=1, plays="bot:random"))
            bye = await guest.until(lambda m: m.id == "" and getattr(m, "code", "") == "sent-away")
            assert bye is not None
            assert await refused(guest, Choose()) == "not-now"
            with pytest.raises(ServerSaid) as said:
                await guest.sit(host.table, guest.token)
            assert said.value.code == "wrong-token"

    run(game())


async def asked_in_an_answer(clients: Sequence[Client], seed: int = 0) -> tuple[Client, Update]:
    """Play on until somebody is asked for an answer to a card."""
    choose = at_random(seed)
    answered: set[str] = set()
    while True:
        for client in clients:
            update = client.update
            if update is None or update.ask is None or update.ask.id in answered:
                continue
            if update.view.asked is not None and update.view.asked.kind == "answer" and update.forecast:
                return client, update
            answered.add(update.ask.id)
            await client.answer(choose(update))
        await asyncio.gather(*(quiet(client, 0.01) for client in clients))


def test_coming_back_in_the_middle_of_a_response() -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(4)
            await clients[0].start()
            client, update = await asked_in_an_answer(clients)
            seen = client.since
            client.abort()
            room = here.room(client.table)
            await eventually(lambda: all(link.seat != client.seat for link in room.links))
            tab, other = await here.client(), await here.client()
            await tab.sit(client.table, client.token)
            await other.sit(client.table, client.token, since=seen)
            for again in (tab, other):
                got = await again.until(lambda m: isinstance(m, Update))
                assert isinstance(got, Update)
                assert got.view == update.view
                assert got.ask == update.ask
                assert got.forecast == update.forecast
            assert isinstance(tab.update, Update)
            assert [line.i for line in tab.update.lines] == list(range(update.view.log))
            assert isinstance(other.update, Update)
            assert other.update.lines == []
            # Both hold the seat; what one answers the other sees.
            assert update.ask is not None
            assert await answer(tab, update, 0) == "done"
            await other.until(lambda m: isinstance(m, Update) and m.ask != update.ask)
            rest = [c for c in clients if c is not client]
            await play_on([*rest, tab], 3)

    run(game())


async def answer(client: Client, update: Update, choice: int, id: str = "") -> str:
    """Answer, and return `done` or the code of the refusal."""
    assert update.ask is not None
    try:
        reply = await client.request(Answer(id=id or client.new_id(), ask=update.ask.id, choice=choice))
    except ServerSaid as said:
        return said.code
    assert isinstance(reply, Done)
    return "done"


def test_messages_that_come_twice_or_too_late() -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(2)
            await clients[0].start()
            await asyncio.gather(*(quiet(client, 0.05) for client in clients))
            (client,) = [c for c in clients if c.update is not None and c.update.ask is not None]
            (other,) = [c for c in clients if c is not client]
            first = client.update
            assert first is not None
            assert first.ask is not None
            assert first.view.asked is not None
            room = here.room(client.table)
            assert room.game is not None
            before = room.game.table.dump()
            # Nonsense about a question that is open changes nothing.
            assert await answer(client, first, len(first.view.asked.options)) == "no-option"
            assert await answer(other, first, 0) == "stale"
            assert await refused(client, Answer(id="l", ask=first.ask.id, choice=0, label="order everybody")) == "no-option"
            assert await refused(client, Answer(id="s", ask="no such question", choice=0)) == "stale"
            assert room.game.table.dump() == before
            # The same message three times, once on another connection: carried out once, and answered each time.
            assert await answer(client, first, 0, "twice") == "done"
            after = room.game.table.dump()
            assert after != before
            assert await answer(client, first, 0, "twice") == "done"
            tab = await here.client()
            await tab.sit(client.table, client.token)
            assert await answer(tab, first, 0, "twice") == "done"
            assert room.game.table.dump() == after
            assert len(room.moves) == room.game.number == 1
            # Another message for the same question is too late, and the view comes anew.
            await quiet(client, 0.05)
            assert await answer(client, first, 0, "late") == "stale"
            assert isinstance(await client.until(lambda m: isinstance(m, Update)), Update)
            assert room.game.table.dump() == after

    run(game())


def test_several_are_asked_at_once_and_counted_in_order() -> None:
    async def game() -> None:
        found = 0
        async with inn() as here:
            for seed in range(40):
                clients = await here.seated(4, seats=FOUR)
                await clients[0].start()
                room = here.room(clients[0].table)
                assert room.game is not None
                choose = at_random(seed)
                for _ in range(60):
                    await asyncio.gather(*(quiet(c, 0.004) for c in clients))
                    asked = [q for q in room.game.questions.values() if q.answer < 0]
                    if len(asked) > 1:
                        break
                    for q in asked:
                        client = clients[q.seat]
                        await client.until(lambda m: True, 5) if client.update is None else None
                        assert client.update is not None
                        if client.update.ask is not None and client.update.ask.id == q.id:
                            await answer(client, client.update, choose(client.update))
                else:
                    continue
                # Whoever is asked last answers first: acknowledged, kept, and not counted yet.
                first, last = asked[0], asked[-1]
                table = room.game.table
                update = clients[last.seat].update
                assert update is not None
                assert await answer(clients[last.seat], update, last.decision.options.index(PASS), "early") == "done"
                assert room.game.table is table
                update = clients[first.seat].update
                assert update is not None
                for q in asked[:-1]:
                    at = clients[q.seat].update
                    assert at is not None
                    assert await answer(clients[q.seat], at, q.decision.options.index(PASS)) == "done"
                await eventually(lambda moves=room.moves: any(move.message == "early" for move in moves))  # type: ignore[misc]
                found += 1
                if found == 2:
                    return
        raise AssertionError("no moment at which several could answer")

    run(game())


def test_a_seat_is_lent_to_a_bot_and_taken_back() -> None:
    async def game() -> None:
        async with inn() as here:
            host, guest = await here.seated(2)
            await host.start()
            token, code = guest.token, guest.table
            assert await refused(host, Give(seat=1, plays="bot:random")) == "not-yours"
            assert await refused(host, Give(seat=5, plays="bot:random")) == "no-seat"
            guest.abort()
            await eventually(lambda: not here.room(code).info().people[1].here)
            await host.request(Give(seat=1, plays="bot:random"))
            assert here.room(code).info().people[1].away
            assert await refused(host, Give(seat=1)) == "not-yours"
            choose = at_random(1)
            for _ in range(200):
                await quiet(host, 0.01)
                if host.update is not None and host.update.ask is not None and host.update.view.turns < 4:
                    await answer(host, host.update, choose(host.update))
                elif host.update is not None and host.update.view.turns >= 4:
                    break
            back = await here.client()
            await back.sit(code, token)
            await back.request(Give(seat=1))
            assert not here.room(code).info().people[1].away
            await play_on([host, back], 5)

    run(game())


def test_bots_play_by_themselves_while_somebody_watches() -> None:
    async def game() -> None:
        async with inn() as here:
            watcher = await here.client()
            joined = await watcher.create(Settings(seats=BOTS, pause=0))
            assert joined.seat == -1
            assert joined.token == ""
            await watcher.start()
            over = await watcher.until(lambda m: isinstance(m, Over), 40)
            assert isinstance(over, Over)

    run(game())


def test_a_rematch_has_the_same_people() -> None:
    async def game() -> None:
        async with inn() as here:
            host, guest = await here.seated(2)
            await host.start()
            assert await refused(host, Rematch()) == "not-now"
            await play_on([host, guest])
            reply = await guest.request(Rematch())
            assert isinstance(reply, RematchAt)
            same = await host.until(lambda m: isinstance(m, RematchAt))
            assert isinstance(same, RematchAt)
            assert same.table == reply.table != host.table
            reply = await host.request(Rematch())
            assert isinstance(reply, RematchAt)
            assert reply.table == same.table
            seats = []
            for client in (host, guest):
                await client.send(Quit())
                joined: Joined = await client.sit(same.table, client.token)
                seats.append(joined.seat)
                client.update = None
            assert seats == [0, 1]
            await host.start()
            await play_on([host, guest], 2)

    run(game())


def test_where_nobody_may_watch() -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(2, watch=False)
            await clients[0].start()
            watcher = await here.client()
            with pytest.raises(ServerSaid) as said:
                await watcher.watch(clients[0].table)
            assert said.value.code == "no-watching"
            status, _ = await get(here.url, f"/api/tables/{clients[0].table}/replay")
            assert status == 403

    run(game())


def test_a_spectator_decides_nothing() -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(2)
            watcher = await here.client()
            await watcher.watch(clients[0].table)
            assert await refused(watcher, Choose()) == "not-yours"
            await clients[0].start()
            for message in (
                Answer(id="a", ask="x", choice=0),
                Give(seat=0, plays="bot:random"),
                Hurry(),
                SetAsking(),
                Rematch(),
            ):
                assert await refused(watcher, message) == "not-yours"
            update = await watcher.until(lambda m: isinstance(m, Update))
            assert isinstance(update, Update)
            assert (update.view.hand, update.ask, update.why) == ((), None, {})

    run(game())


def test_settings_of_a_seat_are_kept(tmp_path: Path) -> None:
    async def game() -> None:
        async with inn(tmp_path / "t.sqlite") as here:
            clients = await here.seated(2)
            await clients[0].start()
            reply = await clients[1].request(SetAsking(always=False, never=[], stop=True, rest=True))
            assert isinstance(reply, AskingIs)
            assert (reply.asking.always, reply.asking.stop, reply.asking.rest) == (False, True, True)
            token, code = clients[1].token, clients[1].table
        async with inn(tmp_path / "t.sqlite") as here:
            client = await here.client()
            joined = await client.sit(code, token)
            assert joined.asking.always is False
            assert (joined.asking.stop, joined.asking.rest) == (False, False)

    run(game())


def test_whoever_asks_not_to_be_asked_is_not() -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(2)
            await clients[0].start()
            await clients[1].request(
                SetAsking(never=[leave for kind in KINDS for leave in (Leave(kind, True), Leave(kind, False))])
            )
            asked: list[str] = []

            def choose(update: Update) -> int:
                assert update.view.asked is not None
                asked.append(update.view.asked.kind)
                return at_random(len(asked))(update)

            await asyncio.gather(clients[0].play(at_random(2)), clients[1].play(choose))
            assert asked
            assert "answer" not in asked

    run(game())


def test_a_timer_takes_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    from innkeeper.server import game as games

    async def game() -> None:
        monkeypatch.setitem(games.TIMERS, "brisk", (0.05, 0.05))
        async with inn() as here:
            clients = await here.seated(2, timers="brisk")
            await clients[0].start()
            update = await clients[0].until(lambda m: isinstance(m, Update) and m.view.turns >= 3)
            assert isinstance(update, Update)
            asks = [c.update.ask for c in clients if c.update is not None and c.update.ask is not None]
            assert all(ask.ms is not None and 0 <= ask.ms <= 50 for ask in asks)

    run(game())


def test_pauses_and_a_vote_to_do_without() -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(2, pause=80)
            await clients[0].start()
            heard: list[type] = []

            async def listen(client: Client, seed: int) -> None:
                choose = at_random(seed)
                async for message in client:
                    heard.append(type(message))
                    if isinstance(message, Update) and message.ask is not None:
                        await client.answer(choose(message))
                    if isinstance(message, Over) or heard.count(Moment) > 8:
                        return

            tasks = [asyncio.create_task(listen(client, i)) for i, client in enumerate(clients)]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            assert heard.count(Moment) > 8
            for client in clients:
                await client.send(Hurry())
            await eventually(lambda: here.room(clients[0].table).info().pause == 0)
            for task in tasks:
                task.cancel()

    run(game())


def test_a_crash_at_one_table_harms_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def game(here: Inn) -> None:
        unlucky = await here.seated(2)
        lucky = await here.seated(2)
        await unlucky[0].start()
        await lucky[0].start()
        room = here.room(unlucky[0].table)
        await asyncio.gather(*(quiet(client, 0.05) for client in unlucky))
        assert room.game is not None
        before = room.game.table.dump()
        real = Table.choose

        def choose(self: Table, option: object) -> None:
            if self.game is room.game.table.game:  # type: ignore[union-attr]
                self.gold[0] += 100
                raise RuntimeError("a broken card")
            real(self, option)  # type: ignore[arg-type]

        monkeypatch.setattr(Table, "choose", choose)
        (client,) = [c for c in unlucky if c.update is not None and c.update.ask is not None]
        update = client.update
        assert update is not None
        assert await answer(client, update, 0) == "internal"
        assert room.game.table.dump() == before
        await play_on(lucky)
        monkeypatch.undo()
        # The table is as it was, and goes on.
        assert await answer(client, update, 0) == "done"
        await play_on(unlucky)

    async def both() -> None:
        async with inn() as here:
            await game(here)

    run(both())


def test_a_move_that_cannot_be_stored_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(2)
            await clients[0].start()
            await asyncio.gather(*(quiet(client, 0.05) for client in clients))
            (client,) = [c for c in clients if c.update is not None and c.update.ask is not None]
            update = client.update
            assert update is not None
            room = here.room(client.table)
            assert room.game is not None
            before = room.game.table.dump()

            async def full(*_: object) -> None:
                raise OSError("the disk is full")

            monkeypatch.setattr(here.store, "append", full)
            assert await answer(client, update, 0, "once") == "internal"
            assert room.game.table.dump() == before
            monkeypatch.undo()
            assert await answer(client, update, 0, "once") == "done"

    run(game())


def test_refused_messages_name_a_code_of_the_protocol() -> None:
    from innkeeper.server.protocol import CODES

    assert Refused(code="stale", text="").code in CODES


def test_a_stop_that_is_used_up_is_told() -> None:
    async def game() -> list[bool]:
        async with inn() as here:
            clients = await here.seated(2)
            await clients[0].start()
            heard: list[bool] = []

            async def listen(client: Client, seed: int, stop: bool) -> None:
                choose = at_random(seed)
                if stop:
                    await client.send(SetAsking(id="s", always=False, stop=True))
                async for message in client:
                    if stop and isinstance(message, AskingIs):
                        heard.append(message.asking.stop)
                    if isinstance(message, Update) and message.ask is not None:
                        await client.answer(choose(message), message.ask.id)
                    if isinstance(message, Over) or heard == [True, False]:
                        return

            tasks = [asyncio.create_task(listen(client, i, i == 1)) for i, client in enumerate(clients)]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            return heard

    # Now and then somebody can answer nothing in a whole game.
    assert any(run(game()) == [True, False] for _ in range(4))


def test_a_report_keeps_the_record_and_tells_only_its_name(tmp_path: Path) -> None:
    async def game() -> None:
        async with inn(tmp_path / "t.sqlite") as here:
            clients = await here.seated(2)
            await clients[0].send(Report(id="early"))
            refused = await clients[0].until(lambda m: m.id == "early")
            assert isinstance(refused, Refused)
            assert refused.code == "not-now"
            await clients[0].start()
            await clients[0].until(lambda m: isinstance(m, Update))
            await clients[0].send(Report(id="r", text="What\n# is\x1b this?"))
            reply = await clients[0].until(lambda m: m.id == "r")
            assert isinstance(reply, Reported)
            text = (tmp_path / reply.name).read_text()
            assert "# It was said: What # is this?" in text
            assert Record.loads(text).header.seats
            for n in range(25):
                await clients[0].send(Report(id=f"r{n}"))
            last = await clients[0].until(lambda m: m.id == "r24")
            assert isinstance(last, Refused)
            assert last.code == "too-many"
            assert len(list((tmp_path / "reports").iterdir())) == 20

    run(game())
