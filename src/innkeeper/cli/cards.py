"""`innkeeper cards`: what cards there are, what they say, whether a file of one's own is right."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from innkeeper.cards.build import Builder
    from innkeeper.engine.program import Card, Use

PIPE_WIDTH: Final = 160  # room for the longest title where there is no terminal to ask
MOST_NEAR: Final = 8
_SETTLING: Final = ("take-control", "win-round", "end-round")  # what a Gambling or Cheating Card is for
_APART: Final = {"drink": "Drink Deck", "inn": "Inn"}  # the homes that are nobody's

app = typer.Typer(help="Cards: list them, read them, check a deck of your own.", no_args_is_help=True)

Decks = Annotated[list[Path] | None, typer.Option("--deck", help="A deck file of your own, to be taken in as well.")]


@app.command("list")
def list_cards(
    character: Annotated[
        str, typer.Option(help="Only this character's deck; `drink` for the Drink Deck, `inn` for Prizes and Events.")
    ] = "",
    deck: Decks = None,
) -> None:
    """List the cards of all decks: how many copies, title, type, origin."""
    from rich.table import Table
    from rich.text import Text

    from innkeeper.cards.text import type_line

    builder = _builder(deck)
    homes = {**{slug: sheet.name for slug, sheet in builder.sheets.items()}, **_APART}
    if character and character not in homes:
        near = difflib.get_close_matches(character, homes, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(sorted(homes))}"
        raise ValueError(f"there is no character {character!r}; {hint}")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Deck", no_wrap=True)
    table.add_column("Copies", justify="right", no_wrap=True)
    table.add_column("Title", overflow="fold")
    table.add_column("Type", no_wrap=True)
    table.add_column("Origin", no_wrap=True)
    for card in builder.cards:
        if card.home == character or not character:
            row = (card.home, str(_copies(builder, card)), card.title, type_line(card), card.origin)
            table.add_row(*map(Text, row))
    _console().print(table)


@app.command()
def show(
    title: Annotated[list[str], typer.Argument(help="The title, or a part of it; case and punctuation do not matter.")],
    deck: Decks = None,
) -> None:
    """Show a card: its text, which decks hold it, where it comes from, and its program in short."""
    from innkeeper.cards.text import card_text, type_line

    builder = _builder(deck)
    console = _console()
    alike: dict[tuple[str, str], list[Card]] = {}
    for card in _find(builder, " ".join(title)):
        alike.setdefault((type_line(card), card_text(card, builder.words)), []).append(card)
    for i, ((kind, text), cards) in enumerate(alike.items()):
        card = cards[0]
        held = [f"{_home(builder, other)} ({_copies(builder, other)})" for other in cards]
        lines = [
            card.title,
            kind,
            *(f"  {line}" for line in text.splitlines()),
            f"Decks: {', '.join(held)}",
            f"Origin: {', '.join(dict.fromkeys(other.origin for other in cards))}",
        ]
        if any(other.ours for other in cards):
            lines.append(f"Ours: {' '.join(dict.fromkeys(other.ours for other in cards if other.ours))}")
        if card.family:
            lines.append(f"Family: {card.family}")
        lines += [f"Program: {_program(use)}" for use in card.uses]
        console.print("\n".join(["", *lines] if i else lines), markup=False, highlight=False, soft_wrap=True)


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="Deck files of your own.", metavar="FILE...")]) -> None:
    """Check deck files of your own: each is right, or is told what is wrong with it, to the line and key."""
    from innkeeper.cards.yaml12 import BadText, read

    wrong = False
    for path in files:
        builder = _builder(None)
        try:
            document = read(path)
            before = len(builder.cards)
            if isinstance(document.data, Mapping) and "set" in document.data:
                name = builder.add_set(document, "yours")
                print(f"ok: {path}: the set {name}, {counted(len(builder.cards) - before, 'title')}")
                _note_idle(path, builder.cards[before:])
                continue
            sheet = builder.sheets[builder.add_deck(document, "yours")]
        except (BadText, OSError) as error:
            print(error if isinstance(error, BadText) else f"{path}: {error.strerror}", file=sys.stderr)
            wrong = True
            continue
        side = "".join(f", {len(pile)} in the pile {name}" for name, pile in sheet.side.items())
        if sheet.boss is not None:
            side += f", {counted(len(sheet.boss.cards), 'Boss Card')}"
        print(f"ok: {path}: {sheet.name}, {counted(len(sheet.deck), 'card')}, {counted(len(set(sheet.deck)), 'title')}{side}")
        _note_idle(path, builder.cards[before:])
    if wrong:
        raise typer.Exit(2)


@app.command()
def schema() -> None:
    """Print the JSON Schema of card files, for an editor that completes and checks as you write."""
    from innkeeper.cards.schema import shipped_text

    sys.stdout.write(shipped_text())


def _note_idle(path: Path, cards: Iterable[Card]) -> None:
    """Say which cards are played in a Round of Gambling, and leave it as it was: right as a file, but hardly meant so."""
    for card in cards:
        for use in card.uses:
            kind = str(use.source.get("type", ""))
            if use.playable and kind in ("gambling", "cheating") and not _says(use.source, _SETTLING):
                idle = f"a {kind.capitalize()} Card without `take-control`: whoever was in control stays so"
                print(f"note: {path}: {card.title!r} is {idle}", file=sys.stderr)


def _says(source: object, verbs: Collection[str]) -> bool:
    """Whether one of these verbs stands anywhere in a use as it was written."""
    if isinstance(source, Mapping):
        return any(key in verbs or _says(inner, verbs) for key, inner in source.items())
    return isinstance(source, list | tuple) and any(_says(inner, verbs) for inner in source)


def _builder(decks: Iterable[Path] | None) -> Builder:
    from innkeeper.cards.yaml12 import read
    from innkeeper.library import shipped

    builder = shipped()
    for path in decks or ():
        builder.add(read(path), "yours")
    return builder


def _console() -> Console:
    from rich.console import Console

    return Console() if sys.stdout.isatty() else Console(width=PIPE_WIDTH)


def _piles(builder: Builder, card: Card) -> list[tuple[int, ...]]:
    if card.home == "drink":
        return list(builder.drinks.values())
    if card.home == "inn":
        return list(builder.inn.values())
    sheet = builder.sheets[card.home]
    return sheet.piles()


def _copies(builder: Builder, card: Card) -> int:
    return sum(pile.count(card.number) for pile in _piles(builder, card))


def _home(builder: Builder, card: Card) -> str:
    if card.home in _APART:
        return _APART[card.home]
    sheet = builder.sheets[card.home]
    usual = any(card.number in pile for pile in (sheet.deck, *sheet.side.values()))
    return f"{sheet.name}{'' if usual or not _copies(builder, card) else ', as the Boss'}"


def _find(builder: Builder, title: str) -> list[Card]:
    """Return the cards of a title, or of the one title that has it in it. Raises ValueError with titles that are near."""
    from innkeeper.cards.titles import plain

    wanted = plain(title)
    by_title: dict[str, list[Card]] = {}
    for card in builder.cards:
        by_title.setdefault(plain(card.title), []).append(card)
    if wanted in by_title:
        return by_title[wanted]
    parts = [key for key in by_title if wanted and wanted in key]
    if len(parts) == 1:
        return by_title[parts[0]]
    near = parts or difflib.get_close_matches(wanted, by_title, MOST_NEAR, 0.5)
    offered = [f'"{by_title[key][0].title}"' for key in near[:MOST_NEAR]]
    more = f" and {len(near) - MOST_NEAR} more" if len(near) > MOST_NEAR else ""
    if parts:
        raise ValueError(f"several cards have {title!r} in their titles: {', '.join(offered)}{more}")
    raise ValueError(f"no card is called {title!r}" + (f"; near it: {', '.join(offered)}" if offered else ""))


def _program(use: Use) -> str:
    """Return a use as it was written, in one line: `action, pick another: lose(who picked, fortitude 2)`."""
    parts = [use.mode if use.mode == str(use.source["type"]) else f"{use.mode} ({use.source['type']})"]
    for name, args in use.when.items():
        parts.append(f"when {_call(name, args)}")
    if use.picks:
        parts.append(f"pick {', '.join(pick.name for pick in use.picks)}")
    return f"{', '.join(parts)}: {_steps(use.source['does'])}"


def _steps(steps: object) -> str:
    told: list[str] = []
    for step in steps if isinstance(steps, list) else ():
        if "if" in step:
            other = f" else [{_steps(step['else'])}]" if "else" in step else ""
            told.append(f"if {step['if']} [{_steps(step['then'])}]{other}")
        elif "choose" in step:
            options = (f"{word} [{_steps(inner)}]" for word, inner in step["choose"]["options"].items())
            told.append(f"choose {' or '.join(options)}")
        elif "each" in step:
            told.append(f"each {step['each']} [{_steps(step['does'])}]")
        elif "pending" in step:
            told.append(f"pending [{_steps(step['pending'])}]")
        else:
            told += [_call(name, args) for name, args in step.items()]
    return "; ".join(told)


def _call(name: str, args: object) -> str:
    if not isinstance(args, Mapping) or not args:
        return name
    inner = ", ".join(f"{key} {'/'.join(map(str, x)) if isinstance(x, list) else str(x).lower()}" for key, x in args.items())
    return f"{name}({inner})"


def counted(n: int, what: str) -> str:
    """Return a number with what it counts: "1 card", "40 cards"."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
