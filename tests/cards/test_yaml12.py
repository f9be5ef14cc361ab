"""YAML as version 1.2 has it."""

from pathlib import Path

import pytest

from innkeeper.cards.yaml12 import BadText, load, read, written


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((word, word) for word in ("on", "off", "yes", "no", "y", "n", "On", "YES", "No")),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("012", 12),
        ("0o17", 15),
        ("0xff", 255),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2024-01-01", "2024-01-01"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("<<", "<<"),
        ("=", "="),
    ],
)
def test_scalars(text: str, value: object) -> None:
    found = load(f"key: {text}", "x").data["key"]
    assert found == value
    assert type(found) is type(value)


def test_keys_are_words_whatever_they_look_like() -> None:
    assert load("on: 1\nyes: 2\n7: 3\ntrue: 4\n<<: {a: 5}", "x").data == {"on": 1, "yes": 2, "7": 3, "true": 4, "<<": {"a": 5}}


def test_every_value_knows_its_line() -> None:
    document = load("a: 1\nb:\n  - x\n  - c: 2\n    d:\n      e: 3\n", "x")
    assert document.lines[("b",)] == 2
    assert document.lines[("b", 1)] == 4
    assert document.lines[("b", 1, "d")] == 5
    assert document.lines[("b", 1, "d", "e")] == 6
    error = document.error(("b", 1, "d", "missing"), "expected it")
    assert (error.line, error.key) == (5, "b[1].d.missing")


def test_paths_as_people_read_them() -> None:
    assert written(("cards", 3, "title")) == "cards[3].title"
    assert written((0, "a")) == "[0].a"


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    path.write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(BadText, match="UTF-8") as caught:
        read(path)
    assert caught.value.line == 2
    with pytest.raises(OSError, match="No such file"):
        read(tmp_path / "nothing.yaml")
