"""Innkeeper: a rules-exact engine for the card game The Red Dragon Inn."""

from innkeeper.library import Table, catalog

__version__ = "0.1.0"
__all__ = ["Table", "__version__", "catalog"]
