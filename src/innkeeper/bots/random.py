"""The random bot: every legal option is as likely as the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innkeeper.engine import chance

if TYPE_CHECKING:
    from innkeeper.bots.sampling import Sample
    from innkeeper.view import View


class RandomBot:
    """Chooses uniformly among the options of its decision; looks at nothing but how many there are."""

    __slots__ = ("_state",)

    needs_view = False

    def __init__(self, seed: int) -> None:
        """Two bots with one seed choose alike."""
        self._state = chance.seeded(seed)

    def choose(self, view: View, sample: Sample | None = None) -> int:
        """Return a position among the options that the view's seat is asked to choose from."""
        if view.asked is None or not view.asked.options:
            raise ValueError("this seat is asked nothing")
        return self.pick(len(view.asked.options))

    def pick(self, count: int) -> int:
        """Return a position from 0 to count - 1, each as likely as the next; count >= 1."""
        self._state, position = chance.below(self._state, count)
        return position

    def skip(self) -> None:
        """Let one draw go by."""
        self._state, _ = chance.below(self._state, 1)
