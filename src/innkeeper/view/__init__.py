"""What a seat may see: the only door from a table to whoever sits at it.

`view` is what a seat sees now, `log_for` and `story` what it has seen happen, `redeal` a table as it might be for all that
the seat knows, `label` the name of an option.
"""

from innkeeper.view.labels import label
from innkeeper.view.log import log_for
from innkeeper.view.project import Asked, Pending, Round, SeatView, View, view
from innkeeper.view.redeal import redeal
from innkeeper.view.story import story, tell

__all__ = ["Asked", "Pending", "Round", "SeatView", "View", "label", "log_for", "redeal", "story", "tell", "view"]
