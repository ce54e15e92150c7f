"""The Space's endpoints, as programs call them: right numbers, clear errors, many at once."""

import ast
import asyncio
import json
import re
from functools import partial
from importlib.util import find_spec

import httpx
import pytest
from files.test_shapes import SHAPES, assert_right_or_refused, written
from frozen import calls as frozen
from frozen import of_space
from frozen.plain import differences
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from helpers import PATIENCE
from reading_ways import LABELS
from space_files import FORMS
from space_numbers import AVERAGES
from space_server import running_space

pytestmark = pytest.mark.space


GOLD = handle_file(FORMS / "columns_gold.tsv")


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
        ("explain_example", {"gold": ["joy"] * 201}, "201 gold labels; up to 200 can be shown"),
        ("explain_example", {"ignore_case": "no"}, "ignore_case: true or false is needed"),
        ("score_file", {"counting": "both"}, 'counting: "both" is not one of paper, two_sided'),
        ("score_file", {"file": "a.csv"}, "file: a file is needed"),
        ("score_file", {"file": {"path": "/etc/passwd"}}, "file: a file is needed"),
        ("score_file", {"separator": 1}, "separator: text is needed, got 1"),
        ("score_file", {"layout": "wide"}, 'layout: "wide" is not one of'),
        ("score_file", {"missing": "no"}, 'missing: "no" is not one of'),
        ("score_file", {"ids": "maybe"}, 'ids: "maybe" is not one of'),
        ("score_file", {"gold": GOLD}, "There is no file of the predictions"),
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


def test_a_score_has_the_metric_s_signature(client, load):
    options = {"similarity": "goemotions", "counting": "two_sided"}
    signature = load().signature(**options, average=list(AVERAGES))
    assert score(client, None, **options)["signature"] == signature


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
    found = score(client, files[0], groups="author")
    with metric.notices() as texts:
        expected = metric.compute(one, gold, average=[*AVERAGES, None], groups=groups)
    for end in ("low", "high"):
        assert found["averages"]["micro"]["semantic"][end] == expected[f"semantic_f1_micro_{end}"]
    assert found["warnings"] == texts
    assert "groups:" in found["signature"]
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


def test_degrees_need_the_names_of_their_labels(client, root):
    file = handle_file(root / "examples" / "graded_labels.jsonl")
    with pytest.raises(AppError, match="5 columns"):
        client.predict(file=file, api_name="/score_graded")


def test_an_uploaded_similarity_is_its_visitor_s_alone(server, client, load, tmp_path):
    shown = client.predict(similarity="mfrc", api_name="/show_similarity")
    assert shown["audit"]["warnings"] == list(load().similarity.load("mfrc").audit().warnings)
    own, other = (Client(server.url, verbose=False) for _ in range(2))
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"labels": ["a", "b"], "values": [[1, 0.25], [0.5, 1]]}))
    own.predict(file=handle_file(file), api_name="/upload_similarity")
    uploaded = {"similarity": "(uploaded)", "api_name": "/show_similarity"}
    assert own.predict(**uploaded)["values"] == [[1, 0.25], [0.5, 1]]
    with pytest.raises(AppError, match="no uploaded similarity"):
        other.predict(**uploaded)


BAD = {
    "no header": (
        b"joy,joy\nanger,fear\n",
        "has no column 'predictions'; columns found: '1', '2'; name the columns of predictions "
        "and references, and give the file a header if it has none",
    ),
    "rows of different lengths": (
        b"predictions,references\njoy,joy\njoy,joy,joy\n",
        "line 3: the number of cells is 3, but the header has 2",
    ),
    "Latin-1": (
        "predictions,references\njoy,joy\nmis\u00e9rable,joy\n".encode("latin-1"),
        "line 3: byte 4 (0xE9) is not UTF-8",
    ),
    "unknown label": (
        b"predictions,references\njoy,joy\njoy,angr\n",
        "line 3, column 'references': 'angr'",
    ),
    "no Parquet": (b"PAR1 this is no Parquet", "not a Parquet file"),
    "a ZIP archive": (b"PK\x03\x04" + bytes(40), "file.csv: is a ZIP archive (perhaps an Excel"),
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


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", "[" * 100_000, "not JSON"),
        ("a.json", '{"labels": ["a"], "values": [[2]]}', "at most 1"),
        ("a.json", '{"labels": ["a"], "values": [[1]], "title": "\\ud800"}', "half of a character"),
    ],
    ids=["deep", "above 1", "half a character"],
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
def test_over_the_limit(tmp_path):
    file = tmp_path / "large.csv"
    row = b"over,over\n"
    with running_space(tmp_path / "strict", SEMANTIC_F1_MAX_MEGABYTES="1") as strict:
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


def test_endpoints_give_what_they_gave(client):
    """The same keys, and numbers within 1e-12."""
    recorded = frozen.read(frozen.RECORDED_SPACE)
    calls = frozen.named(of_space.calls(client))
    assert sorted(recorded) == sorted(calls)
    found = [
        text
        for name, call in calls.items()
        for text in differences(recorded[name], frozen.result_of(call), name)
    ]
    assert not found, "\n".join(found[:20])


async def asked_as_a_tool(url, name, arguments):
    """The names of all tools of agents, and the answer of one."""
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client

    async with (
        streamablehttp_client(f"{url}gradio_api/mcp/") as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        return tools, (await session.call_tool(name, arguments)).content[0].text


def test_four_tools_of_agents_give_the_metric_s_numbers(server, load):
    if find_spec("mcp") is None:
        pytest.skip("the package mcp is not here: pip install 'gradio[mcp]'")
    given = {"predicted": ["anger"], "gold": ["disgust", "sadness"]}
    tools, answer = asyncio.run(asked_as_a_tool(server.url, "explain_example", given))
    assert tools == ["explain_example", "score_file", "compare_files", "make_similarity"]
    expected = load().explain(*given.values(), similarity="plutchik")
    assert ast.literal_eval(answer)["semantic"] == expected


@pytest.fixture(scope="module")
def exact(server, tmp_path_factory):
    """A program that has sent the similarity of exact matches."""
    client, file = Client(server.url, verbose=False), tmp_path_factory.mktemp("own") / "exact.json"
    values = [[float(a == b) for a in LABELS] for b in LABELS]
    file.write_text(json.dumps({"labels": LABELS, "values": values}))
    client.predict(file=handle_file(file), api_name="/upload_similarity")
    return client


def by_endpoint(program, path, gold, options):
    """F1 and account, or the error's text."""
    given = {"predictions": "", "references": "", "separator": "one", "similarity": "(uploaded)"}
    for layout in {"indicators", "long"} & options.keys():
        given["layout"] = layout
    given |= {key: value for key, value in options.items() if key not in ("indicators", "long")}
    files = {"file": handle_file(path), "gold": handle_file(gold) if gold else None}
    try:
        found = program.predict(**files, **given, api_name="/score_file")
    except AppError as error:
        return str(error)
    return found["averages"]["samples"]["semantic"]["f1"], found["account"]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_read_right_or_refused(shape, exact, tmp_path):
    path, gold = written(shape, tmp_path)
    assert_right_or_refused(shape, "endpoint", partial(by_endpoint, exact, path, gold))
