"""Similarities pushed to a Hub and loaded from it, by the real client in a process of its own."""

import json

import pytest
from conftest import ROOT
from fresh_python import FreshPython
from helpers import refusal
from loopback_hub import LoopbackHub

from semantic_f1.similarity import loading as similarity
from semantic_f1.similarity.label_similarity import identity

TOKEN = "hf_of_nobody"

# In a fresh process, since the client reads the Hub's address when it is imported. Arguments: the
# checkout, and JSON: steps, each ["push", name, repo, path, options] or ["load", address].
STEPS = """
import json, sys
sys.path.insert(0, sys.argv[1])
from semantic_f1.similarity import loading as similarity
answers = []
for kind, *rest in json.loads(sys.argv[2]):
    try:
        if kind == "push":
            name, repo, path, options = rest
            answers.append(similarity.load(name).push_to_hub(repo, path, **options))
        else:
            made = similarity.load(*rest)
            answers.append([made.name, made.fingerprint, made.card.get("source")])
    except ValueError as error:
        answers.append(str(error))
print(json.dumps(answers))
"""


def steps(python, *asked):
    return python.run(STEPS, ROOT, json.dumps(asked))


def test_pushed_and_loaded_back(tmp_path):
    options = {"token": TOKEN}
    with LoopbackHub({}, token=TOKEN) as hub:
        python = FreshPython(tmp_path / "home", hub.endpoint)
        first, second, third = steps(
            python,
            ["push", "mfrc", "org/sims", None, {**options, "private": True}],
            ["push", "plutchik", "org/sims", "wheels/eight.json", options],
            ["push", "plutchik", "org/sims", None, {**options, "commit_message": "The wheel"}],
        )
        ids = [commit for commit, *_ in hub.commits["datasets/org/sims"]]
        files = ("similarity.json", "wheels/eight.json", "similarity.json")
        named = [f"hf://datasets/org/sims@{i}/{file}" for i, file in zip(ids, files, strict=True)]
        assert [first, second, third] == named
        messages = [message for _, message, _ in hub.commits["datasets/org/sims"]]
        assert messages == ["Similarity mfrc", "Similarity plutchik", "The wheel"]
        assert hub.private == {"datasets/org/sims": True}
        # The address of a commit goes on to mean what was pushed then; main moves.
        main = "hf://datasets/org/sims", "hf://datasets/org/sims@main"
        addresses = dict.fromkeys([second, third, *main], "plutchik")
        addresses |= {first: "mfrc", f"hf://datasets/org/sims@{ids[0]}": "mfrc"}
        loads = [["load", address] for address in addresses]
        loaded = [similarity.load(name) for name in addresses.values()]
        expected = [[one.name, one.fingerprint, one.card["source"]] for one in loaded]
        assert steps(python, *loads) == expected
        *_, (_, _, files) = hub.commits["datasets/org/sims"]
    # Without the Hub, from what was downloaded.
    assert steps(python, *loads) == expected
    path = similarity.load("plutchik").save(tmp_path / "saved.json")
    assert files["similarity.json"] == path.read_bytes()


def test_a_push_that_the_hub_refuses(tmp_path):
    with LoopbackHub({}, token=TOKEN) as hub:
        python = FreshPython(tmp_path / "home", hub.endpoint)
        answers = steps(
            python,
            ["push", "mfrc", "org/sims", None, {"token": "hf_of_another"}],
            ["push", "mfrc", "org/sims", None, {"token": TOKEN, "revision": "v2"}],
            ["load", "hf://datasets/org/sims"],
        )
        assert hub.commits == {"datasets/org/sims": []}
    for message in answers[:2]:
        assert message.startswith("repo_id: could not push to 'org/sims': ")
    assert "401" in answers[0]
    assert "404" in answers[1]
    assert answers[2].startswith("similarity: hf://datasets/org/sims could not be fetched: ")
    assert all("\n" not in message for message in answers)


def test_a_push_without_a_hub(tmp_path):
    """Nothing listens there, and then: the client is told to stay offline."""
    python = FreshPython(tmp_path / "home")
    ask = ["push", "mfrc", "org/sims", None, {"token": TOKEN}]
    (refused,) = steps(python, ask)
    python.environment["HF_HUB_OFFLINE"] = "1"
    (offline,) = steps(python, ask)
    for message in (refused, offline):
        assert message.startswith("repo_id: could not push to 'org/sims': ")


@pytest.mark.parametrize(("arguments", "said"), [
    (("sims",), "repo_id: expected 'OWNER/NAME'; got 'sims'"),
    (("org/sims/x",), "repo_id: expected 'OWNER/NAME'; got 'org/sims/x'"),
    ((None,), "repo_id: expected 'OWNER/NAME'; got None"),
    (("org/sims", "x.csv"), "path_in_repo: expected a name that ends in .json; got 'x.csv'"),
    (("org/sims", 3), "path_in_repo: expected a name that ends in .json; got 3"),
])  # fmt: skip
def test_a_push_to_nowhere(arguments, said):
    assert refusal(similarity.load("mfrc").push_to_hub, *arguments) == said
    assert "the identity has no table to save" in refusal(identity(["a"]).push_to_hub, "org/sims")


def test_files_of_a_hub_are_read_with_care(tmp_path):
    content = {"labels": ["a", "b"], "values": [[1, 0.5], [0.5, 1]]}
    text = json.dumps(content)
    bad = {
        "nan.json": (text.replace("0.5", "NaN").encode(), "values must be finite"),
        "latin.json": (text.replace('"a"', '"é"').encode("latin-1"), "not UTF-8 text"),
        "large.json": (text.replace("0.5", "1.5").encode(), "values must be at most 1"),
        "mine.yaml": (text.encode(), "a .json, .csv or .xlsx file"),
    }
    files = {name: content for name, (content, _) in bad.items()}
    files["similarity.json"] = b"\xef\xbb\xbf" + text.encode()
    with LoopbackHub({"datasets/org/sims": files.get}) as hub:
        python = FreshPython(tmp_path / "home", hub.endpoint)
        addresses = [f"hf://datasets/org/sims/{name}" for name in bad]
        asked = [["load", address] for address in ["hf://datasets/org/sims", *addresses]]
        good, *messages = steps(python, *asked)
    assert good[:2] == ["sims", similarity.load(content).fingerprint]
    for address, message, (_, said) in zip(addresses, messages, bad.values(), strict=True):
        assert message.startswith(f"similarity {address!r}: ")
        assert "\n" not in message and said in message
