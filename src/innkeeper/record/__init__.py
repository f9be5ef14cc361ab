"""Games written down: one choice per line, and played again from there."""

from innkeeper.record.record import BadRecord, Choice, Header, Record
from innkeeper.record.replay import catalog_for, replay, start, steps

__all__ = ["BadRecord", "Choice", "Header", "Record", "catalog_for", "replay", "start", "steps"]
