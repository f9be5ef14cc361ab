"""Speed of innkeeper beside other public engines for games of a like size; run it with ``python -m benchmarks``."""
