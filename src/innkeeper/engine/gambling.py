"""Rounds of Gambling: antes, turns, control, leaving, winning, and how a Round ends (core.gamble.*)."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, effects, happenings, moments, windows
from innkeeper.engine.decision import PASS, Option
from innkeeper.engine.game import carried_out
from innkeeper.engine.losing import in_danger, leave_round
from innkeeper.engine.program import GAMBLING, Instr
from innkeeper.engine.state import (
    ADD_ANTE,
    ANTE,
    CHECK,
    COVER,
    EFFECT,
    IGNORES_ALL,
    INN,
    LEAVE,
    NOBODY,
    PLAYS_NOTHING,
    ROUND,
    VOID,
    WIN,
    Frame,
    State,
)

_START: Final = ("core.gamble.start",)
_TURN: Final = ("core.gamble.turn",)
_WIN: Final = ("core.gamble.win",)
_LAST_IN: Final = ("core.gamble.last-in",)
_LEAVE: Final = ("core.gamble.leave",)
_RAISE: Final = ("core.gamble.raise",)
_ANTE: Final = ("core.gamble.ante-order", "core.gamble.respond")
_FIRST_ANTE: Final = (*_START, *_ANTE)
_LATER_ANTE: Final = (*_RAISE, *_ANTE)
_BROKE: Final = ("core.gamble.broke",)
_CANNOT: Final = ("core.gamble.cannot-ante", "core.gamble.broke")
_TO_INN: Final = ("core.gamble.to-inn",)
_CONTROL: Final = ("core.gamble.turn",)
_STARTER_LEFT: Final = ("core.gamble.starter-left",)
_CAUGHT: Final = ("core.card.catch-cheat",)
_STOLEN: Final = ("core.card.steal-pot",)
_SHARED: Final = ("house.pot.shared",)
_AGAIN: Final = ("core.card.restart-round",)
_PALM: Final = ("core.card.palm-coin",)
_CHAMPION: Final = ("team.gamble-other-champion",)
_NAMED: Final = ("team.gamble",)
_PHASE: Final = ("core.gamble.phase",)


def champions(t: State) -> list[int]:
    """Return the seats that are still in the Round, clockwise from the one in control."""
    inside = [s for s in t.champion if s >= 0]
    n = len(t.out)
    first = max(t.control, 0)
    inside.sort(key=lambda s: (s - first) % n)
    return inside


def in_round(t: State, seat: int) -> bool:
    """Whether the seat plays for its party in the Round under way."""
    return t.champion[t.game.party[seat]] == seat


def takes_part(t: State, seat: int) -> bool:
    """Whether the seat's party is in the Round under way; its Gambling and Cheating Cards may be another's (team.gamble)."""
    return t.champion[t.game.party[seat]] != NOBODY


def _under_way(t: State) -> Frame:
    """Return the frame of the Round under way; it is on the stack from its start until it is over."""
    return next(f for f in t.stack if f.kind == ROUND)


# --- the Round itself -------------------------------------------------------------------------------------------------


def step_round(t: State, f: Frame) -> None:
    """Go on with the Round: is it over, a quiet moment, the next player's turn."""
    if t.round_over:
        _close(t, f)
        return
    answer = t.take_answer()
    if answer is not None:
        if answer.kind == "pass":
            t.passes += 1
            t.note("gamble-pass", f.seat, _TURN)
            f.seat = NOBODY
        else:
            f.step = 0
            windows.play(t, f.seat, answer)
            return
    inside = champions(t)
    if t.forced_winner != NOBODY:
        winner = t.forced_winner
        t.forced_winner = NOBODY
        if takes_part(t, winner):
            _won(t, t.champion[t.game.party[winner]], _CAUGHT)
            return
    if len(inside) == 1:
        _won(t, inside[0], _LAST_IN)
        return
    if not inside:
        end(t, _LEAVE)
        _close(t, f)
        return
    if t.control not in inside:
        _pass_control_on(t)
        f.seat = NOBODY
        inside = champions(t)
    if f.seat == NOBODY or f.seat not in inside:
        position = t.passes + 1
        if position >= len(inside):
            _won(t, t.control, _WIN)
            return
        f.seat = inside[position]
    if t.stirred:
        windows.quiet(t, f.seat)
        if t.stack[-1] is not f:
            return
    seat = f.seat
    options: list[Option] = []
    if not t.standing[seat] & PLAYS_NOTHING:
        options = windows.plays(t, seat, None, moments.standing(t) | moments.GAMBLE_AT)
    options.append(PASS)
    t.ask(seat, "gamble", options, _TURN, -1, len(options) - 1)


def _pass_control_on(t: State) -> None:
    n = len(t.out)
    for seat in range(t.control + 1, t.control + 1 + n):
        if in_round(t, seat % n):
            t.control = seat % n
            t.passes = 0
            t.note("control", t.control, _STARTER_LEFT)
            return


def _won(t: State, seat: int, rules: tuple[str, ...]) -> None:
    """Somebody has won the Round: the taking of the pot is pending."""
    t.note("round-won", seat, rules, NOBODY, -1, t.pot)
    win = t.push(Frame(WIN, seat, seat))
    win.targets = (seat,)


def step_win(t: State, f: Frame) -> None:
    """The winning of a pot, open to answers; then the pot is taken (core.gamble.respond)."""
    if not f.negated and windows.step_window(t, f):
        return
    t.take_answer()
    t.stack.pop()
    if f.negated:
        return
    taker = f.targets[0]
    sharers: list[int] = []
    for seat, card in zip(f.data, f.cards, strict=True):
        if not t.out[seat] and seat != taker:
            atoms.take_pot(t, seat, t.pot // 2, _SHARED, card)
            sharers.append(seat)
    atoms.take_pot(t, taker, t.pot, _WIN if taker == f.seat else _STOLEN)
    _goes_to(t, taker, tuple(sharers))
    t.forced_winner = f.seat


def end(t: State, rules: tuple[str, ...]) -> None:
    """End the Round without a winner: the pot goes to the Inn."""
    atoms.take_pot(t, INN, t.pot, rules)
    _goes_to(t, INN, ())
    t.forced_winner = NOBODY


def _goes_to(t: State, taker: int, sharers: tuple[int, ...]) -> None:
    """The Round is over: its frame keeps who has the pot (`actor`), and who has had a share of it (`data`), until it closes."""
    t.round_over = True
    under_way = _under_way(t)
    under_way.actor = taker
    under_way.data = sharers


def _close(t: State, f: Frame) -> None:
    if not carried_out(t, f, t.game.hooks.pot_taken):
        return
    winner = t.forced_winner
    t.drop(f)
    place = len(t.stack)
    _over(t, winner)
    first = t.stack[place:]  # what is settled before anybody may play anything
    del t.stack[place:]
    t.stirred = True
    if in_danger(t):
        t.push(Frame(CHECK))
    if winner >= 0 and f.actor == winner:
        for seat in reversed(_of_party(t, winner)):
            if t.front[seat]:
                happenings.stir(t, seat, happenings.ROUND_WON)
    t.stack += first


def _over(t: State, winner: int) -> None:
    t.note("round-over", winner, _PHASE)
    for hook in t.game.hooks.round_over:
        hook(t, winner)
    clear(t)


def cut_short(t: State, rules: tuple[str, ...]) -> None:
    """The Round is over, whatever was going on in it: a pot that nobody has taken yet goes to the Inn."""
    atoms.take_pot(t, INN, t.pot, rules)
    for hook in t.game.hooks.pot_taken:
        hook(t, Frame(ROUND, NOBODY, INN))
    _over(t, t.forced_winner if t.round_over else NOBODY)


def clear(t: State) -> None:
    """Forget the Round that is over."""
    t.control = NOBODY
    t.passes = 0
    t.only_cheating = False
    t.took_part = 0
    t.forced_winner = NOBODY
    t.round_over = False
    t.anteing = False
    for p in range(len(t.champion)):
        t.champion[p] = NOBODY


# --- antes and departures -----------------------------------------------------------------------------------------------


def step_ante(t: State, f: Frame) -> None:
    """One party's ante, open to answers; then it is put into the pot (core.gamble.cannot-ante)."""
    p = t.game.party[f.seat]
    answer = t.take_answer()
    if answer is not None and answer.kind == "seat":
        if t.control == f.seat:
            t.control = answer.value
        t.champion[p] = f.seat = answer.value
        f.step = 0
        t.note("champion", f.seat, _CHAMPION)
    elif answer is not None:
        windows.take(t, f, answer)
        if t.stack[-1] is not f:
            return
    if f.step:
        t.ask(f.seat, "pick", [Option("seat", s) for s in _fit_for_a_round(t, p)], _CHAMPION)
        return
    if not f.negated and windows.open_window(t, f):
        return
    t.stack.pop()
    if f.negated:
        return
    for seat in _fit_for_a_round(t, p):
        t.took_part |= 1 << seat
    rules = _asked_by(t)
    for code, a, _ in reversed(f.mods):
        if a == f.seat and code == COVER:
            atoms.pay_pot(t, INN, f.n, rules)
            rules = (*rules, "core.card.inn-pays") if t.inn >= 0 else (*rules, "core.card.inn-pays", "core.setup.inn-gold")
            t.note("ante", f.seat, rules, INN, -1, f.n)
            return
        if a == f.seat and code == VOID:
            t.note("ante", f.seat, (*rules, "core.card.illusory-coin"), NOBODY, -1, 0)
            return
    paid = atoms.pay_pot(t, f.seat, f.n, rules)
    if not paid:
        rules = rules + _CANNOT
    elif not t.gold[p]:
        rules = rules + _BROKE
    t.note("ante", f.seat, rules, NOBODY, -1, paid)


def _asked_by(t: State) -> tuple[str, ...]:
    """Return the rules of an ante: what asked for it is on top of the stack now."""
    asking = t.stack[-1]
    if asking.kind != EFFECT:
        return _ANTE
    use = t.game.cards[asking.card].uses[asking.use]
    if asking.pc < len(use.program) and use.program[asking.pc].run is run_start:
        return _FIRST_ANTE
    return _LATER_ANTE if use.type == GAMBLING else _ANTE


def step_leave(t: State, f: Frame) -> None:
    """A forced departure, open to answers; then the player leaves the Round."""
    if not f.negated and in_round(t, f.seat) and windows.step_window(t, f):
        return
    t.take_answer()
    t.stack.pop()
    if not f.negated:
        leave(t, f.seat)


def leave(t: State, seat: int) -> None:
    """A player leaves the Round: no more Gambling and Cheating Cards, no more antes (core.gamble.leave)."""
    if in_round(t, seat):
        leave_round(t, t.game.party[seat])
        t.note("leave", seat, _LEAVE)
        for one in _of_party(t, seat):
            for hook in t.game.hooks.left_round:
                hook(t, one)
            t.took_part &= ~(1 << one)


# --- verbs ------------------------------------------------------------------------------------------------------------


def run_start(t: State, f: Frame, instr: Instr) -> bool:
    """Start a Round: everybody antes, the starter is in control. With one under way already nothing starts."""
    if f.step == 0:
        if t.control >= 0:
            return True
        f.step = 1
        starter = f.actor if f.actor >= 0 else _next_after(t, t.active)
        clear(t)
        for p in range(len(t.game.members)):
            inside = [s for s in _fit_for_a_round(t, p) if not f.ignored >> s & 1]
            if inside:
                t.champion[p] = starter if starter in inside else inside[0]
        first = t.champion[t.game.party[starter]]
        if first == NOBODY:
            first = next((s for s in t.clockwise(starter) if in_round(t, s)), starter)
        t.control = first
        t.note("round", t.control, _START, NOBODY, f.card)
        under_way = Frame(ROUND)
        if instr.args.get("not-forced-out") and f.actor >= 0:
            under_way.card = f.card
            under_way.use = f.use
            under_way.locked = 1 << f.actor
        t.stack.insert(t.position(f), under_way)
        t.anteing = True
        for starting in t.game.hooks.starting_round:
            starting(t, f)
        if t.stack[-1] is not f:
            return False
    if f.step == 1:
        f.step = 2
        f.data = tuple(_clockwise_in(t, t.control))
    if not _begun(t, f) or not _antes(t, f, effect_number(t, f, instr), True):
        return False
    for hook in t.game.hooks.started_round:
        hook(t, t.control)
    for seat in reversed(t.clockwise(t.active)):
        happenings.stir(t, seat, happenings.ROUND_STARTED)
    return True


def _begun(t: State, f: Frame) -> bool:
    """Let happen what comes before a Round's first antes; False while something of it is going on (`at` counts it)."""
    beginning = t.game.hooks.before_antes
    if beginning:
        under_way = _under_way(t)
        while under_way.at < len(beginning):
            if not beginning[under_way.at](t, f):
                return False
            under_way.at += 1
    return True


def _fit_for_a_round(t: State, p: int) -> list[int]:
    """Return the members of a party who can be in a Round: those still in the game, but who Ignores everything is not in it."""
    return [s for s in t.game.members[p] if not t.out[s] and not t.standing[s] & IGNORES_ALL]


def _of_party(t: State, seat: int) -> list[int]:
    """Return the seats of a seat's party that are still in the game."""
    return [s for s in t.game.members[t.game.party[seat]] if not t.out[s]]


def _next_after(t: State, seat: int) -> int:
    return t.clockwise(seat)[1] if len(t.clockwise(seat)) > 1 else seat


def run_ante(t: State, f: Frame, instr: Instr) -> bool:
    """Everybody still in the Round antes once more, clockwise from the player of the card (core.gamble.ante-order)."""
    if f.step == 0:
        if t.control < 0 or t.round_over:
            return True
        f.step = 1
        inside = _clockwise_in(t, f.actor)
        own = t.game.members[t.game.party[f.actor]]
        f.data = tuple(s for s in inside if s not in own) if instr.args.get("but-you") else tuple(inside)
        t.anteing = True
    return _antes(t, f, effect_number(t, f, instr), False)


def _antes(t: State, f: Frame, n: int, first: bool) -> bool:
    while f.data:
        seat = f.data[0]
        f.data = f.data[1:]
        if in_round(t, seat) and not t.out[seat]:
            ante = t.push(Frame(ANTE, seat, f.actor))
            p = t.game.party[seat]
            ante.n = n + sum(b for code, a, b in f.mods if code == ADD_ANTE and t.game.party[a] == p)
            # A team of which somebody has started the Round has its champion; where an Event has, no team has one.
            named = f.actor >= 0 and t.game.party[f.actor] == p
            ante.step = int(first and not named and len(_fit_for_a_round(t, p)) > 1)
            return False
    t.anteing = False
    return True


def _clockwise_in(t: State, first: int) -> list[int]:
    n = len(t.out)
    first = max(first, 0)
    return sorted((s for s in t.champion if s >= 0), key=lambda s: (s - first) % n)


def effect_number(t: State, f: Frame, instr: Instr) -> int:
    """Return how many coins an ante of this instruction is; at least 1 (numbers of a Round are not lowered)."""
    return max(1, instr.n)


def run_control(t: State, f: Frame, instr: Instr) -> bool:
    """Take control of the Round; `jump` is 1 for a card after which only a Cheating Card may take it."""
    if t.control < 0 or t.round_over or not in_round(t, f.actor):
        return True
    t.control = f.actor
    t.passes = 0
    t.only_cheating = instr.n == 1
    _under_way(t).seat = NOBODY
    t.note("control", f.actor, _CONTROL if not t.only_cheating else ("core.gamble.winning-hand",), NOBODY, f.card)
    return True


def run_leave(t: State, f: Frame, instr: Instr) -> bool:
    """Make a player leave the Round: a forced departure, pending on its own."""
    if f.step == 0:
        f.step = 1
        assert instr.who is not None
        for seat in instr.who(t, f):
            if 0 <= seat < len(t.out) and in_round(t, seat) and not t.round_over:
                if _stays(t, seat):
                    continue
                t.push(Frame(LEAVE, seat, f.actor)).card = f.card
                return False
    return True


def _stays(t: State, seat: int) -> bool:
    """Whether nothing can force a seat to leave the Round under way."""
    under_way = _under_way(t)
    if not under_way.locked >> seat & 1:
        return False
    t.note("stays", seat, effects.use_of(t, under_way).rules, NOBODY, under_way.card)
    return True


def run_play_for_team(t: State, f: Frame, instr: Instr) -> bool:
    """The one in front of whom this lies is the team's champion in the Round that is starting (team.gamble)."""
    p = t.game.party[f.holder]
    if t.champion[p] not in (NOBODY, f.holder):
        if t.control == t.champion[p]:
            t.control = f.holder
        t.champion[p] = f.holder
        t.note("champion", f.holder, _NAMED, NOBODY, f.card)
    return True


def run_raise_first_ante(t: State, f: Frame, instr: Instr) -> bool:
    """The first ante of the team in front of a member of which this lies is higher."""
    starting = windows.answered(t)
    if starting is not None:
        starting.mods = (*starting.mods, (ADD_ANTE, f.holder, effect_number(t, f, instr)))
    return True


def run_depart(t: State, f: Frame, instr: Instr) -> bool:
    """Let a player leave the Round who has chosen to: nobody forces them, so that nothing answers it."""
    assert instr.who is not None
    for seat in instr.who(t, f):
        if 0 <= seat < len(t.out) and not t.round_over:
            leave(t, seat)
    return True


def run_sit_out(t: State, f: Frame, instr: Instr) -> bool:
    """Leave the Round in place of the ante that this answers."""
    ante = windows.answered(t)
    if ante is not None and ante.kind == ANTE:
        ante.negated = True
        leave(t, ante.seat)
    return True


def run_end(t: State, f: Frame, instr: Instr) -> bool:
    """End the Round at once; the pot goes to the Inn (core.gamble.to-inn)."""
    if t.control >= 0 and not t.round_over:
        end(t, _TO_INN)
    return True


def run_catch(t: State, f: Frame, instr: Instr) -> bool:
    """The player of this card wins the Round at once (core.card.catch-cheat)."""
    if t.control >= 0 and not t.round_over and takes_part(t, f.actor):
        t.forced_winner = f.actor
    return True


def run_steal(t: State, f: Frame, instr: Instr) -> bool:
    """Take the pot in place of the player who has just won it (core.card.steal-pot)."""
    win = windows.answered(t)
    if win is not None and win.kind == WIN:
        win.targets = (f.actor,)
    return True


def run_share_pot(t: State, f: Frame, instr: Instr) -> bool:
    """Take half of the pot that somebody has just won, rounded down; whoever gets the pot gets the rest (house.pot.shared)."""
    win = windows.answered(t)
    if win is not None and win.kind == WIN:
        win.data = (*win.data, f.actor)
        win.cards = (*win.cards, f.card)
    return True


def run_again(t: State, f: Frame, instr: Instr) -> bool:
    """Play on for the pot that somebody has just won (core.card.restart-round); the antes come with the next instruction."""
    win = windows.answered(t)
    if win is not None and win.kind == WIN:
        win.negated = True
        t.control = t.champion[t.game.party[f.actor]]
        t.passes = 0
        t.only_cheating = False
        _under_way(t).seat = NOBODY
        t.note("control", t.control, _AGAIN, NOBODY, f.card)
    return True


def run_palm(t: State, f: Frame, instr: Instr) -> bool:
    """Take Gold from the pot; nothing else about the Round changes (core.card.palm-coin)."""
    atoms.take_pot(t, f.actor, effects.number(t, f, instr), _PALM, f.card)
    return True
