"""Many games: played, checked, counted."""
