"""A game being played: lets bots think beside the screen, asks people one thing at a time, tells what happens as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from textual import events
from textual.binding import BindingType

from innkeeper.engine.decision import PASS, Decision
from innkeeper.engine.decision import Option as Answer
from innkeeper.engine.state import NOBODY
from innkeeper.session.asking import HINTS, hint
from innkeeper.session.ending import endings, verdict
from innkeeper.session.look import look
from innkeeper.session.passing import Moment, Passing, moment
from innkeeper.session.sides import mates
from innkeeper.session.sitting import Sitting, Stuck
from innkeeper.session.storyteller import Line, Storyteller
from innkeeper.terminal.choices import HAND, SEAT, Choice, choices, first_of
from innkeeper.terminal.hand import Detail, Hand, held
from innkeeper.terminal.handover import HandOver
from innkeeper.terminal.keybar import KeyBar
from innkeeper.terminal.paint import LETTERS
from innkeeper.terminal.prompt import Prompt
from innkeeper.terminal.result import AGAIN, OTHER, STAY, Result
from innkeeper.terminal.settings import Setting, Settings
from innkeeper.terminal.sheets import HelpSheet, Sheet
from innkeeper.terminal.tablescreen import TableScreen

SPEEDS: Final = (0.0, 0.2, 0.5, 1.0, 2.0)
"""Seconds that a line of the story is given; nothing waits at the first one."""
SPEED_WORDS: Final = ("at once", "fast", "easy", "slow", "very slow")
USUAL_SPEED: Final = 2
_ROOMY: Final = 8  # lines of a prompt from which on it says what else there is to be pressed
_GRACE: Final = 0.25  # a question that has just come up is not answered by a key that was meant for something else

_HINTS: Final = {  # where keys make another sentence of it
    "answer": "You hold a card that could be played now. To let things be is fine too.",
    "discard": "Your turn begins. Press the letters of cards that you do not want, then Enter; you draw up to your hand size.",
}
_KEYS: Final = (
    ("a … o", "your cards: play a lit one; read one that is not, with the reason why it cannot be played now"),
    ("A … O", "read a card without playing it; so do the arrows and the mouse"),
    ("1 … 9", "pick a seat (or a click on it); at any other time: all there is to see of a seat"),
    ("Enter", "takes the answer that is marked with ▶; arrows move the mark"),
    ("p, Space", "pass, let it be, done"),
    ("w", "wait: stops at the next moment at which you could play something, as an Anytime Card"),
    ("x, u", "in an answer: never ask at this kind of moment; leave me alone until my next turn"),
    ("r", "the story so far, and the rules behind each line"),
    ("z", "what lies in the Inn: Prizes, the Prize Bin, the Event deck"),
    ("s", "settings: when to be asked, how fast the others play, colours"),
    ("+ -", "the others play faster, slower; Space hurries them once"),
    ("t", "light or dark"),
    ("q, Ctrl-C", "leave; the game is saved and can be gone on with"),
)


class GameScreen(TableScreen):
    """One game, from where it stands to its end."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, sitting: Sitting, speed: int = USUAL_SPEED, hints: bool = True) -> None:
        """speed: which of SPEEDS.  hints: say what a Phase is about when it comes for the first time."""
        super().__init__(len(sitting.players))
        self.sitting = sitting
        self.speed = speed
        # Of several people nobody sees a hand before they have the keyboard.
        self.eye = sitting.people[0] if len(sitting.people) == 1 else NOBODY
        self.passing = {seat: Passing(always=False) for seat in sitting.people}
        self.called = tuple(sitting.called(seat) for seat in range(self.count))
        eyes = [NOBODY, *(sitting.people or range(self.count))]
        self._tellers = {eye: Storyteller(eye) for eye in eyes}
        self._told: dict[int, list[Line]] = {eye: [] for eye in eyes}
        self._hinted: set[str] = set() if hints else set(HINTS)
        self._hint = ""
        # What is being asked
        self.found: list[Choice] = []
        self.cursor = -1  # among `found`
        self.card = -1  # the place in the hand that is in focus, or -1
        self.hover = -1  # the one below the mouse, which is read but not taken by Enter
        self.marked: set[int] = set()
        self._only: list[int] = []
        self._answer: asyncio.Future[int] | None = None
        self._asked_at = 0.0
        # What is going on
        self._hurry = asyncio.Event()
        self._going = asyncio.Event()
        self._going.set()
        self._stop = asyncio.Event()
        self._offered = False
        self._roomy = False  # whether the prompt has room for keys besides those that answer
        self._said = ""

    # --- the game ---------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Begin to play."""
        for eye, teller in self._tellers.items():
            self._told[eye] += teller.news(self.sitting.table)
        self.storyline.begin_again(self._told[self.eye])
        self._look()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.draw()
        self.run_worker(self._drive(), exclusive=True)

    async def _drive(self) -> None:
        try:
            while (decision := self.sitting.table.decision) is not None:
                await self._ready()
                if self.sitting.players[decision.seat] is not None:
                    # On a copy and in a thread of its own: a bot that thinks does not hold the screen up.
                    position = await asyncio.to_thread(self.sitting.bots_choice, self.sitting.table.copy())
                    await self._ready()
                    await self._take(position)
                elif len(decision.options) == 1:
                    await self._take(0, chosen=False)
                else:
                    await self._person(decision)
            self.sitting.finish()
        except Stuck as error:
            self._leave(f"The game cannot go on: {error}. Please report this, with the file {self.sitting.save_to}.")
            return
        except OSError as error:
            name = error.filename or self.sitting.save_to
            self.app.exit(f"The game cannot be saved: {name}: {error.strerror}.", return_code=1)
            return
        await self._end()

    async def _take(self, position: int, chosen: bool = True) -> None:
        mistakes = len(self.sitting.mistakes)
        self.sitting.take(position, chosen)
        if len(self.sitting.mistakes) > mistakes:
            self._said = f"{self.sitting.mistakes[-1]} Please report this, with the file {self.sitting.save_to}."
        news: list[Line] = []
        for eye, teller in self._tellers.items():
            told = teller.news(self.sitting.table)
            self._told[eye] += told
            if eye == self.eye:
                news = told
        if not news:
            await asyncio.sleep(0)
            return
        self._look()
        if SPEEDS[self.speed] <= 0:
            self.storyline.tell(news)
            self.draw()
            await asyncio.sleep(0)
            return
        for line in news:
            self.storyline.tell([line])
            self.draw()
            await self._beat(1.0 if line.kind in ("play", "out", "win", "turn") else 0.6)

    async def _beat(self, share: float) -> None:
        """Wait for as long as a line is given, unless somebody is in a hurry."""
        try:
            await asyncio.wait_for(self._hurry.wait(), SPEEDS[self.speed] * share)
        except TimeoutError:
            pass
        self._hurry.clear()
        await self._ready()

    async def _ready(self) -> None:
        """Wait while the game is paused, or while somebody reads a sheet that lies over it."""
        await self._going.wait()
        while isinstance(self.app.screen, Sheet):
            await asyncio.sleep(0.05)

    def _look(self) -> None:
        self.sight = look(self.sitting.table, self.eye, self.called)

    async def _end(self) -> None:
        self.found, self.cursor = [], -1
        self._look()
        self.draw()
        person = self.sitting.people[0] if len(self.sitting.people) == 1 else NOBODY
        t = self.sitting.table
        assert self.sight is not None
        sheet = Result(self.sight, verdict(t, person), endings(t), str(self.sitting.save_to))
        what = await self.app.push_screen_wait(sheet)
        if what == AGAIN:
            self._again()
        elif what == OTHER:
            self._other()
        elif what == STAY:
            self.draw()
        else:
            self.leave()

    def _again(self) -> None:
        app: Any = self.app
        app.again(self.sitting, self.speed)

    def _other(self) -> None:
        app: Any = self.app
        app.new_table(self.sitting)

    # --- asking -----------------------------------------------------------------------------------------------------

    async def _person(self, decision: Decision) -> None:
        seat = decision.seat
        passing = self.passing[seat]
        if passing.lets_be(self.sitting.table, decision) and not await self._offer(decision):
            await self._take(decision.default, chosen=False)
            return
        if seat != self.eye:
            await self.app.push_screen_wait(HandOver(self.called[seat], self._character(seat)))
            self.eye = seat
            self.storyline.begin_again(self._told[seat])
        position = await self._ask(decision)
        if decision.kind == "discard":
            await self._discard(seat)
        else:
            await self._take(position)

    async def _offer(self, decision: Decision) -> bool:
        """Let a moment pass at which a person could play something, but not without a chance to stop it."""
        passing = self.passing[decision.seat]
        now = moment(self.sitting.table, decision.seat)
        if now.kind in ("quiet", "round", "own") or now in passing.never or passing.left_alone or decision.seat != self.eye:
            return False
        if SPEEDS[self.speed] <= 0:
            return False
        self._offered = True
        self._look()
        self.draw()
        try:
            await asyncio.wait_for(self._stop.wait(), max(0.8, 2 * SPEEDS[self.speed]))
        except TimeoutError:
            pass
        self._offered = False
        stopped = self._stop.is_set()
        self._stop.clear()
        passing.stop = False
        return stopped

    async def _ask(self, decision: Decision) -> int:
        """Ask the person at the keyboard; return the position that was chosen."""
        self._stop.clear()
        self._look()
        self._hint = ""
        if decision.kind in HINTS and decision.kind not in self._hinted:
            self._hinted.add(decision.kind)
            self._hint = self._about(decision.kind)
        self._only = []
        self.marked = set()
        self._offer_choices()
        loop = asyncio.get_running_loop()
        self._asked_at = loop.time()
        self._answer = loop.create_future()
        self.draw()
        position = await self._answer
        self._answer = None
        self.found, self.cursor, self.card, self.hover = [], -1, -1, -1
        self._hint = ""
        self._look()
        self.draw()
        return position

    def _offer_choices(self) -> None:
        assert self.sight is not None
        self.found = choices(self.sight, self._only)
        self.cursor = first_of(self.sight, self.found) if not self._only else 0
        self.card = -1

    async def _discard(self, seat: int) -> None:
        """Throw away what is marked, one card after the other, and be done with it."""
        hand = self.sitting.table.hand[seat]
        chosen = [hand[i] for i in sorted(self.marked)]
        self.marked = set()
        turn = self.sitting.table.turns
        for card in chosen:
            await self._take_answer(Answer("discard", card))
        # The last card of a hand leaves nothing more to name, and the engine goes on by itself.
        now = self.sitting.table.decision
        if now is not None and now.kind == "discard" and now.seat == seat and self.sitting.table.turns == turn:
            await self._take_answer(PASS)

    async def _take_answer(self, option: Answer) -> None:
        decision = self.sitting.table.decision
        assert decision is not None
        await self._take(decision.options.index(option))

    @property
    def asking(self) -> bool:
        """Whether a question is open to the person at the keyboard."""
        return self._answer is not None and not self._answer.done()

    def answer(self, position: int) -> None:
        """Answer the open question."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(position)

    def choose(self, n: int) -> None:
        """Take one of what is offered."""
        if not self.asking or not 0 <= n < len(self.found):
            return
        choice = self.found[n]
        if choice.place == HAND:
            self.take_card(choice.at)
        else:
            self.answer(choice.position)

    def take_card(self, place: int) -> None:
        """Do with a card of the hand what can be done with it now: play it, mark it, or read it."""
        sight = self.sight
        if sight is None or not 0 <= place < len(held(sight)):
            return
        asked = sight.view.asked
        if self.asking and asked is not None and asked.kind == "discard":
            self.marked ^= {place}
            self.hover = place  # to be read; the mark stays where it was, so that Enter is done with it
            self.draw()
            return
        self.card = place
        if self.asking and asked is not None:
            item = held(sight)[place]
            ways = [
                i for i, o in enumerate(asked.options) if o.kind == "play" and o.value == item.card and o.front == item.front
            ]
            ways = ways or [c.position for c in self.found if c.place == HAND and c.at == place]
            if len(ways) == 1:
                self.answer(ways[0])
                return
            if ways:
                self._only = ways
                self.found = choices(sight, ways)
                self.cursor = 0
        self.draw()

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw what the person at the keyboard sees."""
        sight = self.sight
        if sight is None or not self.is_mounted:
            return
        asking = self.asking
        targets = {c.at: c.key for c in self.found if c.place == SEAT} if asking else {}
        here = self.found[self.cursor] if asking and 0 <= self.cursor < len(self.found) else None
        beside = "" if self._going.is_set() else "PAUSED"
        at = here.at if here is not None and here.place == SEAT and self.card < 0 else -1
        cards = held(sight)
        taken = self.query_one(Hand).show(sight, self.card, self._lit(), self.marked if asking else set(), self._hand_title())
        left = self.draw_table(beside, targets if targets else None, at, taken)
        place = self.hover if self.hover >= 0 else self.card
        focus = cards[place].card if 0 <= place < len(cards) else -1
        # The prompt comes before the card in focus, and both before the story.
        discarding = sight.view.asked is not None and sight.view.asked.kind == "discard"
        left -= self.query_one(Detail).show(sight, focus, max(1, min(7, left - 4)), not discarding)
        self._draw_prompt(max(4, min(11, left - (1 if left > 6 else 0))))
        self.query_one(KeyBar).show(self._keys(), self._said)

    def _lit(self) -> set[int]:
        sight = self.sight
        if not self.asking or sight is None or sight.view.asked is None:
            return set()
        playable = {(o.value, o.front) for o in sight.view.asked.options if o.kind in ("play", "discard", "card")}
        return {i for i, item in enumerate(held(sight)) if (item.card, item.front) in playable}

    def _hand_title(self) -> str:
        sight = self.sight
        if sight is None or sight.eye < 0:
            return ""
        s = sight.view.seats[sight.eye]
        who = "Your hand" if len(self.sitting.people) < 2 else f"The hand of {self.called[sight.eye]}"
        purse = f"{s.gold} Gold" if not self._in_team else f"your team has {s.gold} Gold"
        return f"{who} – {self._character(sight.eye)}, {purse}"

    def _draw_prompt(self, room: int) -> None:
        prompt = self.query_one(Prompt)
        sight = self.sight
        if not self.asking or sight is None or sight.asking is None:
            prompt.idle(self._meanwhile())
            return
        question = ""
        if self._only and 0 <= self.card < len(held(sight)):
            question = f"{sight.game.cards[held(sight)[self.card].card].title}: how do you play it?"
        self._roomy = room > _ROOMY
        commands: list[tuple[str, str]] = []
        if self._only:
            commands.append(("Esc", "back"))
        elif self._roomy:
            commands = self._commands()
        cursor = self.cursor if self.card < 0 or self._only else -1
        if self.marked:
            done = f"throw {len(self.marked)} away"
            self.found = [replace(c, text=done) if c.key == "p" else c for c in self.found]
        elif sight.view.asked is not None and sight.view.asked.kind == "discard":
            self.found = [replace(c, text="keep them all") if c.key == "p" else c for c in self.found]
        prompt.ask(sight, self.found, cursor, commands, self._hint, room, question)

    @property
    def _in_team(self) -> bool:
        """Whether whoever looks has team-mates."""
        return bool(mates(self.sitting.table.game, self.eye))

    def _commands(self) -> list[tuple[str, str]]:
        """Return what else can be said to a question that is an answer's."""
        asking = self.sight.asking if self.sight is not None else None
        if asking is None or asking.moment is None:
            return []
        return [("x", f"never at: {asking.moment.words(self._in_team)}"), ("u", "not until my next turn")]

    def _meanwhile(self) -> str:
        t = self.sitting.table
        if t.decision is None:
            return "The game is over. q leaves, r tells the story, Enter shows the result."
        if not self._going.is_set():
            return "Paused. Space goes on, . goes one step."
        if self._offered:
            return "You could play something now: w stops, so that you can."
        if not self.sitting.people:
            return f"Bots play, {SPEED_WORDS[self.speed]}. Space pauses, + and - change the speed, v the eyes you see with."
        if all(t.out[seat] for seat in self.sitting.people):
            return "You are out of the game. The others play on: + makes them faster, q leaves."
        if any(self.passing[seat].stop for seat in self.passing):
            return "You will be asked at the next moment at which you can play something."
        return ""

    def _keys(self) -> Sequence[tuple[str, str]]:
        if not self.sitting.people:
            return [
                ("?", "help"),
                ("Space", "pause"),
                ("+ -", "speed"),
                ("v", "eyes"),
                ("r", "story and rules"),
                ("q", "leave"),
            ]
        keys = [
            ("?", "help"),
            ("r", "story and rules"),
            ("s", "settings"),
            ("w", "wait"),
            ("+ -", "speed"),
            ("t", "light"),
            ("q", "leave"),
        ]
        if self.sight is not None and any(self.sight.view.variants.values()):
            keys.insert(2, ("z", "Inn"))
        if self.asking and any(c.key == "p" for c in self.found):
            keys.insert(0, ("p", "pass"))
        if self.asking and not self._roomy:
            keys[1:1] = self._commands()
        return keys

    def _character(self, seat: int) -> str:
        return self.sight.name(seat) if self.sight is not None else ""

    # --- keys and mouse -----------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Take a key for what it means now."""
        self._said = ""
        key = event.character if event.character is not None and event.is_printable else event.key
        if self._key(key):
            event.stop()
            event.prevent_default()

    def _key(self, key: str) -> bool:
        if key == " ":
            key = "space"
        if self.asking and self._asking_key(key):
            return True
        if key == "?":
            self.open_help()
        elif key in ("+", "=", "-"):
            self.set_speed(self.speed + (1 if key == "-" else -1))
        elif key == "s":
            self.app.push_screen(Settings(self.settings), lambda _: self.draw())
        elif key == "w" and self.sitting.people:
            self.wait_for_me()
        elif key == "v" and not self.sitting.people:
            self.other_eyes()
        elif key == "space" and not self.sitting.people:
            self.pause()
        elif key == "." and not self._going.is_set():
            self._going.set()
            self.call_later(self._going.clear)
        elif key in ("space", "enter"):
            if self.sitting.table.decision is None:
                self.run_worker(self._end(), exclusive=True)
            else:
                self._hurry.set()
        elif key.lower() in LETTERS and len(key) == 1:
            if self.sight is not None and LETTERS.index(key.lower()) < len(held(self.sight)):
                self.card = LETTERS.index(key.lower())
                self.draw()
        elif key == "escape":
            self.card = -1
            self.draw()
        elif key in ("left", "right", "up", "down"):
            self._move(key)
        else:
            return self.command(key)
        return True

    def _asking_key(self, key: str) -> bool:
        """Take a key that answers the open question, or moves about in it."""
        if key in ("enter", "space", "p") and self._is_too_early():
            return True
        if key == "enter":
            if self.card >= 0 and not self._only:
                if self.card in self._lit():
                    self.take_card(self.card)
                else:
                    self._said = "That card cannot be played now. Enter again takes what is marked."
                    self.card = -1
                    self.draw()
            else:
                self.choose(self.cursor)
        elif key in ("p", "space"):
            n = next((n for n, c in enumerate(self.found) if c.key == "p"), -1)
            if n >= 0:
                self.choose(n)
            elif key == "space":
                self.choose(self.cursor)
        elif key == "escape":
            self._only = []
            self._offer_choices()
            self.draw()
        elif key in ("left", "right", "up", "down", "tab", "shift+tab"):
            self._move({"tab": "right", "shift+tab": "left"}.get(key, key))
        elif key == "x":
            self._never()
        elif key == "u":
            self._until()
        elif key.isdigit():
            n = next((n for n, c in enumerate(self.found) if c.key == key), -1)
            if n < 0:
                return False
            self.choose(n)
        elif len(key) == 1 and key in LETTERS:
            self.take_card(LETTERS.index(key))
        else:
            return False
        return True

    def _is_too_early(self) -> bool:
        return self.speed > 0 and asyncio.get_running_loop().time() - self._asked_at < _GRACE

    def _move(self, key: str) -> None:
        """Move the mark: through what is answered in the prompt and on seats, then through the hand."""
        if self.sight is None:
            return
        cards = len(held(self.sight)) if not self._only else 0
        places = [n for n, c in enumerate(self.found) if c.place != HAND] if self.asking else []
        columns = self.query_one(Hand).columns
        if self.card >= 0 and cards:
            step = {"left": -1, "right": 1, "up": -columns, "down": columns}[key]
            now = self.card + step
            if now >= cards:
                now = self.card
            if now >= 0:
                self.card = now
            else:
                self.card = -1
                if places:
                    self.cursor = places[-1] if key == "left" else self.cursor
        else:
            at = places.index(self.cursor) if self.cursor in places else -1
            at += 1 if key in ("right", "down") else -1
            if at >= len(places):
                self.card = 0 if cards else -1
            elif at >= 0:
                self.cursor = places[at]
        self.draw()

    def on_hand_pointed(self, message: Hand.Pointed) -> None:
        """Bring a card into focus, or take it."""
        if message.clicked:
            self.take_card(message.position)
        else:
            self.hover = message.position
            self.draw()

    def on_prompt_taken(self, message: Prompt.Taken) -> None:
        """Take what was clicked in the prompt."""
        if message.choice >= 0:
            self.choose(message.choice)
        else:
            self._key("escape" if message.key == "Esc" else message.key)

    def picked(self, target: int) -> None:
        """Pick the seat if it is one of those to pick from; say why not if others are; show it otherwise."""
        picks = [n for n, c in enumerate(self.found) if c.place == SEAT] if self.asking else []
        for n in picks:
            if self.found[n].at == target:
                self.choose(n)
                return
        if picks:
            self._said = "That one cannot be picked for this."
            self.draw()
            return
        self.open_seat(target)

    # --- commands -----------------------------------------------------------------------------------------------------

    def open_help(self) -> None:
        """Show what is happening, its rules, and the keys."""
        if self.sight is None:
            return
        asked = self.sight.view.asked
        ids: list[str] = list(asked.rules) if asked is not None else []
        for line in self.storyline.lines[-3:]:
            ids += line.rules
        about = self._about(asked.kind) if asked is not None and self.asking else ""
        self.app.push_screen(HelpSheet(self.sight, about, ids, _KEYS))

    def _about(self, kind: str) -> str:
        """Return the hint at a kind of question."""
        return _HINTS.get(kind) or hint(self.sitting.table.game, kind, self.eye)

    def set_speed(self, speed: int) -> None:
        """Let the others play faster or slower."""
        self.speed = max(0, min(len(SPEEDS) - 1, speed))
        self._said = f"The others play {SPEED_WORDS[self.speed]}."
        self.draw()

    def pause(self) -> None:
        """Stop the bots, or let them go on."""
        if self._going.is_set():
            self._going.clear()
        else:
            self._going.set()
        self.draw()

    def wait_for_me(self) -> None:
        """Ask at the next moment at which the person at the keyboard can play something, whatever is set."""
        self._stop.set()
        if not self._offered and self.eye in self.passing and not self.asking:
            self._stop.clear()
            self.passing[self.eye].stop = True
        self.draw()

    def other_eyes(self) -> None:
        """See with the next seat's eyes; for who only watches."""
        eyes = list(self._tellers)
        self.eye = eyes[(eyes.index(self.eye) + 1) % len(eyes)]
        self.storyline.begin_again(self._told[self.eye])
        self._look()
        self.draw()

    def _never(self) -> None:
        now = self.sight.asking.moment if self.sight is not None and self.sight.asking is not None else None
        if now is not None:
            self.passing[self.eye].never.add(now)
            self._said = f"You will not be asked at {now.words(self._in_team)} any more. s changes that."
            self._pass()

    def _until(self) -> None:
        if self.sight is not None and self.sight.asking is not None and self.sight.asking.moment is not None:
            self.passing[self.eye].until_next_turn(self.sitting.table)
            self._pass()

    def _pass(self) -> None:
        if self.sight is not None and self.sight.view.asked is not None:
            self.answer(self.sight.view.asked.default)

    def settings(self) -> list[Setting]:
        """Return what can be set now."""
        app: Any = self.app

        def faster() -> None:
            self.speed = (self.speed + 1) % len(SPEEDS)

        found: list[Setting] = []
        mine = self.passing.get(self.eye)
        if mine is not None:

            def asking() -> None:
                mine.always = not mine.always

            found.append(
                (lambda: "Ask me: " + ("always" if mine.always else "when it affects me (w stops at the rest)"), asking)
            )
            found += [_never_again(mine, now, self._in_team) for now in sorted(mine.never)]
            if mine.left_alone:
                found.append((lambda: "Left alone until my next turn (Enter: no longer)", lambda: mine.until_next_turn(None)))
        found.append((lambda: f"The others play: {SPEED_WORDS[self.speed]}", faster))
        found.append((lambda: f"Colours: {'dark' if app.current_theme.dark else 'light'}", app.other_theme))
        return found

    def leave(self) -> None:
        """Save, and leave with a word on how to go on."""
        self._leave("")

    def _leave(self, said: str) -> None:
        if self.sitting.table.decision is None:
            self.app.exit(f"The whole game again: innkeeper replay {self.sitting.save_to}")
            return
        try:
            self.sitting.suspend()
        except OSError as error:
            self.app.exit(
                f"The game cannot be saved: {error.filename or self.sitting.save_to}: {error.strerror}.", return_code=1
            )
            return
        app: Any = self.app
        how = f"Saved. Go on with: innkeeper play --resume {self.sitting.save_to}{app.more}"
        self.app.exit(f"{said}\n{how}" if said else how, return_code=1 if said else 0)


def _never_again(mine: Passing, now: Moment, team: bool) -> Setting:
    return lambda: f"Never ask at: {now.words(team)} (Enter: ask again)", lambda: mine.never.discard(now)
