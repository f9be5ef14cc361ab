"""Drinks: revealed with their Chasers, answered, drunk; Drink Events; the Drink Deck running out."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, effects, happenings, standing, windows
from innkeeper.engine.decision import PASS, Option
from innkeeper.engine.losing import resolved
from innkeeper.engine.program import DRINK, PART, Instr
from innkeeper.engine.state import (
    ADD_LOSS,
    ALCOHOL,
    AWAITED,
    BEFORE,
    CONTEST,
    COVER,
    DRINK_PHASE,
    DRINKING,
    DRUNK,
    EFFECT,
    FORTITUDE,
    FROM_DECK,
    FROM_PILE,
    GAINS_FORTITUDE,
    HALVED,
    IGNORES_ALL,
    INN,
    LATER,
    LOSES_FORTITUDE,
    NO_GAIN,
    NOBODY,
    PAYMENT,
    REPLACED,
    RESOLVING,
    REVEALING,
    SCORE,
    SHOWN,
    STRONGER,
    TO_FORTITUDE,
    TOKEN,
    TURN,
    VOID,
    WEAKER,
    Frame,
    State,
)

_REVEAL: Final = ("core.turn.drink",)
_REVEAL_EXTRA: Final = ("core.drink.respond",)
_REVEAL_FROM: Final = {
    FROM_DECK: ("core.drink.one-by-one",),
    CONTEST: ("core.drink.contest", "core.drink.one-by-one"),
    SHOWN: ("core.drink.house",),
}
_COPY: Final = ("core.drink.respond", "core.drink.house", "core.drink.one-by-one", "core.copy-token")
_CHASER: Final = ("core.drink.chaser",)
_NO_CHASER: Final = ("core.drink.chaser-none",)
_CHASER_EVENT: Final = ("core.drink.chaser-event",)
_EVENT: Final = ("core.drink.event",)
_DRINK: Final = ("core.drink.respond",)
_IGNORED: Final = ("core.ignore",)
_DECK_OUT: Final = ("core.drink.deck-out",)
_HOUSE: Final = ("core.drink.house",)
_CONTEST: Final = ("core.drink.contest",)
_CONTEST_OUT: Final = ("core.drink.contest-out",)
_LEADER_OUT: Final = ("house.contest.leader-out",)
_TRAIT: Final = ("core.drink.trait",)


def reveal(t: State, seat: int, source: int) -> Frame:
    """Begin a Drink of a seat's: from its own pile (FROM_PILE) or the Drink Deck; `source` is kept in the frame's `n`."""
    f = Frame(DRINKING, seat, seat)
    f.types = DRINK
    f.n = source
    f.physical = True
    return t.push(f)


def step(t: State, f: Frame) -> None:
    """Take a Drink one stage further: reveal, answers, drink, what follows, put it away."""
    if f.stage == REVEALING:
        gone = f.negated and f.n != SHOWN  # the drinker is out: nothing more is turned up
        if gone and not f.cards:
            t.stack.pop()
            return
        if not gone and not _reveal(t, f):
            return
        if f.n == SHOWN:
            t.stack.pop()
            t.stack[-1].cards = f.cards
            return
        f.stage = AWAITED
        pending(t, f)
        if t.stack[-1] is not f:
            return
    if f.stage == AWAITED:
        if not f.ignored and t.standing[f.seat] & IGNORES_ALL:
            f.ignored = 1 << f.seat
            t.note("ignored", f.seat, _IGNORED, NOBODY, f.cards[0])
        if not f.negated and windows.step_window(t, f):
            return
        f.stage = BEFORE
        f.step = 0
    if f.stage == BEFORE:
        if _carry_out(t, f, True):
            return
        f.stage = DRUNK
        f.step = 0
        if not f.negated:
            _drink(t, f)
            if t.stack[-1] is not f:
                return
    if f.stage == DRUNK:
        if _carry_out(t, f, False):
            return
        f.stage = LATER
        f.step = 0
        if f.ignored and not f.negated and t.front[f.seat]:
            happenings.stir(t, f.seat, happenings.DRINK_IGNORED)
            if t.stack[-1] is not f:
                return
    if f.stage == LATER:
        hooks = t.game.hooks.after
        while f.step < len(hooks):
            if hooks[f.step][1](t, f):
                f.step += 1
            if t.decision is not None or t.stack[-1] is not f:
                return
    _over(t, f)


def _carry_out(t: State, f: Frame, before: bool) -> bool:
    """Begin the next thing that the drinker does by a card of the Drink, before drinking or on drinking; False at the end."""
    if f.negated or f.ignored or _is_replaced(f):
        return False
    cards = t.game.cards
    while f.step < len(f.cards):
        card = cards[f.cards[f.step]]
        there = not f.laid >> f.step & 1
        f.step += 1
        use = card.before_drink if before else card.on_drink
        if use >= 0 and there:
            effects.begin(t, f.seat, card.number, use, PART, (f.seat,), RESOLVING)
            return True
    return False


def pending(t: State, f: Frame) -> None:
    """A Drink has become pending for its drinker: some effects act on it before anyone is asked."""
    for hook in t.game.hooks.pending:
        hook(t, f)


def _reveal(t: State, f: Frame) -> bool:
    """Turn up cards until the Drink is complete; False while something else has to happen first, or there is no Drink.

    `f.step` is 1 when an Event has closed the chain of Chasers.
    """
    cards = t.game.cards
    while not f.step:
        if f.cards and not cards[f.cards[-1]].chaser:
            break
        if f.n == FROM_PILE:
            pile = t.drink_pile[f.seat]
            card = pile[-1] if pile else -1
            t.drink_pile[f.seat] = pile[:-1]
        else:
            card = atoms.take_drink(t)
        if card < 0:
            if not f.cards:
                t.drop(f)
                return False
            t.note("no-chaser", f.seat, _NO_CHASER)
            break
        if not cards[card].event:
            t.note("reveal", f.seat, _CHASER if f.cards else _why_revealed(t, f), NOBODY, card)
            f.cards = (*f.cards, card)
        elif f.cards:
            t.note("event-put-by", f.seat, _CHASER_EVENT, NOBODY, card)
            atoms.put_away(t, card, f.seat)
            f.step = 1
        elif f.n == FROM_PILE:
            t.stack.pop()
            _begin_event(t, f, card)
            return False
        else:
            t.note("event-put-by", f.seat, _CONTEST if f.n == CONTEST else _HOUSE, NOBODY, card)
            atoms.put_away(t, card, f.seat)
            if f.n == CONTEST:
                _report(t, f, 0)
                t.drop(f)
                return False
            if all(cards[c].event for c in t.drink_deck + t.drink_discard):
                t.drop(f)  # there is no Drink among them to come to (house.drink.only-events)
                return False
        if t.stack[-1] is not f:
            return False
    return True


def _why_revealed(t: State, f: Frame) -> tuple[str, ...]:
    """Return the rule by which a Drink is revealed: that of the Drink Phase, or of what makes somebody drink."""
    if f.n != FROM_PILE:
        return _REVEAL_FROM[f.n]
    return _REVEAL if t.phase == DRINK_PHASE and t.stack[-2].kind == TURN else _REVEAL_EXTRA


def _begin_event(t: State, f: Frame, card: int) -> None:
    """The revealed card is an Event: it is carried out as written, and no card for Drinks affects it."""
    t.note("reveal", f.seat, _EVENT, NOBODY, card)
    for seat in f.targets:  # a Drink that was added to this one is still due
        reveal(t, seat, FROM_PILE)
    effects.begin_event(t, card)


# --- numbers ----------------------------------------------------------------------------------------------------------


def half(n: int) -> int:
    """Return half of a number, rounded up in size (core.drink.split, core.drink.split-negative)."""
    return (n + 1) // 2 if n >= 0 else -((1 - n) // 2)


def numbers(t: State, f: Frame) -> tuple[int, int]:
    """Return the Alcohol Content and Fortitude of a Drink as its present drinker would take it, all changes counted.

    What came before a split is halved; a replaced effect keeps the changes made to the Drink, whenever they were played.
    """
    alcohol = fortitude = 0
    traits = t.game.traits[f.seat] if f.seat >= 0 else frozenset()
    for number in held(f) if f.laid else f.cards:
        card = t.game.cards[number]
        a, b = card.alcohol, card.fortitude
        if card.alcohol_amount is not None:
            a += card.alcohol_amount(t, f)
        for trait, instead in card.instead_for.items():
            if trait in traits:
                a, b = instead
        alcohol += a
        fortitude += b
    if not f.mods:
        return alcohol, fortitude
    start = change = 0
    mods = f.mods
    for end in range(len(mods) + 1):
        if end < len(mods) and mods[end][0] != HALVED:
            continue
        part = mods[start:end]
        for code, _, b in part:
            if code == REPLACED:
                alcohol, fortitude = max(0, b + change), 0
        for code, a, b in part:
            before = alcohol
            if code == STRONGER:
                alcohol += b
            elif code == WEAKER and alcohol > 0:
                alcohol = max(0, alcohol - b)
            elif code == ADD_LOSS and a == f.seat and fortitude < 0:
                fortitude = min(0, fortitude - b)
            change += alcohol - before
        if end < len(mods):
            alcohol, fortitude, change = half(alcohol), half(fortitude), half(change)
        start = end + 1
    return alcohol, fortitude


def _is_replaced(f: Frame) -> bool:
    return any(code == REPLACED for code, _, _ in f.mods)


def marks(t: State, f: Frame) -> tuple[int, ...]:
    """Return what a Drink would move of its drinker's, as `effects.marks` does for cards."""
    found = [0] * len(t.out)
    if not f.ignored and not f.negated:
        alcohol, fortitude = numbers(t, f)
        if any(code == TO_FORTITUDE for code, _, _ in f.mods) and alcohol > 0:
            alcohol, fortitude = 0, fortitude + alcohol
        if alcohol:
            found[f.seat] |= ALCOHOL
        if fortitude:
            found[f.seat] |= FORTITUDE
        if fortitude < 0:
            found[f.seat] |= LOSES_FORTITUDE
        elif fortitude and (NO_GAIN, f.seat, 0) not in f.mods:
            found[f.seat] |= GAINS_FORTITUDE
    return tuple(found)


def _drink(t: State, f: Frame) -> None:
    alcohol, fortitude = numbers(t, f)
    if f.n == CONTEST and f.physical:  # not the half that a split has made somebody else's (house.contest.split)
        _report(t, f, alcohol)
    f.lost = ()
    if f.ignored:
        return
    seat = f.seat
    card = f.cards[0]
    rules: tuple[str, ...] = _DRINK if f.n != SHOWN else _COPY
    if any(t.game.cards[c].instead_for.keys() & t.game.traits[seat] for c in f.cards):
        rules = rules + _TRAIT
    if any(code == TO_FORTITUDE for code, _, _ in f.mods) and alcohol > 0:
        fortitude += alcohol
        alcohol = 0
        rules = (*rules, "core.card.alcohol-to-fortitude")
    for number in f.cards:
        rules += t.game.cards[number].rules
    t.note("drink", seat, rules, f.actor, card, alcohol, f.cards)
    f.data = (atoms.change_alcohol(t, seat, alcohol, rules, card),)
    if fortitude > 0:
        for hook in t.game.hooks.gaining:
            hook(t, f, seat)
        if (NO_GAIN, seat, 0) not in f.mods:
            atoms.gain_fortitude(t, seat, fortitude, rules, card)
    elif fortitude < 0:
        lost = atoms.lose_fortitude(t, seat, -fortitude, rules, card)
        if lost:
            f.lost = ((seat, lost),)


def held(f: Frame) -> tuple[int, ...]:
    """Return the cards that a frame still holds: not those laid in front of somebody."""
    if not f.laid:
        return f.cards
    return tuple([card for i, card in enumerate(f.cards) if not f.laid >> i & 1])


def lay_in_front(t: State, seat: int, card: int, rules: tuple[str, ...]) -> None:
    """Lay a card of the Drink that a seat is drinking in front of it (core.copy-token).

    Of several drinkers the first gets the card itself, where it is still there, and the others a token for it.
    """
    drink = next((f for f in reversed(t.stack) if f.kind == DRINKING and card in f.cards), None)
    if drink is None:
        return
    holder: Frame | None = drink if drink.physical else None
    if drink.n == SHOWN:
        holder = next((f for f in reversed(t.stack) if f.kind == EFFECT and card in f.cards), None)
    i = drink.cards.index(card)
    if holder is not None and not holder.laid >> i & 1:
        holder.laid |= 1 << i
        atoms.put_in_front(t, seat, card, seat, 0, rules)
    else:
        atoms.put_in_front(t, seat, card, seat, TOKEN, (*rules, "core.copy-token"))
    drink.laid |= 1 << i


def _over(t: State, f: Frame) -> None:
    t.stack.pop()
    if f.physical:
        for card in held(f):
            atoms.put_away(t, card, f.seat)
    for seat in reversed(f.targets):
        if not t.out[seat]:
            reveal(t, seat, FROM_PILE)
    resolved(t)


def _drink_of(t: State, f: Frame) -> Frame | None:
    """Return the Drink that an effect carried out on drinking is a part of."""
    below = t.stack[-2]
    return below if below.kind == DRINKING and f.card in below.cards else None


def run_keep(t: State, f: Frame, instr: Instr) -> bool:
    """Lay a card of the Drink in front of its drinker; with `instead` they may, and then it is no part of the Drink.

    Instead of drinking it nobody keeps what several players drink.
    """
    rules = (str(t.game.cards[f.card].in_front.get("kept", _DRINK[0])),)
    drink = _drink_of(t, f)
    if drink is None:
        return True
    if instr.args.get("instead"):
        answer = t.take_answer()
        if answer is None:
            if drink.n == SHOWN or any(code == HALVED for code, _, _ in drink.mods):
                return True
            t.ask(f.actor, "choose", [Option("word", 0, 0, False, "yes"), PASS], rules, f.card, 1)
            return False
        if answer.kind == "pass":
            return True
    lay_in_front(t, f.actor, f.card, rules)
    standing.refresh(t, f.actor)
    return True


def run_move_own(t: State, f: Frame, instr: Instr) -> bool:
    """Move the top card of one's own pile, unseen, onto another player's; several drinkers when all of them have drunk.

    Until then the effect waits in the stack below what they still have to drink, and below those who are to move theirs first.
    """
    seat = f.actor
    answer = t.take_answer()
    if answer is None and f.step == 0:
        f.step = 1
        place = _below_all_copies(t, f)
        if place < len(t.stack) - 1:
            t.stack.insert(place, t.stack.pop())
            return False
    if t.out[seat] or not t.drink_pile[seat]:
        return True
    others = [s for s in t.clockwise(seat) if s != seat]
    if answer is None and len(others) > 1:
        t.ask(seat, "pick", [Option("seat", s) for s in others], _DRINK, f.card)
        return False
    to = others[0] if answer is None else answer.value
    pile = t.drink_pile[seat]
    t.drink_pile[seat] = pile[:-1]
    t.drink_pile[to] = (*t.drink_pile[to], pile[-1])
    t.note("drink-moved", seat, _DRINK, to, f.card)
    return True


def _below_all_copies(t: State, f: Frame) -> int:
    """Return the place in the stack below all that several players still drink of this Drink, and below what waits there."""
    drink = t.stack[-2]
    place = len(t.stack) - 1
    for i in range(len(t.stack) - 2, 0, -1):
        below = t.stack[i]
        if below is not drink and below.kind == DRINKING and below.cards == drink.cards:
            place = i  # the other half of it
        elif below.kind == EFFECT and below.cards == drink.cards and drink.n == SHOWN:
            place = i  # what hands the copies round
        elif below.kind == EFFECT and (below.card, below.use, below.step) == (f.card, f.use, 1) and i >= place - 2:
            place = i  # one that waits already, and whose turn comes first
    return place


# --- running out ------------------------------------------------------------------------------------------------------


def step_reshuffle(t: State, f: Frame) -> None:
    """Everybody pays 1 Gold to the Inn, one after the other, then the discard pile becomes the deck (core.drink.deck-out)."""
    if f.stage == 0:
        f.data = tuple(t.clockwise(t.active))
        f.stage = 1
        t.note("deck-out", NOBODY, _DECK_OUT)
    while f.data:
        seat = f.data[0]
        f.data = f.data[1:]
        if not t.out[seat] and not t.standing[seat] & IGNORES_ALL:
            payment = t.push(Frame(PAYMENT, seat, INN))
            payment.n = 1
            payment.step = 1
            return
    t.stack.pop()
    if not t.drink_deck:  # a Drink that was needed while they paid has had it shuffled already (house.drink.deck-empty)
        t.drink_deck = t.shuffle(t.drink_discard)
        t.drink_discard = ()
        t.note("drink-reshuffle", NOBODY, _DECK_OUT, NOBODY, -1, len(t.drink_deck))
    resolved(t)


# --- Events that make several players drink ------------------------------------------------------------------------------


def run_house(t: State, f: Frame, instr: Instr) -> bool:
    """Round on the House: one Drink is revealed, and everybody drinks a copy, one after the other (core.drink.house)."""
    if f.step == 0:
        f.step = 1
        f.data = tuple(s for s in t.clockwise(t.active) if not effects.spared(t, f, s))
        reveal(t, t.active, SHOWN)
        return False
    while f.data:
        seat = f.data[0]
        f.data = f.data[1:]
        if f.cards and not t.out[seat]:
            copy = reveal(t, seat, SHOWN)
            copy.cards = f.cards
            copy.physical = False
            copy.stage = AWAITED
            pending(t, copy)
            return False
    for card in held(f):
        atoms.put_away(t, card, t.active)
    f.cards = ()
    f.laid = 0
    return True


def run_toast(t: State, f: Frame, instr: Instr) -> bool:
    """Everybody reveals a Drink from the Drink Deck and drinks it, one after the other (core.drink.one-by-one).

    but-you: only the players of the other parties, clockwise from the player of the card.  stronger: how much Alcohol Content
    each of these Drinks has more, as it stands when this begins.
    """
    if f.step == 0:
        f.step = 1
        first = f.actor if instr.args.get("but-you") else t.active
        own = t.game.members[t.game.party[f.actor]] if instr.args.get("but-you") else ()
        f.data = tuple(s for s in t.clockwise(first) if s not in own and not effects.spared(t, f, s))
        f.n = effects.number(t, f, instr) if "stronger" in instr.args else 0
    while f.data:
        seat = f.data[0]
        f.data = f.data[1:]
        if not t.out[seat]:
            drink = reveal(t, seat, FROM_DECK)
            if f.n:
                drink.mods = ((STRONGER, NOBODY, f.n),)
            return False
    return True


# --- the contest ------------------------------------------------------------------------------------------------------
# step 1: Drinks are revealed and drunk (data: those who have still to), step 2: the winner is paid (data: those who
# have still to pay). targets: who takes part. mods: a SCORE for each Drink revealed. choice: how many times it was tied.


def run_contest(t: State, f: Frame, instr: Instr) -> bool:
    """Drinking Contest: the highest Alcohol Content wins 1 Gold from each other player; those tied drink again."""
    if f.step == 0:
        f.step = 1
        f.choice = 0
        f.targets = f.data = tuple(s for s in t.clockwise(t.active) if not effects.spared(t, f, s))
    if f.step == 1:
        while f.data:
            seat = f.data[0]
            if f.choice and len([s for s in f.data + _scorers(f) if not t.out[s]]) == 1:
                break  # all others who were tied are out
            f.data = f.data[1:]
            if not t.out[seat]:
                reveal(t, seat, CONTEST)
                return False
        winner = _judge(t, f)
        if winner == NOBODY:
            return not f.data
        own = t.game.members[t.game.party[winner]]
        f.step = 2
        f.data = tuple(s for s in t.clockwise(winner) if s not in own and s in f.targets)
        f.choice = winner
    while f.data:
        payer = f.data[0]
        f.data = f.data[1:]
        if not t.out[payer] and not t.out[f.choice]:
            payment = t.push(Frame(PAYMENT, payer, f.choice))
            payment.n = 1
            payment.card = f.card
            return False
    return True


def _scorers(f: Frame) -> tuple[int, ...]:
    return tuple(a for code, a, _ in f.mods if code == SCORE)


def is_contest(t: State, f: Frame) -> bool:
    """Whether an effect is in the middle of a Drinking Contest."""
    program = effects.use_of(t, f).program
    return f.step > 0 and f.pc < len(program) and program[f.pc].run is run_contest


def _report(t: State, f: Frame, alcohol: int) -> None:
    """Tell the contest what the Drink that a player revealed for it came to, even if they avoided it."""
    for below in reversed(t.stack):
        if below.kind == EFFECT and is_contest(t, below):
            if f.actor not in _scorers(below):
                below.mods = (*below.mods, (SCORE, f.actor, alcohol))
            return


def _judge(t: State, f: Frame) -> int:
    """Return who has won a round of the contest, or NOBODY; with `data` filled for another round where it is tied."""
    scores = {a: b for code, a, b in f.mods if code == SCORE}
    rivals = [seat for seat in scores if not t.out[seat]] + [seat for seat in f.data if not t.out[seat]]
    f.data = ()
    f.mods = ()
    if f.choice and len(rivals) == 1:
        t.note("contest-won", rivals[0], _CONTEST_OUT, NOBODY, f.card, scores.get(rivals[0], 0))
        return rivals[0]
    best = max(scores.values(), default=0)
    alive = [seat for seat, n in scores.items() if n == best and not t.out[seat]]
    if not alive:
        rules = _CONTEST_OUT if sum(n == best for n in scores.values()) > 1 else _LEADER_OUT
        t.note("contest-off", NOBODY, rules, NOBODY, f.card)
        return NOBODY
    if len(alive) == 1:
        rules = _CONTEST if sum(n == best for n in scores.values()) == 1 else _CONTEST_OUT
        t.note("contest-won", alive[0], rules, NOBODY, f.card, best)
        return alive[0]
    t.note("contest-tied", NOBODY, _CONTEST, NOBODY, f.card, best, tuple(alive))
    f.choice += 1
    f.data = tuple(alive)
    return NOBODY


# --- payments that have just become known --------------------------------------------------------------------------------


def step_payment(t: State, f: Frame) -> None:
    """A payment that is answered on its own: paid to a seat or to the Inn, covered, or counted as made."""
    from_stash = t.gold[t.game.party[f.seat]] > 0
    if not f.negated and from_stash and windows.step_window(t, f):
        return
    t.take_answer()
    t.stack.pop()
    if f.negated:
        return
    settle(t, f, f.seat, f.actor, f.n, _DECK_OUT if f.step else _CONTEST)


def settle(t: State, f: Frame, payer: int, receiver: int, n: int, rules: tuple[str, ...]) -> int:
    """Make a payment as answers to the frame have left it; return what the receiver got."""
    for code, a, _ in reversed(f.mods):
        if a == payer and code == COVER:
            return atoms.pay(t, INN, receiver, n, (*rules, "core.card.inn-pays"), f.card)
        if a == payer and code == VOID:
            t.note("gold", payer, (*rules, "core.card.illusory-coin"), receiver, f.card, 0)
            return 0
    return atoms.pay(t, payer, receiver, n, rules, f.card)
