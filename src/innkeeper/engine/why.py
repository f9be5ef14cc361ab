"""Why something cannot be done now, in a sentence that teaches the rule."""

from __future__ import annotations

from innkeeper.engine import gambling, windows
from innkeeper.engine.decision import Decision, Option
from innkeeper.engine.program import ACTION, ANYTIME, CHEATING, GAMBLING, SOMETIMES, Use
from innkeeper.engine.state import (
    ACTION_PHASE,
    ANTE,
    DISCARD_DRAW,
    DRINKING,
    EFFECT,
    HIT,
    LAID_DOWN,
    OPEN,
    PAYMENT,
    PETRIFIED,
    PLAYS_NOTHING,
    ROUND,
    WIN,
    State,
)


def why_not(t: State, seat: int, card: int) -> str:
    """Return why a seat cannot play a card now; "" when it can."""
    if not 0 <= card < len(t.game.cards):
        return f"No card of this game has the number {card}."
    title = t.game.cards[card].title
    decision = t.decision
    if decision is None:
        return "The game is over."
    if decision.seat == seat and any(o.kind == "play" and o.value == card for o in decision.options):
        return ""
    if t.out[seat]:
        return "This player is out of the game."
    if card not in t.hand[seat]:
        reasons = [_from_front(t, seat, *item) for item in t.front[seat] if item[0] == card]
        if not reasons:
            return f'"{title}" is not in this hand.'
        if all(reasons):
            return reasons[0]
    if t.standing[seat] & PLAYS_NOTHING:
        return "What lies in front of this player keeps them from playing any card for now."
    if t.phase == DISCARD_DRAW and decision.kind == "discard":
        return "No card may be played in Discard and Draw until the drawing is done."
    if decision.kind in ("pick", "choose", "cards", "order-card"):
        return "A card is being carried out; it is finished first."
    reasons = [_use(t, seat, use) for use in t.game.cards[card].uses if use.playable]
    reasons = list(dict.fromkeys(reason for reason in reasons if reason))
    if not reasons:
        return "It is another player's moment to answer." if decision.seat != seat else "Nobody can be picked for it now."
    return " ".join(reasons)


def _from_front(t: State, seat: int, card: int, owner: int, tag: int) -> str:
    """Return why the place where it lies keeps a card in front of a seat from being played; "" where it does not."""
    if tag == PETRIFIED:
        return "It lies face up in front of this player, and no card may be played from there."
    if tag >= LAID_DOWN:
        own = t.active == seat and t.phase == ACTION_PHASE
        if own and not windows.may_play_laid_down(t, seat, tag):
            return "It was laid down in this very Action Phase, and is for a later one."
        return ""
    if windows.may_play_from_front(t, seat, card, owner, tag):
        return ""
    return "It is not played by the player in front of whom it lies."


def _use(t: State, seat: int, use: Use) -> str:
    kind = use.type
    top = t.stack[-1]
    if kind == ACTION:
        if t.active != seat:
            return "An Action Card is played in your own Action Phase, and it is another player's turn."
        if t.phase != ACTION_PHASE:
            return "An Action Card is played in your Action Phase, and this is another Phase."
        if any(f.kind == ROUND for f in t.stack):
            return "A Round of Gambling is under way; it is this turn's Action."
        if t.actions <= 0 and not (use.chain and use.chain == t.chain):
            return "You have played your Action of this turn."
        if top.kind == EFFECT:
            return "An Action Card is no answer to another card."
        if t.decision is not None and t.decision.seat == seat and t.decision.kind != "action":
            return "An Action Card waits until there is nothing to answer."
    elif kind in (GAMBLING, CHEATING):
        if t.control < 0:
            return "It is for a Round of Gambling, and none is under way."
        if not gambling.in_round(t, seat):
            if gambling.takes_part(t, seat):
                return "All Gambling and Cheating Cards of your team come from its champion's hand, and that is not you."
            return "You are not in this Round of Gambling."
        if t.decision is not None and (t.decision.kind != "gamble" or t.decision.seat != seat):
            return "Gambling and Cheating Cards are played in your own turn of the Round."
        if kind == GAMBLING and t.only_cheating:
            return "After the last card played in the Round only a Cheating Card may take control."
    elif kind == SOMETIMES and not use.fits(t, seat, use, top):
        return _moment(t, use)
    elif kind == ANYTIME and t.decision is not None and t.decision.seat != seat:
        return "An Anytime Card finds its moment when the player who is asked now has answered."
    return ""


def _moment(t: State, use: Use) -> str:
    name = next(iter(use.when), "")
    top = t.stack[-1]
    pending = top.kind == EFFECT and top.stage == OPEN
    sentences = {
        "card": "It answers a card that is pending"
        + (", and the one that is pending now is not of its kind." if pending else ", and none is."),
        "loss": "It is for a loss of Fortitude that is about to come"
        + ("; what is pending now brings none that it answers." if pending else ", and none is."),
        "drink": "It is for a revealed Drink that is about to be drunk"
        + ("; this one is not for it." if top.kind == DRINKING else ", and none is."),
        "ante": "It is for the moment when you must ante" + ("." if top.kind == ANTE else ", and you need not now."),
        "gold-loss": "It is for Gold that you are about to lose"
        + ("." if top.kind == PAYMENT else ", and you are about to lose none."),
        "round": "It is for a Round of Gambling" + (" at another moment." if t.control >= 0 else ", and none is under way."),
        "won": "It follows another player's winning of a Round"
        + ("." if top.kind == WIN else ", and nobody has just won one."),
        "phase": "It is for another Phase, or another player's.",
        "own-turn": "It is for your own turn.",
        "reshuffle": "It is for the moment when the Drink Deck has run out.",
        "spent": "It is for the moment when this player's card has acted in front of another, and is about to be put away.",
        "hit": "It follows a loss of Fortitude to another player's card at once"
        + (
            ", if you did not reduce that loss."
            if top.kind == EFFECT and top.stage == HIT
            else ", and you have not just lost any."
        ),
    }
    return sentences.get(name, "It is a Sometimes Card, and this is not its moment.")


def not_an_option(t: State, decision: Decision, option: Option) -> str:
    """Return why a choice that is not among the options is illegal."""
    if option.kind == "play":
        return why_not(t, decision.seat, option.value) or "That use of the card is not open now."
    if option.kind == "pass":
        return "This choice cannot be declined."
    if option.kind in ("seat", "order"):
        return "That player cannot be picked for this."
    kinds = sorted({o.kind for o in decision.options})
    if option.kind in ("discard", "card") and option.kind in kinds:
        return "That card is none of those that can be taken for this."
    return f"{option.kind} {option.value} is no answer to this question; it takes: {', '.join(kinds)}"
