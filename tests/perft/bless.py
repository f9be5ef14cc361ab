"""Write the engine's own counts into engine.yaml: `python -m tests.perft.bless`. The difference is read before it is kept."""

import json
import re

from innkeeper.record.perft import perft
from innkeeper.view import label
from tests.perft.positions import FOLDER, MOST, read


def main() -> None:
    """Replace the lines that begin with counts, ends, views and asks, entry by entry; everything else stays as it is."""
    path = FOLDER / "engine.yaml"
    head, *entries = re.split(r"(?m)^(?=- perft: )", path.read_text("utf-8"))
    written = [head]
    for text, counted in zip(entries, read("engine.yaml"), strict=True):
        table = counted.table()
        found = {depth: perft(table, depth, MOST, views=True) for depth in counted.counts}
        text = _line(text, "counts", {depth: f.nodes for depth, f in found.items()})
        text = _line(text, "ends", {depth: dict(found[depth].ends) for depth in counted.ends})
        text = _line(text, "views", {depth: list(found[depth].views) for depth in counted.views})
        if counted.asks and table.decision is not None:
            lines = [f"      - {json.dumps(label(table, option), ensure_ascii=False)}" for option in table.decision.options]
            asks = "\n".join(
                [
                    "  asks:",
                    f"    seat: {table.seat_name(table.decision.seat)}",
                    f"    kind: {table.decision.kind}",
                    "    options:",
                    *lines,
                    "",
                ]
            )
            text = re.sub(r"(?m)^  asks:.*\n(?:    .*\n)*", asks.replace("\\", r"\\"), text)
        written.append(text)
    path.write_text("".join(written), "utf-8")


def _line(text: str, key: str, value: dict[int, object]) -> str:
    inner = ", ".join(f"{depth}: {json.dumps(x)}" for depth, x in value.items())
    return re.sub(rf"(?m)^  {key}: .*$", lambda _: f"  {key}: {{{inner}}}", text)


if __name__ == "__main__":
    main()
