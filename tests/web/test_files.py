"""What can be checked of the browser client without a browser."""

import re
from importlib import resources
from pathlib import Path

import pytest

from innkeeper.server.protocol import schema

WEB = Path(str(resources.files("innkeeper"))) / "web"
OWN = [path for path in WEB.rglob("*") if path.is_file() and "vendor" not in path.parts]


def interfaces() -> dict[str, set[str]]:
    """Return the fields of each interface that the client reads, by its name."""
    text = (WEB / "js" / "types.d.ts").read_text(encoding="utf-8")
    found = {}
    for name, body in re.findall(r"export interface (\w+) \{(.*?)\n?\}", text, re.DOTALL):
        found[name] = set(re.findall(r"(\w+)\??:", re.sub(r"\{[^}]*\}", "", body)))
    return found


@pytest.mark.parametrize(
    "name", [
        "SeatWish", "Settings", "BossWish", "BossInfo", "Leave", "Person", "TableInfo", "CharacterInfo", "Line", "Ask",
        "Asking", "Welcome", "SeatView", "Round", "Pending", "Asked", "View", "Update", "Moment", "Joined", "Refused",
    ],
)  # fmt: skip
def test_the_client_reads_fields_that_the_protocol_has(name: str) -> None:
    known = set(schema()["$defs"][name]["properties"])
    assert interfaces()[name] <= known


def test_pages_have_no_inline_script_or_style_and_ask_nobody_else() -> None:
    for path in OWN:
        text = path.read_text(encoding="utf-8")
        assert not re.findall(r"https?://(?!www\.w3\.org/)[\w.]+", text), path.name
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page)


def test_what_modules_import_is_there() -> None:
    for path in OWN:
        if path.suffix == ".js":
            for target in re.findall(r"from '(\.[^']+)'", path.read_text(encoding="utf-8")):
                assert (path.parent / target).is_file(), f"{path.name}: {target}"


def test_what_is_vendored_has_its_licence() -> None:
    vendor = WEB / "vendor"
    for path in vendor.glob("*.js"):
        name = {"hooks": "preact"}.get(path.stem, path.stem)
        assert (vendor / f"{name}.LICENSE").is_file(), path.name
    for path in (vendor / "fonts").glob("*.woff2"):
        family = path.name.partition("-latin")[0]
        assert (vendor / "fonts" / f"{family}.LICENSE").is_file(), path.name
    assert {path.suffix for path in vendor.rglob("*") if path.is_file()} == {".js", ".LICENSE", ".md", ".woff2"}
