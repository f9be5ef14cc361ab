"""Guests are kits for cases: nobody is offered one at a table."""

from typer.testing import CliRunner

from innkeeper.cli.main import app
from innkeeper.session.beginning import Refused, Wish, new_game


def test_a_guest_is_refused_with_the_characters_there_are() -> None:
    """The error says what a guest is, and whom one may choose."""
    for seats in (("kaylin=me", "zot=bot:random"), ("nobody=me", "zot=bot:random")):
        try:
            new_game(Wish(seats))
        except Refused as error:
            offered = str(error).split("there are:")[1]
            assert "baelfire" in offered
            assert "kaylin" not in offered
        else:
            raise AssertionError(f"{seats} were seated")


def test_a_guest_may_be_studied_all_the_same() -> None:
    """Their cards are shown."""
    result = CliRunner().invoke(app, ["cards", "show", "Private Pixie Time"])
    assert result.exit_code == 0
    assert "Kaylin" in result.output
