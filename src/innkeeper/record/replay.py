"""A recorded game, played again: the table at any point of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from innkeeper import __version__
from innkeeper.engine.program import Catalog
from innkeeper.library import Table, catalog, catalog_with
from innkeeper.record.record import RULES, BadRecord, Choice, Record, deck_digest, find, fingerprint
from innkeeper.view.labels import label


def catalog_for(record: Record, decks: Sequence[Path] = ()) -> Catalog:
    """Return the catalog that a record was made with.

    decks: where users' own deck files are; one that is not among them is looked for beside the record and in the current
    folder. Raises BadRecord where a deck file is missing or says something else now; BadText, OSError for a deck file.
    """
    if not record.header.decks:
        return catalog()
    paths = []
    for name, digest in record.header.decks:
        beside = [record.path.parent / name] if record.path is not None else []
        found = [path for path in (*decks, *beside, Path(name)) if path.name == name and path.is_file()]
        if not found:
            raise record.error(0, f"this game was played with the deck file {name}; say where it is: --deck PATH/{name}")
        same = [path for path in found if deck_digest(path) == digest]
        if not same:
            raise record.error(0, f"the deck file {found[0]} has changed since this game was played with it")
        paths.append(same[0])
    return catalog_with(paths)


def start(record: Record, cards: Catalog | None = None) -> Table:
    """Return the table of a record as it was dealt. Raises BadRecord where the header makes no game."""
    header = record.header
    if header.rules != RULES:
        raise record.error(0, f"this game was played by version {header.rules} of the rules; this is version {RULES}")
    try:
        return Table.new(header.seats, header.variants, header.seed, cards or catalog_for(record))
    except BadRecord:
        raise
    except (TypeError, ValueError) as error:
        raise record.error(0, f"the header makes no game: {error}") from None


def steps(record: Record, cards: Catalog | None = None) -> Iterator[tuple[Table, Choice, int]]:
    """Play a record again. Yields (table, choice, position) before each choice is carried out, always the same table.

    Raises BadRecord where the record does not fit: the line, what was expected, and what there is. Where the loop over this
    ends, the last choice has been carried out.
    """
    table = start(record, cards)
    yield from go_through(record, table)


def go_through(record: Record, table: Table) -> Iterator[tuple[Table, Choice, int]]:
    """As `steps`, with a table that is dealt already (`start`); it is carried on."""
    exact = _exact(record, table)
    for done, choice in enumerate(record.choices):
        if exact and done in record.marks and record.marks[done][0] != fingerprint(table):
            raise record.error(
                record.marks[done][1], f"after {done} choices the table is another one than it was, though all choices fit"
            )
        decision = table.decision
        position = find(table, decision, choice) if decision is not None else -1
        if position < 0:
            raise record.error(choice.line, _diverged(record, table, choice, done))
        yield table, choice, position
        table.choose(position)
    done = len(record.choices)
    if exact and done in record.marks and record.marks[done][0] != fingerprint(table):
        raise record.error(record.marks[done][1], f"after {done} choices the table is another one than it was")


def replay(record: Record, upto: int | None = None, cards: Catalog | None = None) -> Table:
    """Return the table of a record after `upto` choices, or after all of them. Raises BadRecord, and ValueError for `upto`."""
    if upto is not None and not 0 <= upto <= len(record.choices):
        raise ValueError(f"the record has {len(record.choices)} choices; {upto} is not among them")
    table = start(record, cards)
    for done, _ in enumerate(go_through(record, table)):
        if done == upto:
            break
    return table


def _exact(record: Record, table: Table) -> bool:
    """Whether fingerprints can be compared: they cover things that change from version to version, and the cards."""
    return record.header.engine == __version__ and record.header.cards == table.game.catalog.digest


def _diverged(record: Record, table: Table, choice: Choice, done: int) -> str:
    decision = table.decision
    said = f"choice {done + 1} says '{choice.written()}', but there "
    if decision is None:
        said += "the game is over"
    else:
        there = ", ".join(f"{i}: {label(table, option)}" for i, option in enumerate(decision.options))
        said += f"{table.seat_name(decision.seat)} chooses among: {there}"
    if record.header.cards != table.game.catalog.digest:
        said += ". The record was made with other card files than these"
    elif record.header.engine != __version__:
        said += f". The record was made by version {record.header.engine}; this is {__version__}"
    return said
