"""`innkeeper scenario` and `innkeeper rulebook`: put a case, look a ruling up, see which rules are demonstrated."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

if TYPE_CHECKING:
    from innkeeper.rulebook.coverage import Coverage
    from innkeeper.rulebook.ledger import Rule
    from innkeeper.rulebook.runner import Result
    from innkeeper.rulebook.scenario import Scenario

INVALID: Final = 2
MOST_NEAR: Final = 6
KIND_WIDTH: Final = 11  # of the longest kind of rule
SYSTEM_HELP: Final = "Only this part: core, teams, boss, prize, house-events, mood, ...; a word that is none lists them all."

scenario = typer.Typer(help="Scenarios: a position, what is played, what must be true.", no_args_is_help=True)
app = typer.Typer(help="The rulebook: every rule and ruling, and the scenarios that show it.", no_args_is_help=True)


@scenario.callback()
def _scenario() -> None:
    pass


@scenario.command("run")
def run_scenarios(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH...", help="Scenario files, or folders of them. Without: those that ship."),
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Print what happened in each step, with the rules it cites.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for each scenario.")] = False,
) -> None:
    """Run scenarios. Exit status 0: all passed; 1: some failed; 2: a file is missing or is not valid."""
    from innkeeper.rulebook.runner import run

    files, invalid = _read(paths)
    passed = failed = 0
    for _, scenarios in files:
        for one in scenarios:
            result = run(one)
            passed += result.passed
            failed += not result.passed
            if as_json:
                typer.echo(json.dumps(_as_json(result, trace), ensure_ascii=False))
                continue
            typer.echo(f"ok {result.name}" if result.passed else f"FAILED {result.name}: {result.why}")
            if trace:
                for line in _trace_lines(result):
                    typer.echo(line)
    if not as_json:
        typer.echo(f"{passed} passed, {failed} failed")
    if invalid:
        raise typer.Exit(INVALID)
    if failed:
        raise typer.Exit(1)


def _read(paths: list[Path] | None) -> tuple[list[tuple[str, list[Scenario]]], bool]:
    """Return the files' scenarios, and whether some file is not valid, which has then been told."""
    from innkeeper.cards.yaml12 import BadText
    from innkeeper.rulebook.coverage import in_paths, shipped
    from innkeeper.rulebook.scenario import read_file

    if not paths:
        return shipped(), False
    files: list[tuple[str, list[Scenario]]] = []
    invalid = False
    for path in in_paths(paths):
        try:
            files.append((str(path), read_file(path)))
        except BadText as error:
            invalid = True
            typer.echo(f"innkeeper: {error}", err=True)
    return files, invalid


def _as_json(result: Result, trace: bool) -> Mapping[str, Any]:
    told: dict[str, Any] = {
        "scenario": result.name,
        "passed": result.passed,
        "rules": list(result.rules),
        "why": result.why,
    }
    if trace:
        told["trace"] = [
            {"step": step, "log": [{"text": text, "rules": list(rules)} for text, rules in lines]}
            for step, lines in _trace(result)
        ]
    return told


def _trace(result: Result) -> list[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
    """Return each step with what happened in it: a sentence, and the rules that made it so."""
    from innkeeper.view.story import tell

    steps: list[tuple[str, list[tuple[str, tuple[str, ...]]]]] = []
    for step, entries in result.trace:
        lines: list[tuple[str, tuple[str, ...]]] = []
        if result.table is not None:
            for entry in entries:
                text = tell(result.table.game, entry)
                if text:
                    lines.append((text, entry[5]))
        steps.append((step, lines))
    return steps


def _trace_lines(result: Result) -> list[str]:
    told: list[str] = []
    for step, lines in _trace(result):
        told.append(f"  {step}")
        told += [f"    {text}  [{', '.join(rules)}]" for text, rules in lines]
    return told


# --- the rulebook -----------------------------------------------------------------------------------------------------


@app.command("list")
def list_rules(
    system: Annotated[str, typer.Option(help=SYSTEM_HELP)] = "",
    kind: Annotated[str, typer.Option(help="Only this kind: setup, mechanic, timing, ruling, interaction, variant.")] = "",
    undemonstrated: Annotated[
        bool, typer.Option("--undemonstrated", help="Only rules that no passing scenario demonstrates.")
    ] = False,
) -> None:
    """List the rules: id, kind, text."""
    from innkeeper.rulebook.ledger import KINDS

    rules = _of_system(system)
    if kind:
        _known(kind, KINDS, "kind of rule")
        rules = [rule for rule in rules if rule.kind == kind]
    if undemonstrated:
        missing = {rule.id for file in _coverage() for rule in file.undemonstrated}
        rules = [rule for rule in rules if rule.id in missing]
    width = max((len(rule.id) for rule in rules), default=0)
    for rule in rules:
        typer.echo(f"{rule.id:{width}}  {rule.kind:{KIND_WIDTH}}  {rule.rule}")
    others = _parts(system, {name for rule in _of_system("") for name in _systems(rule)} - {system})
    if others:
        typer.echo(f"See also --system {', '.join(sorted(others))}.", err=True)


@app.command()
def show(rule_id: Annotated[str, typer.Argument(metavar="ID", help="The rule's id, as core.drink.house.")]) -> None:
    """Show a rule: its text, where it comes from, and the scenarios that name it."""
    from innkeeper.rulebook.coverage import named_by, shipped
    from innkeeper.rulebook.ledger import ledger

    rules = ledger()
    if rule_id not in rules:
        near = _near(rule_id, rules)
        raise ValueError(
            f"there is no rule {rule_id!r}" + (f"; near it: {', '.join(near)}" if near else "; rulebook list tells all")
        )
    rule = rules[rule_id]
    typer.echo(rule.id)
    typer.echo(f"  {rule.rule}")
    typer.echo(f"Kind: {rule.kind}")
    typer.echo(f"Source: {_source(rule)}")
    typer.echo(f"Needs: {', '.join(rule.needs)}")
    if rule.component:
        typer.echo("A fact of pieces: no position can show it.")
    if rule.note:
        typer.echo(f"Note: {rule.note}")
    found = named_by(shipped()).get(rule_id, [])
    typer.echo("Scenarios:" if found else "Scenarios: none")
    for name, one in found:
        typer.echo(f"  {one.name}  ({name})")


@app.command("coverage")
def show_coverage(
    system: Annotated[str, typer.Option(help=SYSTEM_HELP)] = "",
) -> None:
    """Run every scenario that ships, and tell which rules no passing one demonstrates."""
    wanted = {rule.id for rule in _of_system(system)}
    missing: list[Rule] = []
    for file in _coverage():
        rules = [rule for rule in file.rules if rule.id in wanted]
        left = [rule for rule in file.undemonstrated if rule.id in wanted]
        if rules:
            typer.echo(f"{file.file}: {len(rules)} rules, {len(rules) - len(left)} demonstrated")
        missing += left
    if missing:
        typer.echo("Not demonstrated:")
        for rule in missing:
            typer.echo(f"  {rule.id}")


def _coverage() -> list[Coverage]:
    """Run what ships, with a bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from innkeeper.rulebook.coverage import coverage, shipped
    from innkeeper.rulebook.runner import run

    scenarios = [one for _, found in shipped() for one in found]
    # The bar goes beside the results, so that these can be sent on by themselves.
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        return coverage([run(one) for one in progress.track(scenarios, description="scenarios")])


def _of_system(system: str) -> list[Rule]:
    """Return the rules of a system, or of the ledger file of that name; all of them for ""."""
    from innkeeper.rulebook.ledger import ledger

    rules = list(ledger().values())
    if not system:
        return rules
    _known(system, {name for rule in rules for name in _systems(rule)}, "system")
    return [rule for rule in rules if system in _systems(rule)]


def _systems(rule: Rule) -> tuple[str, str]:
    return rule.id.partition(".")[0], rule.file.removesuffix(".yaml")


def _known(word: str, words: Iterable[str], what: str) -> None:
    known = sorted(words)
    if word not in known:
        near = _alike(word, known)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}"
        raise ValueError(f"there is no {what} {word!r}; {hint}")


def _alike(word: str, known: Iterable[str]) -> list[str]:
    """Return the words that have a word in them, or it them (`event`, `prizes`), else the one that is nearest in writing."""
    there = list(known)
    return _parts(word, there) or difflib.get_close_matches(word, there, 1)


def _parts(word: str, known: Iterable[str]) -> list[str]:
    """Return the words that have a word in them, or it them; none where there would be very many."""
    parts = [other for other in known if word and (word in other or other in word)]
    return parts if len(parts) <= MOST_NEAR else []


def _near(rule_id: str, ids: Iterable[str]) -> list[str]:
    """Return ids that look like one: alike in writing, or sharing its words."""
    known = list(ids)
    near = difflib.get_close_matches(rule_id, known, MOST_NEAR, 0.6)
    within = [known_id for known_id in known if rule_id and (rule_id in known_id)]
    return list(dict.fromkeys([*near, *within]))[:MOST_NEAR]


def _source(rule: Rule) -> str:
    if "seed" in rule.source:
        section = rule.source.get("section", "")
        return f"{rule.source['seed']}" + (f", {section}" if section else "")
    if "house" in rule.source:
        return f"a decision of ours: {rule.source['house']}"
    return "; ".join(rule.source.values())
