"""A table is made: who sits where and plays what, and the variants. Enter deals at once; what is no game says why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from innkeeper.record.variants import BOSS
from innkeeper.session.explaining import VARIANTS
from innkeeper.session.newtable import BOSS_NUMBERS, Plan, about_player, player_words
from innkeeper.session.sitting import is_me
from innkeeper.terminal.keybar import KeyBar
from innkeeper.terminal.paint import fit, join, wrap
from innkeeper.terminal.sheets import Sheet, said

CHARACTER: Final = "character"
PLAYER: Final = "player"
MORE: Final = "more"
_NUMBER, _NAME, _WHO = 4, 30, 22  # columns
_TITLE: Final = 24

_KEYS: Final = (
    ("Enter", "deals the cards, and the game begins"),
    ("↑ ↓, Tab", "go to another line; to who plays the seat, and back"),
    ("← →, Space", "change what is marked; a click on it does so too"),
    ("c", "choose the character of this seat from a list, each with a line on how it plays"),
    ("n", "somebody at this keyboard plays this seat: give the name, for several people"),
    ("+ -", "one seat more; this seat less"),
    ("< >", "this seat changes places with the one before it, or after it (team-mates sit together)"),
    ("b", "what the Boss begins with"),
    ("t", "light or dark"),
    ("q, Esc", "leave"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form: a seat by its number, or what else is set; `seat` -1 for what is no seat."""

    what: str
    seat: int = -1


class Form(Static):
    """The lines of a table that is being made."""

    DEFAULT_CSS: ClassVar[str] = "Form { height: auto; background: $wood; }"

    class Pointed(Message):
        """A line was clicked. part: CHARACTER or PLAYER, for a seat."""

        def __init__(self, row: int, part: str) -> None:
            """`row`: which line."""
            super().__init__()
            self.row, self.part = row, part

    def show(self, plan: Plan, rows: Sequence[Row], cursor: int, part: str) -> int:
        """Draw, and return how many lines it takes."""
        width = self.size.width or self.app.size.width
        people = sum(is_me(chair.who) for chair in plan.chairs)
        self.update(join([self._line(plan, row, i == cursor, part, people, width) for i, row in enumerate(rows)]))
        return len(rows)

    def _line(self, plan: Plan, row: Row, here: bool, part: str, people: int, width: int) -> Content:
        mark = "▶" if here else " "
        if row.seat >= 0:
            chair = plan.chairs[row.seat]
            who = player_words(chair.who, people)
            return Content.assemble(
                (f"{mark}{row.seat + 1:2} ", "$mine bold" if here else "$ink"),
                _cell(plan.cards.sheets[chair.character].name, _NAME, here and part == CHARACTER),
                _cell(who, _WHO, here and part == PLAYER),
                (fit(plan.side(row.seat), width - _NUMBER - _NAME - _WHO), "$deed bold"),
            )
        if row.what == MORE:
            return Content.assemble((f"{mark} + one seat more", "$mine bold" if here else "$quiet"))
        value = plan.words(row.what, plan.value(row.what))
        return Content.assemble(
            (fit(f"{mark}   {plan.title(row.what)}", _TITLE), "$mine bold" if here else "$ink"),
            _cell(value, width - _TITLE, here),
        )

    def on_click(self, event: events.Click) -> None:
        """Say which line, and which part of it."""
        self.post_message(self.Pointed(event.y, PLAYER if event.x >= _NUMBER + _NAME else CHARACTER))


def _cell(text: str, width: int, here: bool) -> Content:
    """Return something that can be set; where the mark is, with the arrows that change it."""
    words = f"◂ {text} ▸" if here else f"  {text}"
    return Content.assemble((fit(words, width), "$mine bold" if here else "$ink"))


class NewTable(Screen[None]):
    """The screen on which a table is made."""

    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS: ClassVar[str] = """
    NewTable { background: $room; color: $ink; overflow: hidden; }
    NewTable #title { height: 1; background: $board; }
    NewTable #about { height: 1fr; padding: 0 1; background: $board; border-top: solid $quiet; }
    NewTable #problem { height: auto; padding: 0 1; background: $board; }
    """

    def __init__(self, plan: Plan, begin: Callable[[Plan], str]) -> None:
        """begin: deals the cards, and goes on to the game; returns what keeps it from doing so, or ""."""
        super().__init__()
        self.plan = plan
        self.begin = begin
        self.cursor = 0
        self.part = CHARACTER
        self._said = ""
        self._begun = False  # the game has taken this screen's place

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield Static(id="title")
        yield Form()
        yield Static(id="about")
        yield Static(id="problem")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the first seat that somebody here plays."""
        self.cursor = next((i for i, chair in enumerate(self.plan.chairs) if is_me(chair.who)), 0)
        self.call_after_refresh(self.draw)

    def on_resize(self) -> None:
        """Draw anew, once every part knows its width."""
        self.call_after_refresh(self.draw)

    @property
    def rows(self) -> list[Row]:
        """The lines there are."""
        n = len(self.plan.chairs)
        more = [Row(MORE)] if n < 8 else []
        return [Row(CHARACTER, seat) for seat in range(n)] + more + [Row(name) for name in self.plan.variants]

    @property
    def row(self) -> Row:
        """The line that is marked."""
        rows = self.rows
        self.cursor = min(self.cursor, len(rows) - 1)
        return rows[self.cursor]

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw everything anew."""
        if not self.is_mounted or self._begun:
            return
        row, width, problem = self.row, self.app.size.width - 2, self.plan.problem()
        head, more = " A new table", "seats clockwise, as they take turns "
        self.query_one("#title", Static).update(
            Content.assemble((fit(head, self.app.size.width - len(more)), "bold"), (more, "$quiet"))
        )
        lines = self.query_one(Form).show(self.plan, self.rows, self.cursor, self.part)
        last = wrap(problem, width, 2) if problem else ["Enter deals the cards, and the game begins."]
        style = "$danger bold" if problem else "$mine bold"
        self.query_one("#problem", Static).update(
            join([Content.assemble((f"✗ {text}" if problem and not i else text, style)) for i, text in enumerate(last)])
        )
        room = max(1, self.app.size.height - lines - 3 - len(last))  # the title, the keys, the rule above
        about = [Content.assemble((text, "$ink")) for text in wrap(self._about(row), width)]
        if self._said:
            about.insert(0, Content.assemble((self._said, "$mine bold")))
        if len(about) > room:
            about = [*about[: room - 1], about[room - 1] + Content.assemble((" … (? tells all of it)", "$quiet"))]
        self.query_one("#about", Static).update(join(about))
        self.query_one(KeyBar).show(self._keys(row))

    def _about(self, row: Row) -> str:
        plan = self.plan
        if row.seat >= 0:
            chair = plan.chairs[row.seat]
            if self.part == PLAYER:
                return about_player(chair.who)
            sheet = plan.cards.sheets[chair.character]
            return sheet.plays or f"Nothing is said about how {sheet.name} plays."
        if row.what == MORE:
            return "From 2 to 8 players sit at a table. A new seat is a bot's until you say otherwise."
        return plan.about(row.what)

    def _keys(self, row: Row) -> list[tuple[str, str]]:
        keys = [("Enter", "begin"), ("?", "help"), ("↑↓", "lines"), ("←→", "change")]
        if row.seat >= 0:
            keys += [("Tab", "who plays"), ("c", "list"), ("n", "name"), ("+-", "seats"), ("<>", "move")]
        elif row.what == BOSS and self.plan.boss:
            keys.append(("b", "the Boss's numbers"))
        return [*keys, ("q", "leave")]

    # --- keys and mouse -----------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Take a key for what it means here."""
        key = event.character if event.character is not None and event.is_printable else event.key
        self._said = ""
        if self._key("space" if key == " " else key):
            event.stop()
            event.prevent_default()

    def _key(self, key: str) -> bool:
        row = self.row
        if key == "enter":
            self._begin()
        elif key in ("up", "down"):
            self.cursor = (self.cursor + (1 if key == "down" else -1)) % len(self.rows)
        elif key in ("tab", "shift+tab"):
            self._tab(key == "tab")
        elif key in ("left", "right", "space"):
            self._change(row, -1 if key == "left" else 1)
        elif key in ("+", "="):
            self._add()
        elif key in ("-", "delete") and row.seat >= 0:
            self.plan.remove(row.seat)
        elif key in ("<", ">") and row.seat >= 0:
            self.cursor = self.plan.move(row.seat, -1 if key == "<" else 1)
        elif key == "c" and row.seat >= 0:
            self._characters(row.seat)
        elif key == "n" and row.seat >= 0:
            self._call(row.seat)
        elif key == "b" and self.plan.boss:
            self._numbers()
        elif key == "?":
            self.app.push_screen(TableHelp(self.plan))
        elif key == "t":
            app: Any = self.app
            app.other_theme()
        elif key in ("escape", "q"):
            self.app.exit("")
        else:
            return False
        self.call_after_refresh(self.draw)
        return True

    def _begin(self) -> None:
        self._said = "It cannot begin yet; why, is said below." if self.plan.problem() else self.begin(self.plan)
        self._begun = not self._said

    def _tab(self, forwards: bool) -> None:
        """Go to the next thing that can be set."""
        if self.row.seat >= 0 and (self.part == CHARACTER) == forwards:
            self.part = PLAYER if forwards else CHARACTER
            return
        self.cursor = (self.cursor + (1 if forwards else -1)) % len(self.rows)
        self.part = CHARACTER if forwards else PLAYER

    def _change(self, row: Row, step: int) -> None:
        plan = self.plan
        if row.what == MORE:
            self._add()
        elif row.seat < 0:
            self._said = plan.change(row.what, step)
        elif self.part == PLAYER:
            chair, players = plan.chairs[row.seat], plan.players(row.seat)
            at = players.index(chair.who) if chair.who in players else 0
            chair.who = players[(at + step) % len(players)]
        else:
            chair, there = plan.chairs[row.seat], plan.characters
            chair.character = there[(there.index(chair.character) + step) % len(there)]

    def _add(self) -> None:
        n = len(self.plan.chairs)
        self.plan.add()
        if len(self.plan.chairs) > n:
            self.cursor, self.part = n, CHARACTER

    def on_form_pointed(self, message: Form.Pointed) -> None:
        """Mark what was clicked; what is marked already is changed."""
        if not 0 <= message.row < len(self.rows):
            return
        self._said = ""
        marked = message.row == self.cursor and (self.row.seat < 0 or message.part == self.part)
        self.cursor = message.row
        self.part = message.part if self.row.seat >= 0 else CHARACTER
        if marked or self.row.what == MORE:
            self._change(self.row, 1)
        self.draw()

    # --- sheets -----------------------------------------------------------------------------------------------------

    def _characters(self, seat: int) -> None:
        def chosen(slug: str) -> None:
            self.plan.chairs[seat].character = slug

        self._open(Characters(self.plan, seat, chosen))

    def _call(self, seat: int) -> None:
        def named(name: str) -> None:
            self._said = self.plan.call(seat, name)

        who = self.plan.chairs[seat].who
        self._open(Called(who.partition(":")[2] if is_me(who) else "", named))

    def _numbers(self) -> None:
        if self.plan.problem():
            self._said = "First it must be a game: then what the Boss begins with can be set."
        else:
            self._open(BossNumbers(self.plan))

    def _open(self, sheet: Sheet) -> None:
        self.app.push_screen(sheet, lambda _: self.draw())


class BossNumbers(Sheet):
    """What the Boss begins with."""

    title_text = "What the Boss begins with"
    foot = "← less · → more · Esc closes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,b", "close", "close", priority=True),
        Binding("left", "less", "less", priority=True),
        Binding("right", "more", "more", priority=True),
    ]

    def __init__(self, plan: Plan) -> None:
        """`plan`: of a Boss Battle that makes a game."""
        super().__init__()
        self._plan = plan

    def content(self) -> ComposeResult:
        """Return a list of the numbers, and what puts them back."""
        yield OptionList(*self._options())

    def _options(self) -> list[Option]:
        found = [Option(f"{key.replace('_', ' ').capitalize():10} {self._plan.boss_number(key):4}") for key in BOSS_NUMBERS]
        return [*found, Option(f"As usual against {len(self._plan.chairs) - 1}")]

    def on_mount(self) -> None:
        """Begin at the first."""
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0

    def _change(self, step: int) -> None:
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        if at < len(BOSS_NUMBERS):
            self._plan.set_number(BOSS_NUMBERS[at], step)
        elif step > 0:
            self._plan.numbers.clear()
        options.clear_options()
        options.add_options(self._options())
        options.highlighted = at

    def action_less(self) -> None:
        """Make the number smaller."""
        self._change(-1)

    def action_more(self) -> None:
        """Make the number greater, or put all of them back."""
        self._change(1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take Enter or a click for more."""
        self._change(1)


class Characters(Sheet):
    """The characters, each with a line on how it plays."""

    title_text = "Who sits here?"
    foot = "Enter takes one · Esc closes"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,c", "close", "close", priority=True)]

    def __init__(self, plan: Plan, seat: int, chosen: Callable[[str], None]) -> None:
        """`seat`: for which one is chosen; `chosen`: what is done with it."""
        super().__init__()
        self._plan, self._seat, self._chosen = plan, seat, chosen

    def content(self) -> ComposeResult:
        """Return a list of them."""
        width = self.columns
        options = []
        for slug in self._plan.characters:
            sheet = self._plan.cards.sheets[slug]
            seats = [str(i + 1) for i, chair in enumerate(self._plan.chairs) if chair.character == slug]
            here = f"  (seat {', '.join(seats)})" if seats else ""
            lines = [Content.assemble((sheet.name, "bold"), here)]
            lines += [Content(f"  {text}") for text in wrap(sheet.plays, width - 4)]
            options.append(Option(join(lines)))
        yield OptionList(*options)

    def on_mount(self) -> None:
        """Begin at the one who sits there."""
        options = self.query_one(OptionList)
        options.focus()
        options.highlighted = self._plan.characters.index(self._plan.chairs[self._seat].character)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take it."""
        self._chosen(self._plan.characters[event.option_index])
        self.dismiss(None)


class Called(Sheet):
    """Asks for the name of whoever plays a seat at this keyboard."""

    title_text = "Who plays this seat, at this keyboard?"
    foot = "Enter takes the name; none: you · Esc closes"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "close", priority=True)]
    DEFAULT_CSS: ClassVar[str] = "Called Input { background: $wood; color: $ink; border: tall $quiet; }"

    def __init__(self, name: str, named: Callable[[str], None]) -> None:
        """`name`: as it is now; `named`: what is done with the new one."""
        super().__init__()
        self._before, self._named = name, named

    def content(self) -> ComposeResult:
        """Return a line to type on."""
        yield Input(self._before, placeholder="a name, for several people at one keyboard", max_length=20)

    def on_mount(self) -> None:
        """Begin to type."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the name."""
        self._named(event.value)
        self.dismiss(None)


class TableHelp(Sheet):
    """The keys, and what each variant is."""

    title_text = "Making a table"

    def __init__(self, plan: Plan) -> None:
        """`plan`: what is being made."""
        super().__init__()
        self._plan = plan

    def lines(self, width: int) -> list[Content]:
        """Return keys and variants."""
        wide = max(len(name) for name, _ in _KEYS)
        lines: list[Content] = []
        for name, what in _KEYS:
            first, *more = wrap(what, width - wide - 2)
            lines.append(Content.assemble((f"{name:{wide}}  ", "$mine"), (first, "$ink")))
            lines += [Content.assemble((" " * (wide + 2) + text, "$ink")) for text in more]
        for variant in self._plan.variants:
            if variant in VARIANTS:
                lines += [Content(""), *said(self._plan.title(variant), width, "$mine bold")]
                lines += said(self._plan.about(variant), width)
        return lines
