"""The command line: `innkeeper ...`."""
