"""Check what would be uploaded as a Space: whole, valid, loadable in few requests.

    python tools/release.py --check

Takes the files that git knows, as `hf upload` would from a clean clone, puts them on a
separate Hub on the loopback interface, and loads the metric from there in new processes. Prints one
line per check; exit status 1 if one fails. docs/release.md says what to do before and after.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tools")]

from make_package_page import project_urls  # noqa: E402

from semantic_f1.version import SPACE_ADDRESS  # noqa: E402

FIRST_LOAD, LATER_LOAD = 5, 3
SPACE = "spaces/owner/semantic_f1"
# What the Hub reads of the card's front matter, and how long its short description may be.
LONGEST = 60
COLORS = {"red", "yellow", "green", "blue", "indigo", "purple", "pink", "gray"}
NEEDED = ("README.md", "app.py", "semantic_f1.py", "bundle.py", "requirements.txt", "LICENSE")
LOAD = """
import json
import evaluate
metric = evaluate.load("owner/semantic_f1", similarity="plutchik")
print(json.dumps(metric.compute(predictions=["anger"], references=["disgust"])["semantic_f1"]))
"""


def uploaded_files(root=ROOT):
    """Paths, relative to the root, of what git knows and is there."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, stdout=subprocess.PIPE, check=True, text=True
    ).stdout
    return sorted(path for path in listed.split("\0") if path and (root / path).is_file())


def front_matter(text):
    """Names and values of the card's front matter, as far as they are plain."""
    block = re.match(r"---\n(.*?)\n---\n", text, re.S)
    return dict(re.findall(r"^(\w+): *(.*?) *$", block[1], re.M)) if block else {}


def problems_of_card(text, gradio=None):
    """Problems of the front matter; ``gradio`` is the version that was tested."""
    card = front_matter(text)
    problems = [f"front matter: {name} is missing" for name in (
        "title", "emoji", "colorFrom", "colorTo", "sdk", "sdk_version", "python_version",
        "app_file", "license", "short_description",
    ) if not card.get(name)]  # fmt: skip
    if len(card.get("short_description", "").strip("\"'")) > LONGEST:
        problems.append(f"front matter: short_description may have {LONGEST} characters")
    for name in ("colorFrom", "colorTo"):
        if card.get(name) and card[name] not in COLORS:
            problems.append(f"front matter: {name} must be one of {', '.join(sorted(COLORS))}")
    if card.get("sdk") != "gradio":
        problems.append("front matter: sdk must be gradio")
    if gradio and card.get("sdk_version") != gradio:
        problems.append(f"front matter: sdk_version is {card.get('sdk_version')}, tested: {gradio}")
    if not re.fullmatch(r'"?3\.\d+"?', card.get("python_version", "")):
        problems.append("front matter: python_version must be such as 3.10")
    return problems


def problems_of_versions(root=ROOT):
    """Places where the version and its date differ."""
    version = _found(root / "semantic_f1" / "version.py", r'__version__ = "(.+)"')
    problems = []
    if _found(root / "CITATION.cff", r"^version: (\S+)$") != version:
        problems.append(f"CITATION.cff: version must be {version}")
    dated = _found(root / "CHANGELOG.md", rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$")
    if not dated:
        problems.append(f"CHANGELOG.md: the first heading must be ## [{version}] - YYYY-MM-DD")
    return problems


def problems_of_addresses(root=ROOT, address=SPACE_ADDRESS):
    """Addresses that are missing, or placeholders, once the Space has an address."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    urls = dict(re.findall(r'^(\w+) = "(https://[^"]+)"$', text, re.M))
    expected = project_urls(address) if address else {}
    problems = [
        f'pyproject.toml: [project.urls] {name} must be "{url}"'
        for name, url in expected.items()
        if urls.get(name) != url
    ]
    problems += [
        f"pyproject.toml: {url} is a placeholder" for url in urls.values() if "OWNER" in url
    ]
    if address and "OWNER/" in (root / "README.md").read_text(encoding="utf-8"):
        problems.append(f"README.md: OWNER is a placeholder; the address is {address}")
    return problems


def problems_of_files(files, root=ROOT):
    """Files that are missing, and links of the card that lead nowhere."""
    there = set(files)
    problems = [f"{name}: is not among the files" for name in NEEDED if name not in there]
    text = (root / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        local, place = not target.startswith("http"), f"{target.rstrip('/')}/"
        if local and not any(f"{path}/".startswith(place) for path in files):
            problems.append(f"README.md: {target} is not among the files")
    return problems


def requests_of_loads(files, root=ROOT):
    """Lists of the requests of the first load from a Hub and of a later one; and the scores."""
    from fresh_python import FreshPython
    from loopback_hub import LoopbackHub

    there = set(files)

    def read(file):
        return (root / file).read_bytes() if file in there else None

    requests, scores = [], []
    with tempfile.TemporaryDirectory() as home, LoopbackHub({SPACE: read}) as hub:
        python = FreshPython(Path(home) / "home", hub.endpoint)
        for _ in range(2):
            hub.requests.clear()
            scores.append(python.run(LOAD))
            requests.append(list(hub.requests))
    return requests, scores


def check(root=ROOT):
    """(what was checked, list of problems) one after the other."""
    files = uploaded_files(root)
    yield f"{len(files)} files", problems_of_files(files, root)
    try:
        from gradio import __version__ as gradio
    except ImportError:
        gradio = None
    text = (root / "README.md").read_text(encoding="utf-8")
    yield "front matter", problems_of_card(text, gradio)
    yield "version and date", problems_of_versions(root)
    yield "addresses", problems_of_addresses(root)
    (first, later), scores = requests_of_loads(files, root)
    problems = []
    if len(first) > FIRST_LOAD or len(later) > LATER_LOAD:
        # One that comes twice was asked for again by a client that waited too long.
        asked = [" ".join(pair) for pair in (*first, *later)]
        problems.append(
            f"a load may make {FIRST_LOAD} requests, and {LATER_LOAD} later; got {asked}"
        )
    if any(abs(score - 0.853553390593) > 1e-12 for score in scores):
        problems.append(f"anger for disgust must be .853553390593; got {scores}")
    yield f"load from a Hub: {len(first)} requests, later {len(later)}", problems


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", required=True, help="upload nothing")
    parser.parse_args(arguments)
    failed = False
    for what, problems in check():
        print(f"{'FAILED' if problems else 'ok'}: {what}")
        for problem in problems:
            print(f"    {problem}")
        failed |= bool(problems)
    return int(failed)


def _found(path, pattern):
    match = re.search(pattern, path.read_text(encoding="utf-8"), re.M)
    return match[1] if match else ""


if __name__ == "__main__":
    sys.exit(main())
