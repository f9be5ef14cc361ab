"""The log as one seat may read it."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.state import NOBODY, Entry, State

# Kinds of entry, by what their `cards` are. Everything else about an entry of these kinds is public.
NO_CARDS: Final = frozenset(
    {
        "event", "events-shuffled", "no-prize", "prize-back", "prize-chosen", "swap",
        "alcohol", "altered", "ante", "champion", "chose", "contest-off", "contest-won", "control", "covered", "dealt",
        "deck-out", "drink-changed", "drink-passed", "drink-reshuffle", "drink-split", "event-put-by", "extra-drink",
        "fortitude", "front", "front-gone", "gamble-pass", "gold", "ignored", "lapsed", "leave", "negated", "no-chaser",
        "no-drink", "no-third", "order", "out", "phase", "pot", "raised", "redirected", "reduced", "reshuffle",
        "reveal", "round", "round-over", "round-won", "shared", "sober", "summon-off", "taken-back", "thing-gone",
        "turn", "turn-over", "waived", "arrow-back", "form", "fury", "fury-aimed", "fury-lapsed", "fury-lost",
        "fury-share", "mood", "quiver-empty", "doppelganger", "drink-moved", "doppelgangers-shuffled",
        "no-doppelganger", "no-epic", "softened", "worsened", "in-vain", "stays",
    }
)  # fmt: skip
OPEN_CARDS: Final = frozenset({"contest-tied", "discard", "drink", "happens", "play", "prizes-back", "shown", "win"})
OWN_CARDS: Final = frozenset({"arrows", "draw", "epic"})  # known to the entry's own seat alone
KINDS: Final = NO_CARDS | OPEN_CARDS | OWN_CARDS


def masked(entry: Entry, seat: int) -> Entry:
    """Return a log entry as a seat (NOBODY: a spectator) may read it.

    Cards that only another seat knows are left out, their number stays. Of a kind that this module does not know nothing is
    shown but that it happened, and to whom.
    """
    kind = entry[0]
    if kind in NO_CARDS:
        return entry if not entry[6] else (*entry[:6], ())
    if kind in OPEN_CARDS or (kind in OWN_CARDS and entry[1] == seat):
        return entry
    if kind in OWN_CARDS:
        return (*entry[:6], ())
    return (kind, entry[1], NOBODY, -1, 0, (), ())


def log_for(table: State, seat: int, since: int = 0) -> list[Entry]:
    """Return the log from the entry numbered `since` on, as a seat (NOBODY: a spectator) may read it.

    Every seat's log has the same number of entries: those that everybody sees happen. Raises ValueError for no such seat.
    """
    if not NOBODY <= seat < len(table.out):
        raise ValueError(f"there is no seat {seat} at a table of {len(table.out)}")
    return [masked(entry, seat) for entry in table.entries()[since:]]
