"""No file of the project says where it was made: no folder of one machine, no address of a package registry."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Put together here, so that this file itself is clean.
FOLDERS = ("work", "root", "home")
REGISTRIES = tuple(
    ".".join(parts) for parts in (("pypi", "org"), ("files", "pythonhosted", "org"), ("registry", "npmjs", "org"))
)
UNWANTED = re.compile(
    # A path begins a word: /x/, "/x/, (/x/ and file:///x/, but not docs/x/, ./x/ or example.com/x/.
    rf"(?<![\w.~-])/(?:{'|'.join(FOLDERS)})/|" + "|".join(map(re.escape, REGISTRIES)),
    re.IGNORECASE,
)
# Where git cannot be asked (an unpacked archive), these folders are not the project's.
NOT_OURS = {".git", ".venv", "build", "dist", "htmlcov", "__pycache__"}


def project_files(root: Path) -> list[Path]:
    """Return the files that are in the repository, or are about to be: tracked, or neither tracked nor ignored."""
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            check=True,
            capture_output=True,
        ).stdout
        names = {name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0") if name}
        paths = [root / name for name in sorted(names)]
    else:
        paths = [
            path
            for path in sorted(root.rglob("*"))
            if not any(part in NOT_OURS or part.endswith("_cache") for part in path.relative_to(root).parts)
        ]
    return [path for path in paths if path.is_file()]


def unwanted_words(root: Path) -> list[str]:
    """Return "file:line: what it says" for each unwanted word in the project's files."""
    found = []
    for path in project_files(root):
        text = path.read_bytes().decode("utf-8", "replace")
        if not UNWANTED.search(text):
            continue
        name = path.relative_to(root).as_posix()
        found += [
            f"{name}:{number}: {match.group()}"
            for number, line in enumerate(text.splitlines(), 1)
            for match in UNWANTED.finditer(line)
        ]
    return found


def test_no_machine_paths_and_no_registry_addresses() -> None:
    assert project_files(ROOT), "no files found: what is checked here?"
    found = unwanted_words(ROOT)
    assert not found, "a file says where it was made:\n" + "\n".join(found)


def test_the_check_finds_each_of_them(tmp_path: Path) -> None:
    bad = [f"see /{folder}/x" for folder in FOLDERS] + [f'"https://{registry}/simple"' for registry in REGISTRIES]
    for number, line in enumerate(bad):
        (tmp_path / f"{number}.txt").write_text(f"fine\n{line}\n", encoding="utf-8")
    assert [entry.split(":")[:2] for entry in unwanted_words(tmp_path)] == [[f"{n}.txt", "2"] for n in range(len(bad))]


def test_the_check_lets_ordinary_text_pass(tmp_path: Path) -> None:
    lines = [f"docs/{folder}/x ./{folder}/x https://example.com/{folder}/x /{folder}shop" for folder in FOLDERS]
    (tmp_path / "fine.md").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "not_ours.txt").write_text(f"/{FOLDERS[0]}/x", encoding="utf-8")
    assert unwanted_words(tmp_path) == []


def test_the_check_reads_what_git_will_take_and_not_what_it_ignores(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("ignored.txt\n", encoding="utf-8")
    for name in ("ignored.txt", "new.txt"):
        (tmp_path / name).write_text(f"/{FOLDERS[0]}/x\n", encoding="utf-8")
    assert [entry.split(":")[0] for entry in unwanted_words(tmp_path)] == ["new.txt"]
