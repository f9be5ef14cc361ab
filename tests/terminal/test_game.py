"""A game at the table in a terminal, by keys and mouse."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from innkeeper.bots.random import RandomBot
from innkeeper.engine.decision import Decision
from innkeeper.engine.state import DRINKING, EFFECT, OPEN
from innkeeper.record import Record, replay
from innkeeper.session.beginning import saved_game
from innkeeper.session.forecast import touches
from innkeeper.session.passing import Moment, Passing
from innkeeper.session.sitting import Sitting
from innkeeper.terminal.gamescreen import GameScreen
from innkeeper.terminal.hand import held
from innkeeper.terminal.handover import HandOver
from innkeeper.terminal.result import Result
from innkeeper.terminal.sheets import HelpSheet, SeatSheet, StorySheet, WhySheet
from tests.terminal.helps import asked, asked_seat, bring_to, kind_of, on_top, overflow, run, sight, sitting, text, until

EVERYBODY = ("zot=me", "gerki", "fiona", "deirdre", "pooky", "baelfire", "piper", "ripsnarl")


def test_a_whole_game_to_its_end_by_keys_and_another_one(tmp_path: Path) -> None:
    game = sitting(tmp_path, seed=5)
    prompts = 0

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        nonlocal prompts
        while game.table.decision is not None:
            await until(pilot, lambda: screen.asking or game.table.decision is None)
            if screen.asking:
                prompts += 1
                assert len(sight(screen).view.asked.options) > 1  # type: ignore[union-attr]
                lit = sorted(screen._lit())
                key = "enter" if prompts % 3 or not lit or kind_of(screen) == "discard" else "abcdefghij"[lit[0]]
                await pilot.press(key)
        await until(pilot, lambda: isinstance(on_top(pilot), Result))
        said = text(pilot.app)
        assert "turns." in said
        assert "passed out in turn" in said
        assert "won" in said or "You win" in said
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(on_top(pilot), GameScreen) and on_top(pilot) is not screen)
        await until(pilot, lambda: on_top(pilot).asking)
        await pilot.press("q")

    app = run(game, act)
    assert prompts > 10
    record = Record.load(tmp_path / "game.record")
    assert record.over
    assert replay(record).outcome == game.table.outcome
    assert "Go on with: innkeeper play --resume" in (app.return_value or "")


def on_me(game: Sitting) -> Callable[[Decision], bool]:
    """An Action Card of another player is pending on the person, who can answer it."""

    def found(decision: Decision) -> bool:
        top = game.table.stack[-1]
        return (
            decision.kind == "answer"
            and top.kind == EFFECT
            and top.stage == OPEN
            and top.actor != decision.seat
            and decision.seat in top.targets
            and not Passing(always=False).lets_be(game.table, decision)
        )

    return found


def test_a_response_says_first_what_it_means_for_you(tmp_path: Path) -> None:
    game = sitting(tmp_path, seed=12)
    bring_to(game, on_me(game))
    decision = game.table.decision
    assert decision is not None
    playable = {o.value for o in decision.options if o.kind == "play"}

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        said = text(pilot.app)
        assert "PENDING" in said
        assert "Do you answer?" in said
        box = said[said.index("Do you answer?") :].splitlines()
        assert box[1].lstrip("│ ").startswith("You ")
        assert "[Enter] let it be" in said
        cards = held(sight(screen))
        assert {cards[i].card for i in screen._lit()} == playable
        before = len(game.record.choices)
        await pilot.press("abcdefghij"[min(screen._lit())])
        await until(pilot, lambda: len(game.record.choices) > before)
        assert game.record.choices[before].label.startswith("play ")

    run(game, act)


def test_a_round_of_gambling_shows_the_pot_and_who_is_in(tmp_path: Path) -> None:
    game = sitting(tmp_path, seed=3)
    bring_to(game, lambda d: d.kind == "gamble" and any(o.kind == "play" for o in d.options))

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        said = text(pilot.app)
        assert f"a pot of {game.table.pot} Gold" in said
        assert "in control" in said
        assert "♦" in said
        assert "♛" in said
        assert overflow(screen) == []
        while game.table.control >= 0:
            await until(pilot, lambda: screen.asking or game.table.control < 0)
            if screen.asking:
                lit = sorted(screen._lit())
                await pilot.press("abcdefghij"[lit[0]] if lit and kind_of(screen) == "gamble" else "enter")
        assert "wins the Round" in "\n".join(line.text for line in screen.storyline.lines)
        await until(pilot, lambda: screen.asking or game.table.decision is None)
        assert "Round of Gambling: a pot" not in text(pilot.app)

    run(game, act)


@pytest.mark.parametrize("way", ["key", "click", "arrows"])
def test_a_target_is_picked_on_the_table(tmp_path: Path, way: str) -> None:
    game = sitting(tmp_path)
    bring_to(game, lambda d: d.kind == "order")
    game.players = [p if p is None else RandomBot(1) for p in game.players]

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        said = text(pilot.app)
        assert "[2]" in said
        assert "[3]" in said
        assert "[1]" not in said  # oneself cannot be picked, and fades
        before = len(game.record.choices)
        if way == "key":
            await pilot.press("3")
        elif way == "click":
            await pilot.click("#seat-0")
            assert screen.asking  # not one of those to pick from
            assert "cannot be picked" in text(pilot.app)
            await pilot.click("#seat-2")
        else:
            await pilot.press("right", "enter")
        await until(pilot, lambda: len(game.record.choices) > before)
        assert game.record.choices[before].label == "order fiona"

    run(game, act)


def test_a_card_is_read_before_it_is_played_and_says_why_it_cannot_be(tmp_path: Path) -> None:
    game = sitting(tmp_path)
    bring_to(game, lambda d: d.kind == "action" and any(o.kind == "play" for o in d.options))

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        dark = next(i for i in range(len(held(sight(screen)))) if i not in screen._lit())
        before = len(game.record.choices)
        await pilot.press("abcdefghij"[dark])
        await pilot.pause()
        card = held(sight(screen))[dark].card
        said = " ".join(text(pilot.app).split())
        assert "Not now:" in said
        assert game.table.why_not(0, card)[:40] in said
        assert overflow(screen) == []
        await pilot.press("enter")
        assert screen.asking  # it is not taken for an answer
        assert len(game.record.choices) == before
        lit = min(screen._lit())
        await pilot.press("ABCDEFGHIJ"[lit])
        assert screen.asking
        assert screen.card == lit
        await pilot.click("#hand", offset=(2 + 39 * (lit % 2), 1 + lit // 2))
        await until(pilot, lambda: len(game.record.choices) > before or bool(screen._only))

    run(game, act)


def test_cards_are_thrown_away_together(tmp_path: Path) -> None:
    game = sitting(tmp_path)
    hand = game.table.hand[0]

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        await pilot.press("b", "d", "e", "d")
        await pilot.pause()
        assert "throw 2 away" in text(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: len(game.record.choices) >= 3)
        assert sorted(game.table.discard[0]) == sorted((hand[1], hand[4]))

    run(game, act)


def test_saved_and_gone_on_with_in_the_middle_of_a_response(tmp_path: Path) -> None:
    game = sitting(tmp_path, seed=12)
    bring_to(game, on_me(game))
    asked_then = game.table.decision
    screens = []

    async def leave(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        screens.append(text(pilot.app))
        await pilot.press("ctrl+c")

    app = run(game, leave)
    assert app.return_value == f"Saved. Go on with: innkeeper play --resume {tmp_path / 'game.record'}"
    again = saved_game(tmp_path / "game.record")
    assert again.table.decision == asked_then
    assert again.table == game.table

    async def go_on(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        screens.append(text(pilot.app))
        before = len(again.record.choices)
        await pilot.press("enter")
        await until(pilot, lambda: len(again.record.choices) > before)

    run(again, go_on)
    then, now = (screen[screen.index("Do you answer?") :].splitlines()[1:3] for screen in screens)
    assert then == now
    assert Record.load(tmp_path / "game.record").choices[: len(game.record.choices)] == game.record.choices


def test_hot_seat_hides_every_hand_between_two_people(tmp_path: Path) -> None:
    game = sitting(tmp_path, "zot=me:Ann", "gerki=me:Ben", "fiona=bot:random", seed=7)
    titles = {seat: {game.table.game.cards[card].title[:16] for card in game.table.hand[seat]} for seat in (0, 1)}

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await until(pilot, lambda: isinstance(on_top(pilot), HandOver))
        assert "Pass the keyboard to Ann (Zot)." in text(pilot.app)
        await pilot.press("enter")
        await asked(pilot, screen)
        assert "The hand of Ann" in text(pilot.app)
        assert screen.eye == 0
        for _ in range(40):
            if isinstance(on_top(pilot), HandOver):
                break
            if screen.asking:
                await pilot.press("enter")
            await until(pilot, lambda: screen.asking or isinstance(on_top(pilot), HandOver))
        said = text(pilot.app)
        assert "Pass the keyboard to Ben (Gerki)." in said
        assert not any(title in said for seat in (0, 1) for title in titles[seat])
        assert "hand" not in said
        await pilot.press("a", "r", "1")  # none of these shows anything
        assert text(pilot.app) == said
        await pilot.press("enter")
        await asked(pilot, screen)
        assert screen.eye == 1
        said = text(pilot.app)
        assert "The hand of Ben" in said
        drawn = [line.text for line in screen.storyline.lines if line.text.startswith("Zot draws")]
        assert drawn[0] == "Zot draws 7 cards."

    run(game, act)


def test_no_answer_of_a_table_of_eight_is_cut_off_on_the_smallest_screen(tmp_path: Path) -> None:
    game = sitting(tmp_path, *EVERYBODY, seed=9)
    game.players = [None if not seat else RandomBot(seat) for seat in range(8)]
    looked_at: set[str] = set()

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        for n in range(30):
            await until(pilot, lambda: screen.asking or game.table.decision is None)
            if not screen.asking:
                break
            looked_at.add(kind_of(screen))
            said = text(pilot.app)
            assert overflow(screen) == [], said
            assert "[Enter]" in said
            if n % 10 == 3:
                await pilot.press("down", "down")  # with a card in focus, too
                await pilot.pause()
                assert overflow(screen) == [], text(pilot.app)
                await pilot.press("escape")
            await pilot.press("enter")

    run(game, act)
    assert {"discard", "action", "order", "answer"} <= looked_at


def test_passing_by_itself_can_be_stopped_and_set(tmp_path: Path) -> None:
    game = sitting(tmp_path, seed=5)

    def between_others(decision: Decision) -> bool:
        top = game.table.stack[-1]
        return decision.kind == "answer" and top.kind in (EFFECT, DRINKING) and not _touches(game, decision)

    bring_to(game, between_others)
    decision = game.table.decision

    async def stop(pilot: Pilot[str], screen: GameScreen) -> None:
        await until(pilot, lambda: screen._offered)
        assert "w stops" in text(pilot.app)
        assert not screen.asking
        await pilot.press("w")
        await asked(pilot, screen)
        assert game.table.decision == decision
        await pilot.press("x")
        await until(pilot, lambda: not screen.asking)
        (never,) = screen.passing[0].never
        assert isinstance(never, Moment)
        await pilot.press("s")
        await pilot.pause()
        assert f"Never ask at: {never.words()}" in text(pilot.app)
        await pilot.press("enter")
        assert screen.passing[0].always
        await pilot.press("down", "enter", "escape")
        assert not screen.passing[0].never

    run(game, stop, speed=1)


def _touches(game: Sitting, decision: Decision) -> bool:
    return touches(game.table, decision.seat)


def test_a_bot_that_thinks_long_does_not_hold_the_screen_up(tmp_path: Path) -> None:
    game = sitting(tmp_path, "zot=me", "gerki=bot:random", seed=2)

    done_thinking = threading.Event()

    class Slow(RandomBot):
        def pick(self, count: int) -> int:
            done_thinking.wait(10)
            return super().pick(count)

    game.players = [None, Slow(1)]
    bring_to(game, lambda d: d.kind == "discard")

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        while asked_seat(game) == 0:
            await until(pilot, lambda: screen.asking or asked_seat(game) == 1)
            if screen.asking:
                await pilot.press("enter")
        done = len(game.record.choices)
        await pilot.press("?")
        assert isinstance(on_top(pilot), HelpSheet)
        await pilot.press("escape", "t")
        assert on_top(pilot) is screen
        assert len(game.record.choices) == done  # it still thinks
        done_thinking.set()
        await until(pilot, lambda: len(game.record.choices) > done)

    run(game, act)


def test_help_rules_and_seats_are_a_key_away(tmp_path: Path) -> None:
    game = sitting(tmp_path, seed=12)
    bring_to(game, on_me(game))

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        await pilot.press("?")
        await pilot.pause()
        assert isinstance(on_top(pilot), HelpSheet)
        assert "Do you answer?" in text(pilot.app)
        await pilot.press("escape", "2")
        await pilot.pause()
        assert isinstance(on_top(pilot), SeatSheet)
        assert "Gerki the Sneak" in text(pilot.app)
        await pilot.press("escape", "r")
        await pilot.pause()
        assert isinstance(on_top(pilot), StorySheet)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(on_top(pilot), WhySheet)
        assert "core." in text(pilot.app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert on_top(pilot) is screen
        bottom = screen.storyline.size.height - 1
        await pilot.click("#story", offset=(4, bottom))
        await pilot.pause()
        assert isinstance(on_top(pilot), WhySheet)

    run(game, act)


def test_bots_are_watched_paused_and_seen_through(tmp_path: Path) -> None:
    game = sitting(tmp_path, "zot=bot:random", "gerki=bot:random", seed=4, watch=True)

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await pilot.press("space")
        await pilot.pause(0.3)
        assert "PAUSED" in text(pilot.app)
        done = len(game.record.choices)
        await pilot.pause(0.3)
        assert len(game.record.choices) == done
        assert "hand of" not in text(pilot.app)
        await pilot.press("v")
        await pilot.pause()
        assert "Zot" in text(pilot.app)
        assert len(sight(screen).view.hand) == sight(screen).view.seats[0].hand
        await pilot.press("plus", "plus", "plus", "space")
        await until(pilot, lambda: isinstance(on_top(pilot), Result))
        await pilot.press("q")

    app = run(game, act, speed=2)
    assert (app.return_value or "").startswith("The whole game again: innkeeper replay")


def test_a_choice_that_breaks_the_engine_is_said_and_another_one_taken(tmp_path: Path) -> None:
    game = sitting(tmp_path)
    bring_to(game, lambda d: d.kind == "order")
    table = game.table

    class Broken(type(table)):  # type: ignore[misc]
        __slots__ = ()

        def choose(self, option: object) -> None:
            if option == 1 and self.decision is not None and self.decision.seat == 0:
                raise RuntimeError("broken")
            super().choose(option)

    broken = Broken.__new__(Broken)
    table._copy_into(broken)
    game.table = broken

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        before = len(game.record.choices)
        await pilot.press("3")
        await asked(pilot, screen)
        assert "The engine made a mistake" in text(pilot.app)
        await pilot.press("2")
        await until(pilot, lambda: len(game.record.choices) > before)

    run(game, act)


def test_the_game_waits_while_somebody_reads(tmp_path: Path) -> None:
    game = sitting(tmp_path, "zot=bot:random", "gerki=bot:random", seed=4, watch=True)

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await pilot.press("?")
        await pilot.pause(0.2)
        done = len(game.record.choices)
        await pilot.pause(0.4)
        assert len(game.record.choices) == done
        await pilot.press("escape")
        await until(pilot, lambda: len(game.record.choices) > done + 5)

    run(game, act, speed=1)


def test_a_card_that_asks_whom_says_what_it_does_to_them(tmp_path: Path) -> None:
    game = sitting(tmp_path, seed=5)
    bring_to(game, lambda d: d.kind == "action" and any(o.kind == "play" and _picks(game, o.value) for o in d.options))
    decision = game.table.decision
    assert decision is not None
    game.take(next(i for i, o in enumerate(decision.options) if o.kind == "play" and _picks(game, o.value)))

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        said = " ".join(text(pilot.app).split())
        assert "whom do you pick?" in said
        assert "Pick a" in said

    run(game, act)


def _picks(game: Sitting, card: int) -> bool:
    uses = game.table.game.cards[card].uses
    return len(uses) == 1 and len(uses[0].picks) == 1
