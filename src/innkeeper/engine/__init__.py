"""The base game: tables, decisions, frames, effects. Names no character and no card."""
