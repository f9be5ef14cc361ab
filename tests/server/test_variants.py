"""Team games, Boss Battles, Prizes and Events at a server's tables: asked for, refused, played, stored, played again."""

import asyncio
import json
import random
import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from innkeeper import Table, catalog
from innkeeper.client import Client, ServerSaid
from innkeeper.record import Record, replay
from innkeeper.record.record import RULES
from innkeeper.server.afterwards import result
from innkeeper.server.game import deal, record_of
from innkeeper.server.protocol import BossWish, Choose, Fill, Rematch, RematchAt, SeatWish, Settings, Update
from innkeeper.server.storage import RoomRow, SeatRow, Store
from innkeeper.server.variants import bosses, drawn, misfit, prizes, usual_numbers, variants_of
from innkeeper.variants.boss import LIMITS
from tests.server.helper import at_random, inn, play_on, run
from tests.server.web import get

PAIRS = [[0, 1], [2, 3]]
ALL_PRIZES = ["Pooky Snack", "Portal Gun", "Bag of Holding"]


def four(**more: Any) -> Settings:
    """Settings of a table of four seats."""
    return Settings(seats=[SeatWish() for _ in range(4)], **more)


@pytest.mark.parametrize(
    ("settings", "characters", "why"),
    [
        (four(teams=[[0, 1], [2]]), "", "every seat belongs to exactly one team"),
        (four(teams=[[0, 1, 2, 3]]), "", "two teams or more"),
        (four(teams=[[0, 2], [1, 3]]), "", "sit together"),
        (four(teams=[[0, 1], [2, 3, 4]]), "", "exactly one team"),
        (four(teams=PAIRS, boss=BossWish(0)), "", "leave out the Boss or the teams"),
        (four(boss=BossWish(4)), "", "at a seat of the table"),
        (four(boss=BossWish(1), first=0), "", "the Boss has the first turn"),
        (four(boss=BossWish(0, gold=0)), "", "Gold is a number from 1 to 99"),
        (four(boss=BossWish(0, hand_size=16)), "", "hand size is a number from 1 to 15"),
        (four(boss=BossWish(0)), "zot", "Zot cannot be the Boss. These can: Baelfire"),
        (four(prizes=["Free Beer"]), "", "no such Prize"),
        (four(prizes=["Portal Gun", "Portal Gun"]), "", "No two Prizes are alike"),
        (four(events=["base"]), "", "no such set of Events"),
        (four(events=["long-night", "long-night"]), "", "Each set of Events is there once"),
    ],
)
def test_what_makes_no_game_is_refused_in_a_sentence(settings: Settings, characters: str, why: str) -> None:
    seats = [characters, "", "", ""]
    text = misfit(settings, seats)
    assert why in text
    assert text[0].isupper()
    assert text.endswith(".")

    async def game() -> None:
        async with inn() as here:
            client = await here.client()
            settings.seats[0].character = characters
            with pytest.raises(ServerSaid) as said:
                await client.create(settings)
            assert (said.value.code, str(said.value)) == ("bad-settings", text)
            assert here.lobby.rooms == {}

    run(game())


@pytest.mark.parametrize(
    "settings",
    [
        four(),
        four(teams=PAIRS),
        four(teams=[[3, 0], [1, 2]]),
        four(teams=[[0], [1, 2, 3]], first=2),
        four(boss=BossWish(3)),
        four(boss=BossWish(3, 30, 40, 9, 2), first=3, prizes=ALL_PRIZES[:1], events=["long-night"]),
        four(teams=PAIRS, prizes=ALL_PRIZES, events=["long-night"]),
    ],
)
def test_whatever_is_not_refused_is_dealt(settings: Settings) -> None:
    assert misfit(settings, [""] * 4) == ""
    for seed in range(12):
        characters = drawn(settings, ["", "zot", "", ""], random.Random(seed).shuffle)
        assert characters[1] == "zot"
        assert len(set(characters)) == 4
        table = deal(RoomRow("", settings, [], "playing", seed, characters))
        assert table.outcome is None
        if settings.boss is not None:
            assert characters[3] in bosses()
            assert table.game.boss == 3
            assert table.active == 3


def test_the_numbers_of_a_boss_are_those_that_are_told() -> None:
    usual = usual_numbers("ripsnarl")
    for n, numbers in enumerate(usual, 1):
        assert set(numbers) == set(LIMITS)
        settings = Settings([SeatWish() for _ in range(n + 1)], boss=BossWish(0))
        characters = drawn(settings, ["ripsnarl", *[""] * n], list.sort)
        game = Table.laid_out(catalog(), characters, variants_of(settings)).game
        assert numbers == {
            "gold": game.starting_gold[0],
            "fortitude": game.starting_fortitude[0],
            "hand_size": game.hand_size[0],
            "actions": game.actions[0],
        }
    assert variants_of(four(boss=BossWish(1, gold=30)))["boss"] == {"seat": 1, "gold": 30}
    assert prizes() == ALL_PRIZES


@pytest.mark.parametrize(
    ("drinks", "seated", "found"),
    [
        (None, "evil_pooky", True),
        (None, "gog", False),
        (["base"], "evil_pooky", False),
        (["base", "evil-pooky"], "gog", True),
    ],
)
def test_the_drinks_that_come_with_somebody_are_shuffled_in_unless_the_table_says_otherwise(
    drinks: list[str] | None, seated: str, found: bool
) -> None:
    # Nobody chose a character: who is drawn brings their Drinks all the same.
    seats = [SeatRow("", "", "bot:random")] * 4
    row = RoomRow("aaaaaaa", four(drinks=drinks), seats, "playing", 5, ["zot", seated, "eve", "piper"])
    row.rules, row.cards = RULES, catalog().digest
    table = deal(row)
    there = {table.game.cards[card].title for pile in (table.drink_deck, *table.drink_pile) for card in pile}
    theirs = {catalog().cards[card].title for card in catalog().drinks["evil-pooky"]}
    assert there & theirs == (theirs if found else set())
    again = replay(Record.loads(record_of(row, []).text()))
    assert again.drink_deck == table.drink_deck


def test_the_greeting_names_what_there_is_to_choose_from() -> None:
    async def game() -> None:
        async with inn() as here:
            welcome = (await here.client()).welcome
            assert welcome is not None
            assert [boss.slug for boss in welcome.bosses] == ["baelfire", "evil_pooky", "pooky", "ripsnarl"]
            assert [boss.slug for boss in welcome.bosses if boss.hero] == ["pooky"]
            assert all(len(boss.usual) == 7 for boss in welcome.bosses)
            assert set(welcome.boss_limits) == set(LIMITS)
            assert set(welcome.variants) == {"teams", "boss", "prizes", "events"}
            assert "our own version" in welcome.variants["boss"]
            assert (welcome.prizes, welcome.events) == (ALL_PRIZES, ["long-night"])
            status, books = await get(here.url, "/api/catalog")
            assert status == 200
            kinds = {card["title"]: (card["kind"], card["types"], card["home"]) for card in books["cards"]}
            assert kinds["Pooky Snack"] == ("Prize", ["prize"], "inn")
            assert kinds["The storyteller takes pity"] == ("GM Event", ["event"], "inn")

    run(game())


def test_only_who_can_be_the_boss_sits_down_as_the_boss() -> None:
    async def game() -> None:
        async with inn() as here:
            host, guest = await here.seated(2, seats=[SeatWish() for _ in range(5)], boss=BossWish(1))
            with pytest.raises(ServerSaid, match="Zot cannot be the Boss"):
                await guest.request(Choose(character="zot"))
            with pytest.raises(ServerSaid, match="Zot cannot be the Boss"):
                await host.request(Fill(seat=1, plays="bot:random", character="zot"))
            await host.request(Choose(character="baelfire"))
            for seat, slug in ((2, "evil_pooky"), (3, "pooky")):
                await host.request(Fill(seat=seat, plays="bot:random", character=slug))
            # Somebody has to be left for the Boss's seat, where nobody has chosen yet.
            with pytest.raises(ServerSaid, match="could be the Boss"):
                await host.request(Fill(seat=4, plays="bot:random", character="ripsnarl"))
            await host.start(fill="bot:random")
            info = here.room(host.table).info()
            assert info.people[1].character == "ripsnarl"
            assert info.settings.boss == BossWish(1)
            update = await guest.until(lambda m: isinstance(m, Update))
            assert isinstance(update, Update)
            assert (update.view.boss, update.view.active, update.view.teams) == (1, 1, True)

    run(game())


PLAYED: dict[str, tuple[list[SeatWish], dict[str, Any]]] = {
    "boss": (
        [SeatWish(), SeatWish("evil_pooky"), SeatWish(plays="bot:random"), SeatWish(plays="bot:steady")],
        {"boss": BossWish(1, fortitude=24), "prizes": ALL_PRIZES, "events": ["long-night"]},
    ),
    "teams": (
        [SeatWish("gerki"), SeatWish("piper"), SeatWish("zot", "bot:random"), SeatWish("pooky", "bot:random")],
        {"teams": PAIRS, "prizes": ["Bag of Holding"], "events": ["long-night"], "first": 2},
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_a_whole_game_over_the_protocol(name: str, tmp_path: Path) -> None:
    seats, more = PLAYED[name]

    async def game() -> tuple[str, list[int]]:
        async with inn(tmp_path / "t.sqlite") as here:
            clients = await here.seated(2, seats=seats, **more)
            seen: list[set[str]] = [set(), set()]
            kinds: set[str] = set()
            await clients[0].start()
            told = await asyncio.gather(*(play(client, i, seen[i], kinds) for i, client in enumerate(clients)))
            assert told[0] == told[1]
            code = clients[0].table
            status, result = await get(here.url, f"/api/tables/{code}/result")
            assert status == 200
            assert result["winners"] == told[0]
            check_result(result, told[0], clients[0].update)
            # Nobody's hand was ever shown to a team-mate.
            assert all(text == {"own"} for text in seen), seen
            assert "event" in kinds
            # The record that is handed out plays again to the same end, and so does what is stored.
            _, text = await get(here.url, f"/api/tables/{code}/record", json=False)
            again = replay(Record.loads(text))
            assert again.outcome is not None
            assert list(again.outcome.winners) == told[0]
            assert again.game.teams
            for eye in ("-1", "all"):
                status, frames = await get(here.url, f"/api/tables/{code}/replay?eye={eye}&count=3")
                assert status == 200
                assert frames["frames"][0]["view"]["teams"]
            return code, told[0]

    code, winners = run(game())

    async def later() -> None:
        async with inn(tmp_path / "t.sqlite") as here:
            client = await here.client()
            joined = await client.watch(code)
            assert joined.info.state == "over"
            assert joined.info.settings.events == ["long-night"]
            assert joined.info.settings.boss == more.get("boss")
            room = here.room(code)
            assert room.game is not None
            assert room.game.table.outcome is not None
            assert list(room.game.table.outcome.winners) == winners
            assert record_of(room.row, room.moves).header.variants["prizes"] == more["prizes"]

    run(later())


async def play(client: Client, seed: int, seen: set[str], kinds: set[str]) -> list[int]:
    """Play at random; note whose hands were shown, and which kinds of lines came."""
    choose = at_random(seed)

    def look(update: Update) -> int:
        kinds.update(line.kind for line in update.lines)
        seen.add("own" if update.view.seat == client.seat else "other")
        own = {*update.view.hand, *(card for card, _ in update.view.seats[client.seat].front)}
        if not set(map(int, update.why)) <= own:
            seen.add("reasons")
        assert update.view.asked is not None
        return choose(update)

    return await client.play(look)


def check_result(result: dict[str, Any], winners: Sequence[int], update: Update | None) -> None:
    """Team-mates win together, go out together and have one place."""
    assert update is not None
    party = [seat.party for seat in update.view.seats]
    assert len({party[seat] for seat in winners}) == 1
    assert set(winners) == {seat for seat in range(4) if party[seat] == party[winners[0]]}
    places = [seat["place"] for seat in result["seats"]]
    assert places == [1 if seat in winners else 2 for seat in range(4)]


@pytest.mark.parametrize("more", [{}, {"teams": PAIRS}])
def test_the_result_tells_what_took_a_seat_out(more: dict[str, Any]) -> None:
    seats = [SeatRow("", "", "bot:random")] * 4
    told = set()
    for seed in range(12):
        chance = random.Random(seed)
        row = RoomRow("aaaaaaa", four(**more), seats, "over", seed, ["zot", "baelfire", "eve", "piper"])
        table = deal(row)
        while table.decision is not None:
            table.choose(chance.randrange(len(table.decision.options)))
        for seat in result(row, table, 0).seats:
            # Whatever else the card does that did it is told after it, and is not why.
            words = {"": "", "passed-out": "Fortitude|Alcohol Content|sobers", "broke": "Gold|Stash"}[seat.out]
            assert re.search(words, seat.last), (seed, seat)
            told.add(seat.out)
    assert told >= {"", "passed-out"}


def test_a_boss_battle_outlives_a_restart_and_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"

    async def begin() -> tuple[str, list[str], Update]:
        async with inn(path) as here:
            clients = await here.seated(3, boss=BossWish(2, fortitude=8, gold=6), prizes=["Portal Gun"])
            await clients[0].start()
            for client in clients:
                await client.until(lambda m: isinstance(m, Update))
            assert clients[0].update is not None
            return clients[0].table, [client.token for client in clients], clients[0].update

    code, tokens, before = run(begin())

    async def go_on() -> None:
        async with inn(path) as here:
            clients = [await here.client() for _ in tokens]
            for client, token in zip(clients, tokens, strict=True):
                await client.sit(code, token)
                await client.until(lambda m: isinstance(m, Update))
            assert clients[0].update is not None
            assert clients[0].update.view == before.view
            assert before.view.seats[2].fortitude == 8
            assert before.view.variants["prizes"]["prizes"]
            await play_on(clients, 4)
            reply = await clients[0].request(Rematch())
            assert isinstance(reply, RematchAt)
            info = (await here.lobby.find(reply.table)).info()  # type: ignore[union-attr]
            assert info.settings.boss == BossWish(2, fortitude=8, gold=6)

    run(go_on())


def test_a_table_that_was_stored_before_there_were_variants_still_opens(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"

    async def begin() -> tuple[str, str]:
        async with inn(path) as here:
            (host,) = await here.seated(1, seats=[SeatWish("zot"), SeatWish("eve", "bot:random")])
            await host.start()
            await host.until(lambda m: isinstance(m, Update))
            return host.table, host.token

    code, token = run(begin())
    with sqlite3.connect(path) as connection:
        (text,) = connection.execute("select settings from rooms where code = ?", (code,)).fetchone()
        old = {key: value for key, value in json.loads(text).items() if key not in ("teams", "boss", "prizes", "events")}
        assert len(old) < len(json.loads(text))
        connection.execute("update rooms set settings = ? where code = ?", (json.dumps(old), code))
    connection.close()
    store = Store(str(path))
    try:
        found = store.load(code)
    finally:
        store.close()
    assert found is not None
    assert found[0].settings.teams == []

    async def go_on() -> None:
        async with inn(path) as here:
            client = await here.client()
            await client.sit(code, token)
            await client.until(lambda m: isinstance(m, Update))
            await client.play(at_random(2))

    run(go_on())
