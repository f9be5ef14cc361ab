"""Options that several commands have, told once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Decks = Annotated[list[Path] | None, typer.Option(help="A deck file of your own; its character may then sit down.")]
Drinks = Annotated[
    str | None,
    typer.Option(help="Sets of Drinks beside the base set, as evil-pooky; by default those of who plays; base for none."),
]
