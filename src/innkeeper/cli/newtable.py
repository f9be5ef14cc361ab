"""A table is made in lines of text: the questions that the table in a terminal asks on one screen."""

from __future__ import annotations

import sys
from typing import Any

from innkeeper.cli.answers import Unclear, match, number_in
from innkeeper.cli.screen import Screen
from innkeeper.engine.table import LEAST_SEATS, MOST_SEATS
from innkeeper.record.variants import BOSS
from innkeeper.session import Quit
from innkeeper.session.newtable import BOSS_NUMBERS, FIRST, Plan, player_words
from innkeeper.session.sitting import ME, is_me


def make(plan: Plan, screen: Screen) -> None:
    """Ask until the table makes a game and somebody wants it so. Raises Quit, EOFError, KeyboardInterrupt where they stop."""
    screen.say("A new table.", "bold")
    while True:
        _show(plan, screen)
        problem = plan.problem()
        if problem:
            screen.say(f"This makes no game yet. {problem}", "bold red")
        else:
            screen.say("Enter deals the cards; c changes something; Ctrl-C leaves.", "bold")
        if not _read("> ").strip() and not problem:
            return
        screen.say("Enter keeps what is there; ? tells what there is to know.", "italic")
        _seats(plan, screen)
        for variant in plan.variants:
            if len(plan.values(variant)) > 1 and not (variant == FIRST and plan.boss):
                _variant(plan, screen, variant)
        screen.say()


def _read(prompt: str) -> str:
    typed = input(prompt)
    if not sys.stdin.isatty():
        print(typed)  # so that what was typed stands in what a pipe writes
    if typed.strip().lower() in ("quit", "exit", "q"):
        raise Quit
    return typed


def _seats(plan: Plan, screen: Screen) -> None:
    while True:
        screen.say(f"How many sit down? From {LEAST_SEATS} to {MOST_SEATS}. (Enter: {len(plan.chairs)})", "bold")
        typed = _read("> ").strip()
        n = number_in(typed) if typed else len(plan.chairs)
        if n is not None and LEAST_SEATS <= n <= MOST_SEATS:
            break
        screen.say(f"A number from {LEAST_SEATS} to {MOST_SEATS}.")
    while len(plan.chairs) < n:
        plan.add()
    while len(plan.chairs) > n:
        plan.remove(len(plan.chairs) - 1)
    screen.say(
        "Who sits at each seat, clockwise? A character, then who plays it: zot me, zot steady, zot Ann. ? lists the characters."
    )
    for seat in range(n):
        _seat(plan, screen, seat)


def _seat(plan: Plan, screen: Screen, seat: int) -> None:
    chair = plan.chairs[seat]
    names = [plan.cards.sheets[slug].name for slug in plan.characters]
    while True:
        now = f"{plan.cards.sheets[chair.character].name}, {_played(plan, seat)}"
        screen.say(f"Seat {seat + 1}? (Enter: {now})", "bold")
        typed = _read("> ").strip()
        if not typed:
            return
        if typed.startswith("?"):
            for slug in plan.characters:
                screen.item(f"  {plan.cards.sheets[slug].name}", plan.cards.sheets[slug].plays, "bold")
            continue
        try:
            character, who = _character(typed, names)
            if who:
                _give(plan, seat, who)
        except Unclear as error:
            screen.say(str(error))
            continue
        chair.character = plan.characters[character]
        return


def _character(typed: str, names: list[str]) -> tuple[int, str]:
    """Return which character was typed, and the words behind it that say who plays. Raises Unclear."""
    try:
        return match(typed, names), ""
    except Unclear:
        first, _, last = typed.rpartition(" ")
        if not first:
            raise
        return match(first, names), last


def _give(plan: Plan, seat: int, who: str) -> None:
    """Let somebody play a seat: me, a bot by its name, or a person by theirs. Raises Unclear."""
    bots = [word for word in plan.players(seat) if not is_me(word)]
    known = {ME: ME, **{word: word for word in bots}, **{word.partition(":")[2]: word for word in bots}}
    if who.lower() in known:
        plan.chairs[seat].who = known[who.lower()]
    elif wrong := plan.call(seat, who.removeprefix(f"{ME}:")):
        raise Unclear(wrong)


def _played(plan: Plan, seat: int) -> str:
    return player_words(plan.chairs[seat].who, sum(is_me(chair.who) for chair in plan.chairs))


def _variant(plan: Plan, screen: Screen, variant: str) -> None:
    values = plan.values(variant)
    now = plan.value(variant)
    words = [plan.words(variant, value) for value in values]
    while True:
        screen.say(f"{plan.title(variant)}?", "bold")
        for i, text in enumerate(words):
            screen.say(f"{'*' if values[i] == now else ' '}{i + 1:3}  {text}")
        typed = _read("> ").strip()
        if not typed:
            break
        if typed.startswith("?"):
            screen.say(plan.about(variant))
            continue
        try:
            said = plan.set(variant, values[match(typed, words)])
        except Unclear as error:
            screen.say(str(error))
            continue
        if said:
            screen.say(said)
        break
    if variant == BOSS and plan.boss and not plan.problem():
        _numbers(plan, screen)


def _numbers(plan: Plan, screen: Screen) -> None:
    """Ask what the Boss begins with."""
    while True:
        numbers = {key: plan.boss_number(key) for key in BOSS_NUMBERS}
        now = " ".join(f"{key}={n}" for key, n in numbers.items())
        screen.say(f"What does the Boss begin with? {now} (Enter: so; or other numbers, as gold=15)", "bold")
        typed = _read("> ").strip()
        if not typed:
            return
        before: dict[str, Any] = dict(plan.numbers)
        for word in typed.replace(",", " ").split():
            key, _, n = word.partition("=")
            if key.lower() not in numbers or number_in(n) is None:
                screen.say(f"{word} is none of these: {', '.join(numbers)}, each with a number.")
                break
            plan.numbers[key.lower()] = number_in(n) or 0
        if problem := plan.problem():
            screen.say(problem)
            plan.numbers = before


def _show(plan: Plan, screen: Screen) -> None:
    """Write the table as it is."""
    for seat, chair in enumerate(plan.chairs):
        side = plan.side(seat)
        text = f"{seat + 1:4}  {plan.cards.sheets[chair.character].name}, {_played(plan, seat)}"
        screen.say(f"{text} ({side})" if side else text)
    told = [f"{plan.title(name)}: {plan.words(name, plan.value(name))}" for name in plan.variants if len(plan.values(name)) > 1]
    screen.say(f"      {'; '.join(told)}.", indent=6)
