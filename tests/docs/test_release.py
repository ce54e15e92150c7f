"""Releases are whole, valid and loadable; terms, citation and version are as said."""

import re

import pytest
import release
from make_package_page import project_urls

from semantic_f1 import SemanticF1, __version__

CARD = """---
title: Semantic F1
emoji: x
colorFrom: blue
colorTo: purple
sdk: gradio
sdk_version: 6.31.0
python_version: "3.10"
app_file: app.py
license: mit
short_description: F1 of label sets
---
"""


def test_everything_is_ready(capsys):
    assert release.main(["--check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "ok: load from a Hub: 5 requests, later 3"
    assert len(lines) == 5 and all(line.startswith("ok: ") for line in lines)


@pytest.mark.parametrize(("before", "after", "said"), [
    ("title: Semantic F1\n", "", "title is missing"),
    ("F1 of label sets", "x" * 61, "short_description may have 60"),
    ('"3.10"', "newest", "python_version must be"),
    ("sdk: gradio", "sdk: static", "sdk must be gradio"),
    ("colorTo: purple", "colorTo: brown", "colorTo must be one of blue"),
    ("6.31.0", "5.0.0", "sdk_version is 5.0.0, tested: 6.31.0"),
])  # fmt: skip
def test_a_card_that_the_hub_would_not_take(before, after, said):
    assert release.problems_of_card(CARD, gradio="6.31.0") == []
    (problem,) = release.problems_of_card(CARD.replace(before, after), gradio="6.31.0")
    assert said in problem


def test_missing_files_are_named(root):
    files = release.uploaded_files()
    assert release.problems_of_files(files) == []
    kept = [path for path in files if path != "bundle.py" and not path.startswith("studies/")]
    problems = release.problems_of_files(kept)
    assert problems[0] == "bundle.py: is not among the files"
    # No file speaks of a folder next to the checkout.
    for path in files:
        if path.endswith((".py", ".md", ".toml", ".txt", ".yml", ".yaml")) or "/" not in path:
            text = (root / path).read_text(encoding="utf-8", errors="replace")
            assert "../" + "shared" not in text, path


def test_versions_agree(root, tmp_path):
    assert release.problems_of_versions() == []
    for name in ("CHANGELOG.md", "CITATION.cff", "semantic_f1/version.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = (root / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("0.1.0", "0.2.0", 1), encoding="utf-8")
    assert release.problems_of_versions(tmp_path) == []
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text(changelog.read_text().replace("## [0.2.0] - ", "## [0.2.0]: "))
    assert len(release.problems_of_versions(tmp_path)) == 1


def test_addresses_follow_from_the_one_of_the_space(root, tmp_path):
    assert release.problems_of_addresses() == []
    address = "https://huggingface.co/spaces/lab/semantic_f1"
    missing = release.problems_of_addresses(address=address)
    assert len([text for text in missing if "[project.urls]" in text]) == 5
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    urls = "".join(f'{k} = "{v}"\n' for k, v in project_urls(address).items())
    text = text.replace("[project.urls]\n", f"[project.urls]\n{urls}")
    for name, content in (("pyproject.toml", text), ("README.md", "git clone OWNER/semantic_f1\n")):
        (tmp_path / name).write_text(content, encoding="utf-8")
    (problem,) = release.problems_of_addresses(tmp_path, address)
    assert problem.startswith("README.md: OWNER is a placeholder")
    (tmp_path / "pyproject.toml").write_text(text.replace("lab/", "OWNER/"), encoding="utf-8")
    assert "is a placeholder" in release.problems_of_addresses(tmp_path, "")[0]


def test_the_changelog_of_the_first_version_is_short(root):
    """Nobody upgrades to a first version: it says what there is, in one line each."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    first = text.split("\n## [")[1]
    assert __version__ != "0.1.0" or len(first.splitlines()) <= 40
    assert len(text.split()) < 500 and "### Changed" not in first


def test_terms_data_of_others_and_the_paper_are_named(root):
    license_text, others, citation = (
        (root / name).read_text(encoding="utf-8")
        for name in ("LICENSE", "THIRD_PARTY.md", "CITATION.cff")
    )
    assert license_text.startswith("MIT License\n") and len(license_text.splitlines()) == 21
    text = " ".join(others.split())
    assert "an aggregate, facts computed from published data" in text
    for name in ("GoEmotions", "YSO", "CC BY 4.0", "10.1037/pspp0000470"):
        assert name in text
    for path in re.findall(r"`((?:data|examples|studies|similarity_matrices)/[\w./]+)`", text):
        assert (root / path).exists(), path
    assert re.search(rf"^version: {re.escape(__version__)}$", citation, re.M)
    assert "arXiv:2509.21633" in citation
    info = SemanticF1()._info()
    for name in re.findall(r"family-names: (\w+)", citation):
        assert name in info.citation
    assert info.license == "MIT"
    assert info.homepage.startswith("https://")
    assert info.reference_urls == ["https://arxiv.org/abs/2509.21633"]
