"""The command `innkeeper`: where each group of commands is registered, and how what goes wrong is told."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Any, Final

import typer
from typer.core import TyperGroup

from innkeeper.cli import balance, cards, play, rulebook, serve, simulate

INTERRUPTED: Final = 130  # what a shell expects of a command stopped by Ctrl-C
WRONG: Final = 2


class Commands(TyperGroup):
    """A group of commands that tells what is wrong with a file or an argument in one line, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:  # `innkeeper cards list | head`: nobody reads any longer
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
        except OSError as error:
            said = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
        except ValueError as error:
            if not _ours(error.__traceback__):
                raise
            said = str(error)
        print(f"innkeeper: {said}", file=sys.stderr)
        raise typer.Exit(WRONG)


def _ours(traceback: TracebackType | None) -> bool:
    """Whether an error was raised by this package, which then says what is wrong, and not somewhere below it."""
    if traceback is None:
        return False
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return str(traceback.tb_frame.f_globals.get("__name__", "")).startswith("innkeeper.")


app = typer.Typer(
    cls=Commands,
    name="innkeeper",
    help="The Red Dragon Inn: play it, look its rules up, study it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

# One line for each group; a module imports what is heavy inside its commands, so that all of them start quickly.
app.add_typer(cards.app, name="cards")
app.add_typer(rulebook.app, name="rulebook")
app.add_typer(rulebook.scenario, name="scenario")
app.command("play")(play.play)
app.command("replay")(play.replay)
app.command("simulate")(simulate.simulate_games)
app.command("balance")(balance.balance)
app.command("serve")(serve.serve)
app.command("bot")(serve.bot)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from innkeeper import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", help="Tell the version and stop.", is_eager=True, callback=_tell_version),
) -> None:
    pass


def run() -> None:
    """Run the command line with the arguments of the process; never returns."""
    app()
