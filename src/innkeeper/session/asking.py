"""What a person is asked, in words: the question, what a phase is about, how a seat stands that may be picked."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.decision import Decision
from innkeeper.engine.state import DRINKING, EFFECT, OPEN, ROUND, SETTLE, Frame, State
from innkeeper.session.forecast import forecast, who, whose
from innkeeper.view.story import listed, quoted

HINTS: Final = {
    "discard": "Your turn begins. Throw away any cards that you do not want; then you draw up to your hand size.",
    "action": "The Action Phase: play one Action Card, or none. Other cards of yours that fit the moment may be played too.",
    "order": "You order a Drink for another player: unseen, on top of the pile that they will have to drink from.",
    "answer": "You hold a card that could be played now. To let things be is fine too; skip lets be all that does not touch "
    "you, until your next turn.",
    "gamble": "A Round of Gambling: whoever is in control when all others have passed wins the pot. Passing does not leave it.",
}


def question(t: State, decision: Decision) -> str:
    """Return the question that is open, in words."""
    top = t.stack[-1]
    if top.kind == SETTLE and decision.kind != "answer":
        asked = t.game.characters[top.seat].question(t, top)
        if asked:
            return asked
    title = quoted(t.game, decision.card) if decision.card >= 0 else ""
    if decision.kind == "action":
        more = "" if t.actions > 0 else " (your Action is played)"
        return f"Your Action Phase{more}. What do you play?"
    if decision.kind == "order":
        return "For whom do you order a Drink?"
    if decision.kind == "order-card":
        return f"{title}: for whom do you order a Drink?"
    if decision.kind == "gamble":
        control = who(t, t.control, decision.seat)
        verb = "are" if control == "you" else "is"
        return f"The pot is {t.pot} Gold, and {control} {verb} in control. Your turn in the Round."
    if decision.kind == "answer":
        return "Do you answer?" if forecast(t, decision.seat) else _quiet(t)
    if decision.kind == "pick":
        return f"{title}: whom do you pick?" if title else "Whom do you pick?"
    if decision.kind == "cards":
        return f"{title}: which card do you discard?" if title else "Which card do you discard?"
    return f"{title}: what do you choose?" if title else "What do you choose?"


def _quiet(t: State) -> str:
    if any(f.kind == ROUND for f in t.stack):
        return "A quiet moment in the Round of Gambling. Do you play something?"
    return "A quiet moment. Do you play something?"


def standing(t: State, seat: int, eye: int) -> str:
    """Return how a seat stands, in brackets: its gap, its markers, its Gold, its Drinks."""
    p = t.game.party[seat]
    gap = t.fortitude[p] - t.alcohol[p]
    you = "you; " if seat == eye else ""
    drinks = len(t.drink_pile[seat])
    pile = f"{drinks} Drink{'' if drinks == 1 else 's'} waiting"
    return f"({you}gap {gap}: {t.fortitude[p]} Fortitude, {t.alcohol[p]} Alcohol; {t.gold[p]} Gold; {pile})"


def pending_words(t: State, f: Frame, eye: int) -> str:
    """Return how a line calls something that waits below what is on top; "" for what is not worth saying."""
    game = t.game
    if f.kind == EFFECT and f.stage == OPEN and f.card >= 0:
        return f"{whose(t, f.actor, eye)} {quoted(game, f.card)}" if f.actor >= 0 else quoted(game, f.card)
    if f.kind == DRINKING and f.cards:
        return f"{whose(t, f.seat, eye)} Drink, {listed([quoted(game, card) for card in f.cards])}"
    return ""
