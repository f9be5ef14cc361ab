"""Measure the engine beside its rivals and write the figures down: ``python -m benchmarks``."""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RIVALS = HERE / "rivals"
DOCUMENT = ROOT / "docs" / "benchmarks.md"
CACHE = ROOT / ".bench"
PIP_LIMIT = 900.0

# Left to itself, OpenBLAS picks the kernels that suit the processor; a forced choice would slow numpy down.
DROPPED_VARIABLES = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


class BenchmarkError(Exception):
    """One engine could not be set up or measured; the others still can."""


@dataclass(frozen=True)
class Engine:
    """An engine to measure: its script, and for a rival the requirements file of its environment."""

    key: str
    title: str
    game: str
    script: Path
    requirements: Path | None = None


@dataclass(frozen=True)
class Sample:
    """The figures of one run of one measuring script."""

    version: str
    games: int
    seconds: float
    decisions: int
    real: int
    copy_us: float
    copy_how: str
    extra: Mapping[str, float]

    @classmethod
    def parse(cls, line: str) -> "Sample":
        """Read the JSON line that a measuring script prints."""
        try:
            data = json.loads(line)
            return cls(
                version=str(data["version"]),
                games=int(data["games"]),
                seconds=float(data["seconds"]),
                decisions=int(data["decisions"]),
                real=int(data["real"]),
                copy_us=float(data["copy_us"]),
                copy_how=str(data["copy_how"]),
                extra={key: float(data[key]) for key in ("view_us", "dump_us", "load_us") if key in data},
            )
        except (ValueError, KeyError, TypeError) as error:
            raise BenchmarkError(f"unreadable figures: {line[:200]!r} ({error!r})") from error


@dataclass
class Result:
    """All rounds of one engine, or the reason there are none."""

    engine: Engine
    samples: list[Sample] = field(default_factory=list)
    failure: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the engine was measured in every round."""
        return self.failure is None and bool(self.samples)

    @property
    def version(self) -> str:
        """The engine's version as its own environment reports it."""
        return self.samples[0].version

    @property
    def games_rate(self) -> float:
        """Games a second, the median over the rounds."""
        return statistics.median(s.games / s.seconds for s in self.samples)

    @property
    def decisions_rate(self) -> float:
        """Decisions a second, the median over the rounds."""
        return statistics.median(s.decisions / s.seconds for s in self.samples)

    @property
    def real_rates(self) -> list[float]:
        """Real choices a second in each round."""
        return [s.real / s.seconds for s in self.samples]

    @property
    def real_rate(self) -> float:
        """Real choices a second, the median over the rounds."""
        return statistics.median(self.real_rates)

    @property
    def copy_us(self) -> float:
        """Microseconds to copy a game in the middle of play, the median over the rounds."""
        return statistics.median(s.copy_us for s in self.samples)

    def extra(self, key: str) -> float:
        """Return one of the figures that only our own engine reports, the median over the rounds."""
        return statistics.median(s.extra[key] for s in self.samples)


OURS = Engine("innkeeper", "innkeeper", "The Red Dragon Inn, 4 players", HERE / "ours.py")
ENGINES = (
    OURS,
    Engine(
        "catanatron",
        "catanatron",
        "Settlers of Catan, 4 players",
        RIVALS / "catanatron_play.py",
        RIVALS / "catanatron.txt",
    ),
    Engine("gin_rummy", "rlcard", "gin rummy, 2 players", RIVALS / "gin_rummy_play.py", RIVALS / "rlcard.txt"),
    Engine("mahjong", "rlcard", "mahjong, 4 players", RIVALS / "mahjong_play.py", RIVALS / "rlcard.txt"),
    Engine(
        "holdem",
        "pokerkit",
        "no-limit hold'em, 6 players, one hand",
        RIVALS / "holdem_play.py",
        RIVALS / "pokerkit.txt",
    ),
)


def say(text: str) -> None:
    """Print a progress line at once, apart from the table."""
    print(text, file=sys.stderr, flush=True)


def environment(*, with_source: bool) -> dict[str, str]:
    """Return the variables a measuring script runs with; rivals see no Python path of ours."""
    variables = {key: value for key, value in os.environ.items() if key not in DROPPED_VARIABLES}
    variables.pop("PYTHONPATH", None)
    variables.pop("PYTHONHOME", None)
    variables["PYTHONHASHSEED"] = "0"
    if with_source:
        variables["PYTHONPATH"] = str(ROOT / "src")
    return variables


def last_lines(text: str, count: int = 3) -> str:
    """Return the end of a program's output as one line."""
    return " / ".join(line.strip() for line in text.strip().splitlines()[-count:]) or "no output"


def run(command: Sequence[str | Path], variables: Mapping[str, str], limit: float) -> str:
    """Run a command to its end and return what it printed; raise BenchmarkError if it fails."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env=dict(variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise BenchmarkError(f"no end within {limit:.0f} s") from error
    except OSError as error:
        raise BenchmarkError(f"cannot start: {error}") from error
    if done.returncode:
        raise BenchmarkError(last_lines(done.stderr or done.stdout))
    return done.stdout


def python_of(folder: Path) -> Path:
    """Return the interpreter inside a virtual environment."""
    return folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python"


def prepare(requirements: Path, cache: Path) -> Path:
    """Make the environment for a requirements file, or find it made, and return its interpreter."""
    folder = cache / requirements.stem
    python = python_of(folder)
    stamp = folder / "ready.txt"
    wanted = f"{sys.implementation.cache_tag} {platform.python_version()}\n{requirements.read_text(encoding='utf-8')}"
    if stamp.is_file() and python.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    say(f"{requirements.stem}: installing {', '.join(pins(requirements))} into an environment of its own")
    if folder.exists():
        shutil.rmtree(folder)
    try:
        cache.mkdir(parents=True, exist_ok=True)
        (cache / ".gitignore").write_text("*\n", encoding="utf-8")
        venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    except (OSError, subprocess.CalledProcessError) as error:
        raise BenchmarkError(f"no virtual environment: {error}") from error
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements)
    run(pip, environment(with_source=False), PIP_LIMIT)
    stamp.write_text(wanted, encoding="utf-8")
    return python


def pins(requirements: Path) -> list[str]:
    """Return the pinned packages of a requirements file."""
    lines = (line.strip() for line in requirements.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def measure(engines: Sequence[Engine], rounds: int, seconds: float, cache: Path) -> list[Result]:
    """Set every engine up, then measure them in turn, round after round."""
    results = [Result(engine) for engine in engines]
    pythons: dict[str, Path] = {}
    refused: dict[Path, str] = {}
    for result in results:
        requirements = result.engine.requirements
        if requirements is None:
            pythons[result.engine.key] = Path(sys.executable)
        elif requirements in refused:
            result.failure = refused[requirements]
        else:
            try:
                pythons[result.engine.key] = prepare(requirements, cache)
            except BenchmarkError as error:
                say(f"{requirements.stem}: not installed: {error}")
                result.failure = refused[requirements] = "could not be installed"
    for number in range(1, rounds + 1):
        for result in results:
            if result.failure is not None:
                continue
            engine = result.engine
            say(f"round {number} of {rounds}: {engine.title} ({engine.game}), {seconds:g} s of play")
            command = (pythons[engine.key], engine.script, "--seconds", str(seconds))
            try:
                output = run(command, environment(with_source=engine is OURS), seconds * 10 + 120)
                result.samples.append(Sample.parse(output.strip().rpartition("\n")[2]))
            except BenchmarkError as error:
                say(f"{engine.key}: not measured: {error}")
                result.failure = "could not be measured"
    return results


def rate(value: float) -> str:
    """Write a rate or a time with three figures or, from a hundred up, as a whole number."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def rows(results: Sequence[Result]) -> list[list[str]]:
    """Return the table of figures, its heading first."""
    ours = next((result for result in results if result.engine is OURS and result.ok), None)
    table = [
        [
            "engine",
            "game",
            "games/s",
            "decisions/s",
            "real choices/s",
            "copy, µs",
            "real choices/s, ours / theirs",
            "copy time, ours / theirs",
        ]
    ]
    for result in results:
        engine = result.engine
        if not result.ok:
            table.append([engine.title, engine.game, result.failure or "not measured", "", "", "", "", ""])
            continue
        ratios = ["", ""]
        if ours is not None and result is not ours:
            ratios = [f"{ours.real_rate / result.real_rate:.2f}", f"{ours.copy_us / result.copy_us:.2f}"]
        table.append(
            [
                f"{engine.title} {result.version}",
                engine.game,
                rate(result.games_rate),
                rate(result.decisions_rate),
                rate(result.real_rate),
                rate(result.copy_us),
                *ratios,
            ]
        )
    return table


def own_line(results: Sequence[Result]) -> str | None:
    """Return the sentence with the figures that only our own engine has."""
    for result in results:
        if result.engine is OURS and result.ok:
            view, dump, load = (rate(result.extra(key)) for key in ("view_us", "dump_us", "load_us"))
            return (
                f"innkeeper alone, in the middle of play: one player's view {view} µs, "
                f"writing the table out {dump} µs, reading it back {load} µs."
            )
    return None


def plain(table: Sequence[Sequence[str]]) -> str:
    """Lay a table out for a terminal."""
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    lines = []
    for line in table:
        cells = [cell.ljust(w) if i < 2 else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths, strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def markdown(table: Sequence[Sequence[str]]) -> str:
    """Lay a table out for Markdown, words to the left and figures to the right."""
    heading, *body = table
    rule = ["---" if column < 2 else "---:" for column in range(len(heading))]
    return "\n".join("| " + " | ".join(line) + " |" for line in (heading, rule, *body))


def commit() -> str:
    """Return the commit that is checked out, and whether the source differs from it."""
    try:
        name = run(("git", "rev-parse", "--short=12", "HEAD"), os.environ, 30).strip()
        changed = run(("git", "status", "--porcelain", "--", "src", "benchmarks"), os.environ, 30).strip()
    except BenchmarkError:
        return "unknown"
    return f"{name}, with changes not committed" if changed else name


def processor() -> str:
    """Return the processor's model name, as far as the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown"


def report(results: Sequence[Result], rounds: int, seconds: float) -> str:
    """Return the whole document."""
    measured = [result for result in results if result.ok]
    spread = [["engine", "game", "real choices/s: least", "median", "most", "share of decisions", "copied by"]]
    totals = [["engine", "game", "games", "decisions", "real choices", "seconds"]]
    for result in measured:
        name, game, samples = result.engine.title, result.engine.game, result.samples
        rates = result.real_rates
        real, decisions = sum(s.real for s in samples), sum(s.decisions for s in samples)
        share = f"{real / decisions:.0%}"
        how = ", ".join(sorted({s.copy_how for s in samples}))
        spread.append([name, game, rate(min(rates)), rate(result.real_rate), rate(max(rates)), share, how])
        played = sum(s.games for s in samples)
        totals.append([name, game, f"{played:,}", f"{decisions:,}", f"{real:,}", f"{sum(s.seconds for s in samples):.1f}"])
    used = {pin for result in measured if result.engine.requirements for pin in pins(result.engine.requirements)}
    own = own_line(results)
    parts = [
        "# Benchmarks",
        "Written by `python -m benchmarks` (`make bench`); run that again rather than editing this file. What is "
        "measured, and how, is told in [benchmarks/README.md](../benchmarks/README.md).",
        "Every engine plays uniformly random games in a single process. A *decision* is one action handed to the "
        "engine, a *real choice* a decision with two or more legal options. *Copy* is the time to copy a game that is "
        f"halfway through. Each figure is the median of {rounds} round{'s' if rounds != 1 else ''} of {seconds:g} s, "
        "the engines taking turns.",
        markdown(rows(results)),
        "The last two columns divide our figure by theirs. For real choices, above 1 means that ours is quicker; for "
        "the copy, below 1 does. The games differ, so a ratio compares what a program that plays, trains or searches "
        "gets from each engine, not how well two programs do the same work.",
        *([own] if own else []),
        "## Spread over the rounds",
        markdown(spread),
        "## Played in all",
        markdown(totals),
        "## Where and with what",
        "\n".join(
            [
                f"- commit: {commit()}",
                f"- Python: {platform.python_implementation()} {platform.python_version()}, {platform.system()}",
                f"- processor: {processor()}",
                f"- rivals: {', '.join(sorted(used)) or 'none'}",
            ]
        ),
    ]
    return "\n\n".join(parts) + "\n"


def arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Time random play of this engine and of public engines beside it."
    )
    parser.add_argument("--quick", action="store_true", help="one round of a second each, and write no document")
    parser.add_argument("--seconds", type=float, help="time each engine plays in a round (default: 3, quick: 1)")
    parser.add_argument("--rounds", type=int, help="rounds for each engine (default: 3, quick: 1)")
    parser.add_argument("--only", nargs="+", choices=[engine.key for engine in ENGINES], help="measure only these")
    parser.add_argument("--out", type=Path, help="the document to write (default: docs/benchmarks.md on a full run)")
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder for the rivals' environments (default: .bench)")
    given = parser.parse_args(argv)
    if given.seconds is None:
        given.seconds = 1.0 if given.quick else 3.0
    if given.rounds is None:
        given.rounds = 1 if given.quick else 3
    if given.seconds <= 0 or given.rounds < 1:
        parser.error("--seconds and --rounds must be positive")
    if given.out is None and not given.quick and not given.only:
        given.out = DOCUMENT
    return given


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the table, write the document; return 1 when our own engine could not be measured."""
    given = arguments(argv)
    engines = [engine for engine in ENGINES if not given.only or engine.key in given.only]
    results = measure(engines, given.rounds, given.seconds, given.cache.resolve())
    print(plain(rows(results)))
    own = own_line(results)
    if own:
        print(f"\n{own}")
    if any(result.engine is OURS and not result.ok for result in results):
        say("innkeeper itself could not be measured; no document written")
        return 1
    if given.out is not None:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(report(results, given.rounds, given.seconds), encoding="utf-8")
        say(f"written: {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
