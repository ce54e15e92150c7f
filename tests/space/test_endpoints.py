"""The Space's endpoints, as programs call them: right numbers, clear errors, many at once."""

import json
import re

import httpx
import pytest
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from helpers import PATIENCE
from space_numbers import AVERAGES, SCORES, bundled_sets

pytestmark = pytest.mark.space

EXCEL = "\ufeffid;predictions;references\r\n1;joy;joy\r\n2;anger;disgust\r\n".encode()


def score(client, file, **options):
    """The JSON of ``score_file``; a file is a path, or None for the bundled one."""
    options = {"similarity": "plutchik", **options}
    file = None if file is None else handle_file(file)
    return client.predict(file=file, **options, api_name="/score_file")


def call(url, endpoint, data):
    """Answer of an endpoint to raw data, without the client's help: the event and its text."""
    started = httpx.post(f"{url}gradio_api/call/{endpoint}", json={"data": data})
    event = started.json()["event_id"]
    answer = httpx.get(f"{url}gradio_api/call/{endpoint}/{event}", timeout=PATIENCE).text
    kind, text = answer.strip().split("\n", 1)
    return kind.removeprefix("event: "), text


def test_documented_endpoints(client):
    endpoints = client.view_api(return_format="dict", print_info=False)["named_endpoints"]
    assert all(len(endpoint["description"]) > 40 for endpoint in endpoints.values())
    text = json.dumps(endpoints)
    assert "value_" not in text and "Literal[]" not in text
    parameters = endpoints["/explain_example"]["parameters"]
    predicted, _, similarity, _ = (one["python_type"]["type"] for one in parameters)
    assert predicted == "list[str]" and similarity.startswith("Literal['goemotions', ")
    returned = endpoints["/explain_example"]["returns"][0]["python_type"]["type"]
    assert returned.startswith("dict(semantic: ")


@pytest.mark.parametrize(
    ("endpoint", "wrong", "message"),
    [
        # Text was once taken letter by letter, and scored 0.
        (
            *("explain_example", {"predicted": "anger"}),
            'predicted: a list is needed, not text. For one label: ["anger"]',
        ),
        ("explain_example", {"gold": [1]}, "gold: a list of texts is needed"),
        ("explain_example", {"gold": None}, "gold: a list of texts is needed"),
        ("explain_example", {"similarity": "plutchick"}, 'similarity: "plutchick" is not one of'),
        ("explain_example", {"similarity": ["mfrc"]}, "similarity: "),
        ("explain_example", {"ignore_case": "no"}, "ignore_case: true or false is needed"),
        ("score_file", {"counting": "both"}, 'counting: "both" is not one of paper, two_sided'),
        ("score_file", {"file": "a.csv"}, "file: a file is needed"),
        ("score_file", {"file": {"path": "/etc/passwd"}}, "file: a file is needed"),
        ("score_file", {"separator": 1}, "separator: text is needed, got 1"),
        ("make_similarity", {"groups": ["a", "b"]}, "groups: text is needed"),
        ("make_similarity", {"groups": "a: b, c", "within": "x"}, "within: a number is needed"),
        ("score_counts", {"gold": [0.5]}, "gold: a list of whole numbers is needed, got [0.5]"),
        ("score_counts", {"sets": [0]}, "sets: a list of lists of whole numbers is needed"),
        ("score_annotators", {"references": "annotator_1"}, "references: a list is needed"),
        ("compare_files", {"average": "median"}, 'average: "median" is not one of samples, '),
    ],
)
def test_a_wrong_argument_is_refused_by_its_name(client, endpoint, wrong, message):
    given = {"predicted": ["joy"], "gold": ["joy"]} if endpoint == "explain_example" else {}
    if endpoint == "score_counts":
        given = {"labels": ["joy"], "sets": [[0]], "gold": [0], "predicted": [0], "times": [1]}
    with pytest.raises((AppError, ValueError)) as error:
        client.predict(**{**given, **wrong}, api_name=f"/{endpoint}")
    assert str(error.value).startswith(message)
    if "plutchick" in message:
        assert str(error.value).endswith("(did you mean 'plutchik'?)")


def test_the_first_answers_are_compressed_and_events_are_not(server):
    sizes = {}
    for encoding in ("gzip", "identity"):
        with httpx.Client(headers={"Accept-Encoding": encoding}, timeout=PATIENCE) as program:
            for path in ("", "config", "gradio_api/info"):
                with program.stream("GET", f"{server.url}{path}") as answer:
                    sent = b"".join(answer.iter_raw())
                assert (answer.headers.get("content-encoding") == "gzip") == (encoding == "gzip")
                sizes[path, encoding] = len(sent)
            started = program.post(
                f"{server.url}gradio_api/call/explain_example",
                json={"data": [["joy"], ["joy"], "plutchik", True]},
            )
            event = started.json()["event_id"]
            address = f"{server.url}gradio_api/call/explain_example/{event}"
            with program.stream("GET", address) as answer:
                assert "content-encoding" not in answer.headers
                assert "complete" in answer.read().decode()
    assert sizes["", "gzip"] <= 90_000 < sizes["", "identity"]


def test_a_link_to_the_page_has_a_picture(server):
    page = httpx.get(server.url, timeout=PATIENCE).text
    for name in ("og:image", "twitter:image"):
        address = re.search(f'="{name}" content="([^"]*)"', page)[1]
        assert address == "https://evaluate-metric-semantic-f1.hf.space/preview.png"
    picture = httpx.get(server.url + address.rpartition("/")[2], timeout=PATIENCE)
    assert picture.headers["content-type"] == "image/png"
    assert [int.from_bytes(picture.content[at : at + 4], "big") for at in (16, 20)] == [1200, 630]


def test_explain_example(client, load):
    given = {"predicted": ["gratitude", "joy", "Anger"], "gold": ["love", "annoyance", "angr"]}
    answer = client.predict(**given, similarity="goemotions", api_name="/explain_example")
    options = {"normalize_names": True, "unknown_labels": "mismatch"}
    expected = load().explain(*given.values(), similarity="goemotions", **options)
    assert answer["semantic"] == expected
    assert answer["hard"]["semantic_f1"] == 0
    assert answer["unknown"] == [{"label": "angr", "did_you_mean": "anger"}]
    with pytest.raises(AppError, match=r"^201 gold labels; up to 200 can be shown here\.$"):
        client.predict(predicted=[], gold=["joy"] * 201, api_name="/explain_example")


def test_score_file_of_the_bundled_predictions(client, load):
    predictions, references = bundled_sets()
    sets = {"predictions": predictions, "references": references}
    result = score(client, None, similarity="goemotions", counting="two_sided")
    options = {"similarity": "goemotions", "counting": "two_sided"}
    expected = load().compute(**sets, **options, average=[*AVERAGES, None])
    for average in AVERAGES:
        assert result["averages"][average]["semantic"] == {
            name: expected[f"semantic_{name}_{average}"] for name in SCORES
        }
    assert [row["label"] for row in result["per_label"]] == expected["labels"]
    assert [row["semantic"]["f1"] for row in result["per_label"]] == expected[
        "semantic_f1_per_label"
    ]
    assert result["signature"] == load().signature(**options, average=list(AVERAGES))


def test_intervals_and_groups_of_files(client, load, tmp_path):
    names = ["joy", "fear", "anger", "sadness"]
    rows = [(names[i % 4], names[(i * i) % 4], names[i % 3], f"author {i // 5}") for i in range(40)]
    files = []
    for place, name in ((1, "a"), (2, "b")):
        lines = [f"{row[place]},{row[0]},{row[3]}" for row in rows]
        files.append(tmp_path / f"{name}.csv")
        files[-1].write_text("\n".join(["predictions,references,author", *lines]))
    gold, one, two = ([[row[place]] for row in rows] for place in range(3))
    groups = [row[3] for row in rows]
    asked = {"similarity": "plutchik", "n_resamples": 1000}
    metric = load(**asked)
    for options, given in (
        ({}, None),
        ({"intervals": True}, {}),
        ({"groups": "author"}, {"groups": groups}),
    ):
        found = score(client, files[0], **options)
        f1 = found["averages"]["micro"]["semantic"]
        if given is None:
            assert "low" not in f1
            continue
        with metric.notices() as texts:
            expected = metric.compute(
                predictions=one, references=gold, average=[*AVERAGES, None], **given
            )
        for end in ("low", "high"):
            assert f1[end] == expected[f"semantic_f1_micro_{end}"]
        assert found["warnings"] == texts
        assert ("groups:" in found["signature"]) == ("groups" in options)
    sent = {"file_a": handle_file(files[0]), "file_b": handle_file(files[1])}
    answer = client.predict(
        **sent, similarity="plutchik", groups="author", api_name="/compare_files"
    )
    with metric.notices():
        expected = metric.compare(one, two, gold, groups=groups, average="samples")
        tested = metric.sensitivity({"A": one, "B": two}, gold, groups=groups)
    assert answer["comparison"] == expected
    assert answer["sensitivity"]["pairs"] == tested["pairs"]
    with pytest.raises(AppError, match="'writer'"):
        score(client, files[0], groups="writer")


def test_counts_of_pairs_give_the_scores_of_their_rows(client, load):
    counts = {"labels": ["joy", "love", "anger"], "sets": [[0], [0, 1], [2]]}
    found = client.predict(
        **counts,
        # {joy} as {joy} twice and as {anger}, {anger} as {joy, love} three times.
        **{"gold": [0, 0, 2], "predicted": [0, 2, 1], "times": [2, 1, 3]},
        similarity="plutchik",
        api_name="/score_counts",
    )
    predicted = [["joy"]] * 2 + [["anger"]] + [["joy", "love"]] * 3
    gold = [["joy"]] * 3 + [["anger"]] * 3
    expected = load(similarity="plutchik").side_by_side(predicted, gold, average=list(AVERAGES))
    assert found["examples"] == 6
    for average in AVERAGES:
        for kind, result in expected.items():
            f1 = found["averages"][average][kind]
            assert f1 == {name: result[f"semantic_{name}_{average}"] for name in SCORES}


def test_degrees(client, load, root):
    found = client.predict(file=None, api_name="/score_graded")
    rows = [json.loads(line) for line in (root / "examples" / "graded_labels.jsonl").open()]
    sides = {key: [row[key] for row in rows] for key in ("predictions", "references")}
    labels = ["anger", "disgust", "fear", "joy", "sadness"]
    metric = load("graded", similarity="plutchik", labels=labels)
    with metric.notices():
        expected = metric.compute(**sides, average=["samples", None], n_resamples=1000)
    f1 = found["averages"]["samples"]["semantic"]
    assert f1["f1"] == expected["semantic_f1_samples"]
    assert f1["low"] == expected["semantic_f1_samples_low"]
    assert [row["label"] for row in found["per_label"]] == labels
    assert [row["semantic_f1"] for row in found["per_label"]] == expected["semantic_f1_per_label"]
    assert found["distances"]["binary_cross_entropy"] == expected["binary_cross_entropy"]
    with pytest.raises(AppError, match="5 columns"):
        client.predict(
            file=handle_file(root / "examples" / "graded_labels.jsonl"), api_name="/score_graded"
        )


def test_show_and_upload_similarity(server, load, tmp_path):
    client = Client(server.url, verbose=False)
    shown = client.predict(similarity="mfrc", api_name="/show_similarity")
    mfrc = load().similarity.load("mfrc")
    assert shown["labels"] == list(mfrc.labels)
    assert shown["audit"]["warnings"] == list(mfrc.audit().warnings)
    assert shown["values"] == mfrc.values.tolist()
    assert shown["fingerprint"] == mfrc.fingerprint
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"labels": ["a", "b"], "values": [[1, 0.25], [0.5, 1]]}))
    received = client.predict(file=handle_file(file), api_name="/upload_similarity")
    assert received == {"similarity": "(uploaded)", "file": "own.json", "labels": ["a", "b"]}
    answer = client.predict(
        similarity="(uploaded)", predicted=["a"], gold=["b"], api_name="/explain_example"
    )
    assert answer["semantic"]["semantic_precision"] == 0.25
    assert answer["semantic"]["semantic_recall"] == 0.5
    # Another visitor has none.
    with pytest.raises(AppError, match="no uploaded similarity"):
        Client(server.url, verbose=False).predict(
            similarity="(uploaded)", api_name="/show_similarity"
        )


BAD = {
    "empty": (b"", "file.csv: is empty"),
    "no header": (
        b"joy,joy\nanger,fear\n",
        "has no column 'predictions'; columns found: '1', '2'; name the columns of predictions "
        "and references, and give the file a header if it has none",
    ),
    "wrong columns": (b"predicted,gold\njoy,joy\n", "columns found: 'predicted', 'gold'"),
    "rows of different lengths": (
        b"predictions,references\njoy,joy\njoy,joy,joy\n",
        "line 3: the number of cells is 3, but the header has 2",
    ),
    "Latin-1": (
        "predictions,references\njoy,joy\nmis\u00e9rable,joy\n".encode("latin-1"),
        "line 3: byte 4 (0xE9) is not UTF-8",
    ),
    "a list without an end": (
        b'predictions,references\njoy,"[""joy"""\n',
        "line 2: column 'references'",
    ),
    "unknown label": (
        b"predictions,references\njoy,joy\njoy,angr\n",
        "line 3, column 'references': 'angr'",
    ),
    "no rows": (b"predictions,references\n", "has a header but no rows"),
    "no Parquet": (b"PAR1 this is no Parquet", "not a Parquet file"),
    "JSON": (b'{"predictions": "joy"', "is not one whole JSON object"),
    "a ZIP archive": (b"PK\x03\x04" + bytes(40), "file.csv: is a ZIP archive (perhaps an Excel"),
    "half UTF-16": ("predictions,references\njoy,joy\n".encode("utf-16")[:-1], "UTF-16"),
}


@pytest.mark.parametrize(("content", "message"), BAD.values(), ids=BAD)
def test_a_bad_file_is_one_clear_message(client, tmp_path, content, message):
    file = tmp_path / ("file.parquet" if content.startswith(b"PAR1") else "file.csv")
    file.write_bytes(content)
    with pytest.raises(AppError) as error:
        score(client, file)
    text = str(error.value)
    assert message in text
    assert text.startswith(("file.", "line "))
    assert "Traceback" not in text and "\n" not in text and str(file.parent) not in text


def test_an_excel_file_with_mark_and_semicolons(client, load, tmp_path):
    file = tmp_path / "excel.csv"
    file.write_bytes(EXCEL)
    result = score(client, file)
    expected = load(similarity="plutchik").compute(
        predictions=[["joy"], ["anger"]], references=[["joy"], ["disgust"]]
    )
    assert result["averages"]["samples"]["semantic"]["f1"] == expected["semantic_f1"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", "[" * 100_000, "not JSON"),
        ("a.json", "[]", "expected a JSON object with 'labels' and 'values'"),
        ("a.json", '{"labels": ["a"], "values": [[2]]}', "at most 1"),
        ("a.json", '{"labels": ["a"], "values": [[1]], "title": "\\ud800"}', "half of a character"),
        ("a.csv", "label,a,b\na,1,0\n", "rows and columns must have the same names"),
        ("a.csv", "", "a.csv: is empty"),
        ("a.exe", "label,a\na,1\n", "a similarity is a table"),
    ],
    ids=["deep", "a list", "above 1", "half a character", "not square", "empty", "text"],
)
def test_a_bad_similarity_is_one_clear_message(client, tmp_path, name, content, message):
    file = tmp_path / name
    file.write_text(content)
    with pytest.raises(AppError) as error:
        client.predict(file=handle_file(file), api_name="/upload_similarity")
    text = str(error.value)
    assert message in text
    assert name in text
    assert "\n" not in text and "semantic_f1_" not in text


@pytest.mark.parametrize(
    "card",
    [
        {"angles": ["x"]},
        {"angles": {"a": "x", "b": None}},
        {"angles": {"a": 10**400, "b": 1}},
        {"title": {"a": 10**30}, "caveats": 3, "source": [1], "population": None},
        {"name": 7, "none_labels": ["a b"]},
    ],
)
def test_a_similarity_with_an_odd_card_works(server, tmp_path, card):
    client = Client(server.url, verbose=False)
    file = tmp_path / "odd.json"
    file.write_text(json.dumps({"labels": ["a", "b"], "values": [[1, 0.25], [0.25, 1]], **card}))
    client.predict(file=handle_file(file), api_name="/upload_similarity")
    assert client.predict(similarity="(uploaded)", api_name="/show_similarity")["labels"]
    answer = client.predict(
        similarity="(uploaded)", predicted=["a"], gold=["b"], api_name="/explain_example"
    )
    assert answer["semantic"]["semantic_f1"] == 0.25


@pytest.mark.long
def test_fifty_megabytes_and_many_rows(client, load, tmp_path):
    labels = load().similarity.load("goemotions-ekman").labels
    sets = [([labels[i], *labels[3:27]], [labels[i], labels[i + 1]]) for i in range(20)]
    lines = [
        ",".join('"' + json.dumps(side).replace('"', '""') + '"' for side in both) for both in sets
    ]
    block = "\n".join(lines) + "\n"
    file = tmp_path / "large.csv"
    file.write_text("predictions,references\n" + block * (50_000_000 // len(block) + 1))
    assert file.stat().st_size > 50_000_000
    result = score(client, file, similarity="goemotions-ekman")
    assert result["examples"] > 100_000
    expected = load(similarity="goemotions-ekman").compute(
        predictions=[predicted for predicted, _ in sets], references=[gold for _, gold in sets]
    )
    shown = result["averages"]["samples"]["semantic"]
    assert shown["f1"] == pytest.approx(expected["semantic_f1"], abs=1e-12)


@pytest.mark.long
def test_over_the_limit(strict, tmp_path):
    file = tmp_path / "large.csv"
    row = b"over,over\n"
    # Below and above what Gradio stops in the transfer.
    for size, message in (
        (1_020_000, r"^large.csv has 1.0 MB; up to 1 MB can be read here\."),
        (3_000_000, "exceeds the maximum file size of 2097152 bytes"),
    ):
        file.write_bytes(b"predictions,references\n" + row * (size // len(row)))
        with pytest.raises((AppError, ValueError), match=message):
            score(Client(strict.url, verbose=False), file)
    with open(file, "rb") as handle:
        answer = httpx.post(f"{strict.url}gradio_api/upload", files={"files": handle})
    assert answer.status_code == 413
    assert "maximum allowed size" in answer.text
    assert strict.files_with("over,over") == []


def test_nothing_of_the_server_is_read_or_deleted(server):
    secret = server.folder / "tmp" / "secret.json"
    secret.write_text('{"labels": ["a"], "values": [[1]]}')
    table = server.folder / "tmp" / "secret.csv"
    table.write_text("predictions,references\njoy,joy\n")
    for name in ("/etc/passwd", "../x.json", str(secret), "identity", "hf://datasets/a/b/c.json"):
        kind, _ = call(server.url, "show_similarity", [name])
        assert kind == "error"
        kind, _ = call(server.url, "explain_example", [["a"], ["a"], name, False])
        assert kind == "error"
    meta = {"_type": "gradio.FileData"}
    options = ["predictions", "references", "", "plutchik", "raise", False, "paper", "all"]
    for path in (str(table), "/etc/passwd", f"{server.folder}/gradio/../tmp/secret.csv"):
        kind, _ = call(server.url, "score_file", [{"path": path, "meta": meta}, *options])
        assert kind == "error"
        kind, _ = call(server.url, "upload_similarity", [{"path": path, "meta": meta}])
        assert kind == "error"
    assert table.exists() and secret.exists()


def test_a_similarity_of_visitors_is_a_bundled_name(root):
    from space.frame.similarities import similarity_of

    for name in (str(root / "similarity_matrices" / "mfrc.json"), "identity", None, ["mfrc"]):
        with pytest.raises(ValueError, match=r"^similarity: .* is not one of goemotions, "):
            similarity_of(name, None)
    assert similarity_of("mfrc", None).name == "mfrc"
