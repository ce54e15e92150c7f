"""Subject indexing: Annif's files, precision and NDCG at k, and the report by structure."""

import gzip
import json

import numpy as np
import pytest
from helpers import refusal
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import ndcg_score

from semantic_f1 import SemanticF1
from semantic_f1.reports.suggestions import matching_gains
from semantic_f1.similarities import Similarities

# a and b are .5 alike, a and c .25, b and c .8, d is like none.
VALUES = np.eye(4)
for _pair, _value in {(0, 1): 0.5, (0, 2): 0.25, (1, 2): 0.8}.items():
    VALUES[_pair] = VALUES[_pair[::-1]] = _value
GOLDENS = [
    # suggested, gold, NDCG, NDCG@1, hard NDCG, P@1, P@2
    ("ba", "a", 0.8154649, 0.5, 0.6309298, 0.5, 0.75),
    ("ba", "ac", 0.8773706, 0.8, 0.3868528, 0.8, 0.9),
    ("abc", "a", 1, 1, 1, 1, 0.75),
    ("cb", "a", 0.4077324, 0.25, 0, 0.25, 0.375),
    ("dab", "ab", 0.6934264, 0, 0.6934264, 0, 0.5),
    ("", "a", 0, 0, 0, 0, 0),
]


@pytest.fixture
def metric():
    return SemanticF1(similarity=VALUES, labels=list("abcd"))


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda g: f"{g[0]}-{g[1]}")
def test_goldens(metric, golden):
    suggested, gold, ndcg, ndcg_1, hard, p_1, p_2 = golden
    found = metric.at_k([list(suggested)], [list(gold)], k=[None, 1, 2])
    assert found["semantic_ndcg_at_k"][:2] == [pytest.approx(ndcg, abs=1e-7), pytest.approx(ndcg_1)]
    assert found["hard_ndcg_at_k"][0] == pytest.approx(hard, abs=1e-7)
    assert found["semantic_precision_at_k"][1:] == [pytest.approx(p_1), pytest.approx(p_2)]
    assert found["n_without_suggestions"] == (suggested == "")


def test_means_over_documents(metric):
    documents = [(list(s), list(g)) for s, g, *_ in GOLDENS]
    found = metric.at_k(*zip(*documents, strict=True), k=1)
    assert found["semantic_ndcg_at_k"] == [pytest.approx(np.mean([g[3] for g in GOLDENS]))]
    assert found["n_documents"] == 6
    with metric.notices() as said:
        assert metric.at_k([["a"]], [[]], k=3)["semantic_ndcg_at_k"] == [1.0]
    assert "1 documents have no gold labels" in said[0]


@given(st.integers(0, 10**6))
def test_gains_are_those_of_solved_assignments(seed):
    rng = np.random.default_rng(seed)
    n, m = rng.integers(1, 7, 2)
    values = np.round(rng.random((n, m)), 2) * (rng.random((n, m)) < 0.7)
    totals = [0.0]
    for rows in range(1, n + 1):
        assignment = linear_sum_assignment(-values[:rows])
        totals.append(values[:rows][assignment].sum())
    assert matching_gains(values) == pytest.approx(np.diff(totals), abs=1e-12)


@given(st.integers(0, 10**6))
def test_with_the_identity_it_is_ndcg_and_within_bounds_otherwise(seed):
    rng = np.random.default_rng(seed)
    labels = [f"l{i}" for i in range(8)]
    values = rng.random((8, 8))
    np.fill_diagonal(values, 1)
    hard = SemanticF1(similarity="identity", labels=labels)
    soft = SemanticF1(similarity=values, labels=labels)
    suggested = rng.choice(labels, rng.integers(1, 8), replace=False).tolist()
    gold = rng.choice(labels, rng.integers(1, 8), replace=False).tolist()
    k = int(rng.integers(1, len(suggested) + 1))
    relevant = [[float(label in gold) for label in suggested] + [1.0] * len({*gold} - {*suggested})]
    scores = [list(range(len(relevant[0]), 0, -1))]
    found = hard.at_k([suggested], [gold], k=k)
    if len(relevant[0]) > 1:
        expected = ndcg_score(relevant, scores, k=k, ignore_ties=True)
        assert found["semantic_ndcg_at_k"][0] == pytest.approx(expected, abs=1e-12)
    assert found["semantic_ndcg_at_k"] == found["hard_ndcg_at_k"]
    assert 0 <= soft.at_k([suggested], [gold], k=k)["semantic_ndcg_at_k"][0] <= 1


def test_at_k_refuses(metric):
    for k in (0, 1.5, True):
        assert "a whole number, 1 or more" in refusal(metric.at_k, [["a"]], [["a"]], k=k)
    assert "suggested twice" in refusal(metric.at_k, [["a", "b", "a"]], [["a"]])
    for unordered in ({"a", "b"}, frozenset("a"), {"a": 0.5}):
        assert "best first; got a " in refusal(metric.at_k, [["a"], unordered], [["a"]] * 2)
    rows = SemanticF1("multilabel", similarity="identity", labels=["a", "b"])
    assert 'use config "default"' in refusal(rows.at_k, [[0.2, 0.9]], [[0, 1]])
    assert "'z'" in refusal(metric.at_k, [["a", "z"]], [["a"]])
    found = metric.at_k([["z", "a"]], [["a"]], k=[1, 2], unknown_labels="mismatch")
    assert found["semantic_precision_at_k"] == [0.0, 0.5]


# T > A > A1, A2; T > B; A2 related to B.
@pytest.fixture
def indexing():
    metric = SemanticF1("default")
    thesaurus = metric.similarity.make_thesaurus(
        [("A", "T"), ("B", "T"), ("A1", "A"), ("A2", "A")],
        related=[("A2", "B")],
        pairs="child-parent",
    )
    return SemanticF1(similarity=metric.similarity.relatedness(thesaurus, "rada"))


@pytest.mark.parametrize(("gold", "suggested", "side", "kind", "steps"), [
    ("A1", "A1", "suggestions", "exact", {}),
    ("A1", "A", "suggestions", "too_broad", {"1": 1}),
    ("A1", "T", "suggestions", "too_broad", {"2": 1}),
    ("A1", "A2", "suggestions", "near", {}), ("A1", "B", "suggestions", "far", {}),
    ("A", "A2", "suggestions", "too_narrow", {"1": 1}),
    ("A", "B", "suggestions", "near", {}),
    ("A1 T", "A", "suggestions", "too_broad", {"1": 1}),
    ("A2", "B", "suggestions", "near", {}),
    ("A", "A1", "gold", "only_narrower", None),
    ("A1", "A T", "gold", "only_broader", None),
    ("A", "A1 T", "gold", "only_broader", None),
    ("A", "A A1", "gold", "found", None), ("A1", "A2", "gold", "near", None),
    ("A1", "B", "gold", "missed", None), ("A1", "", "gold", "missed", None),
])  # fmt: skip
def test_kinds_of_suggestions_and_gold_subjects(indexing, gold, suggested, side, kind, steps):
    found = indexing.indexing_report([suggested.split()], [gold.split()], output="dict")
    assert {k: n for k, n in found[side].items() if n} == {kind: 1}
    key = "steps_too_narrow" if kind == "too_narrow" else "steps_too_broad"
    assert steps is None or found[key] == steps


def test_branches_and_forms(indexing):
    call = [["A1", "B"], ["A"]], [["A1"], ["A2", "B"]]
    found = indexing.indexing_report(*call, branches=["A", "B"], output="dict")
    kinds = {"exact": 1, "too_broad": 1, "too_narrow": 0, "near": 0, "far": 1}
    assert found["suggestions"] == kinds
    of_branches = {row["branch"]: sum(row["suggestions"].values()) for row in found["branches"]}
    assert of_branches == {"A": 2, "B": 1}
    text = indexing.indexing_report(*call)
    assert "suggestions: 3 of 2 documents" in text and "too broad" in text
    assert indexing.indexing_report(*call, output="csv").splitlines()[0].startswith("branch,exact")
    assert indexing.indexing_report(*call, output="markdown").startswith("| branch | exact |")
    assert "<th>exact</th>" in indexing.indexing_report(*call, output="html")
    unknown = indexing.indexing_report([["X"]], [["A"]], unknown_labels="mismatch", output="dict")
    assert (unknown["n_unknown"], unknown["gold"]["missed"]) == (1, 1)
    assert "'C'" in refusal(indexing.indexing_report, *call, branches=["C"])
    assert "output" in refusal(indexing.indexing_report, *call, output="pdf")
    plain = SemanticF1(similarity="plutchik")
    assert "over a thesaurus" in refusal(plain.indexing_report, [["joy"]], [["joy"]])


def test_many_branches_end_in_other():
    metric = SemanticF1("default")
    pairs = [(f"c{i}", f"r{i}") for i in range(25)]
    thesaurus = metric.similarity.make_thesaurus(pairs, pairs="child-parent")
    rows = [[name] for name, _ in pairs]
    options = {"similarity": metric.similarity.relatedness(thesaurus, "rada"), "output": "dict"}
    found = metric.indexing_report(rows, rows, **options)
    assert len(found["branches"]) == 21
    assert found["branches"][-1]["branch"] == "other"
    assert found["branches"][-1]["suggestions"]["exact"] == 5


URI = "http://e.x/"
DOCUMENTS = [("one", ["a", "b"], ["b", "a", "c"]), ("two", ["c"], []), ("three", ["d"], ["d", "a"])]
SCORES = [0.9, 0.5, 0.2]
FORMS = ("tsv", "json", "notations", "short.tsv", "short.csv", "jsonl")


def subjects_in(form, name, subjects):
    """The gold subjects of a document, as a form writes them."""
    uris = [{"uri": URI + one} for one in subjects]
    between = " ".join(f"<{URI}{one}>" for one in subjects)
    lines = "\n".join(f"<{URI}{one}>\tlabel {one}\tmore" for one in subjects)
    return {
        "json": json.dumps({"subjects": uris}),
        "jsonl": json.dumps({"document_id": name, "subjects": uris}),
        "short.tsv": f"text of {name}\t{between}",
        "short.csv": f"text of {name},{between}",
    }.get(form, lines)


def suggestions_in(form, name, suggested):
    """Suggestions for a document, as a form writes them."""
    scored = list(zip(suggested, SCORES, strict=False))
    if form in ("tsv", "json", "notations"):
        label = "label\t1.2" if form == "notations" else "label"
        return "\n".join(f"<{URI}{one}>\t{label} {one}\t{score}" for one, score in scored)
    fields = ("uri", "label", "notation", "score")
    results = [dict(zip(fields, (URI + s, s, None, x), strict=True)) for s, x in scored]
    row = {"document_id": name, "text": f"text of {name}", "results": results}
    if form.startswith("short"):
        del row["document_id"]
    return json.dumps(row)


def write_form(folder, form, packed=False, bom=""):
    """(predicted, gold) paths of the same documents in one of Annif's forms."""
    predicted, gold = folder / "predicted", folder / "gold"

    def put(path, *lines):
        path.parent.mkdir(exist_ok=True)
        data = (bom + "\n".join(lines)).encode()
        path = path.with_name(path.name + ".gz" * packed)
        path.write_bytes(gzip.compress(data) if packed else data)
        return path

    found = [suggestions_in(form, name, suggested) for name, _, suggested in DOCUMENTS]
    true = [subjects_in(form, name, subjects) for name, subjects, _ in DOCUMENTS]
    if "short" in form or form == "jsonl":
        head = ["text,subject_uris"] * (form == "short.csv")
        ending = form.removeprefix("short.")
        return put(predicted / "s.annif.jsonl", *found), put(gold / f"g.{ending}", *head, *true)
    for (name, *_), suggestions, subjects in zip(DOCUMENTS, found, true, strict=True):
        put(predicted / f"{name}.annif", suggestions)
        put(gold / f"{name}.{'json' if form == 'json' else 'tsv'}", subjects)
    return predicted, gold


@pytest.mark.parametrize("bom", ["", "\ufeff"], ids=["plain", "BOM"])
@pytest.mark.parametrize(
    ("form", "packed"), [*((f, False) for f in FORMS), ("jsonl", True), ("short.csv", True)]
)
def test_each_form_of_the_same_documents(metric, tmp_path, form, packed, bom, recwarn):
    found = metric.read_annif(*write_form(tmp_path, form, packed, bom), scores=True)
    names = [name.removeprefix("text of ") for name in found["documents"]]
    sides = zip(found["predictions"], found["references"], strict=True)
    assert dict(zip(names, sides, strict=True)) == {
        name: ([URI + s for s in suggested], [URI + s for s in subjects])
        for name, subjects, suggested in DOCUMENTS
    }
    assert sorted(map(len, found["scores"])) == [0, 2, 3]
    # Files are closed.
    assert not any(str(tmp_path) in str(one.message) for one in recwarn)


def test_labels_where_there_are_no_uris_and_one_folder_for_both(metric, tmp_path):
    (tmp_path / "x.txt").write_text("text")
    (tmp_path / "x.key").write_text("a\nb\n")
    (tmp_path / "x.annif").write_text("b\tb\t0.5\na\ta\t0.5\nc\tc\t0.7\n")
    (tmp_path / "y.key").write_text("a\n")
    with metric.notices() as said:
        found = metric.read_annif(tmp_path)
    # Equal scores stay in the order of the file.
    assert found == {"predictions": [["c", "b", "a"]], "references": [["a", "b"]]}
    assert said == [
        "read_annif: 1 documents have gold subjects and no suggestions; they are left out."
    ]
    assert metric.read_annif(tmp_path, limit=1)["predictions"] == [["c"]]
    assert metric.read_annif(tmp_path, threshold=0.5)["predictions"] == [["c", "b", "a"]]
    assert metric.read_annif(tmp_path, threshold=0.6)["predictions"] == [["c"]]
    # Corpora repeat some gold subjects.
    (tmp_path / "x.tsv").write_text("<u>\tlabel\n<u>\tlabel\n")
    assert metric.read_annif(tmp_path)["references"] == [["u"]]


@pytest.mark.parametrize(("name", "text", "said"), [
    ("x.annif", "<u>\tlabel\n", "line 1: the last column is no score"),
    ("x.annif", "<u>\tlabel\tnan\n", "line 1: the last column is no score"),
    ("x.annif", "<u>\tl\t1\n<u>\tl\t0.5\n", "'u' comes twice"),
    ("x.json", "[1]", "expected a JSON object"),
    ("x.json", "{", "no JSON"),
    ("x.json", '{"subjects": [1]}', "a list of objects"),
    ("other.key", "a\n", "no document is in both"),
])  # fmt: skip
def test_files_that_are_refused(metric, tmp_path, name, text, said):
    assert "has no *.annif file" in refusal(metric.read_annif, tmp_path)
    other = ("x.key", "a\n") if name == "x.annif" else ("x.annif", "<u>\tlabel\t0.5\n")
    for file, content in (other, (name, text)):
        (tmp_path / file).write_text(content)
    assert said in refusal(metric.read_annif, tmp_path)


def test_paths_that_are_refused(metric, tmp_path):
    (tmp_path / "a.xml").write_text("")
    assert "neither a folder nor" in refusal(metric.read_annif, tmp_path / "a.xml", tmp_path)
    assert "holds one side" in refusal(metric.read_annif, tmp_path / "a.jsonl")
    for limit in (0, True):
        assert "limit" in refusal(metric.read_annif, tmp_path, limit=limit)


def test_real_gold_subjects_in_two_commands(run, root, tmp_path):
    """A librarian's folder: the subjects of a corpus, and for each a concept above it or itself."""
    pytest.importorskip("pyoxigraph", reason="pyoxigraph, which reads RDF, is missing")
    file = root / "examples" / "yso_archaeology" / "yso-archaeology.ttl"
    thesaurus = Similarities.read_thesaurus(file)
    place = {name: at for at, name in enumerate(thesaurus.labels)}
    above = dict(thesaurus.edges.tolist())
    gold_file = root / "data" / "thesauri" / "yso_archaeology" / "gold_subjects.tsv"
    exact = broad = 0
    for line in gold_file.read_text(encoding="utf-8").splitlines():
        document, subjects = line.split("\t")
        gold = [uri for uri in subjects.split() if uri in place]
        suggested = {thesaurus.labels[above.get(place[uri], place[uri])] for uri in gold}
        exact += len(suggested & set(gold))
        broad += len(suggested - set(gold))
        for ending, uris, score in ((".tsv", gold, ""), (".annif", suggested, "\t0.5")):
            lines = (f"<{uri}>\t{thesaurus.titles[uri]}{score}\n" for uri in uris)
            (tmp_path / f"{document}{ending}").write_text("".join(lines), encoding="utf-8")
        (tmp_path / f"{document}.txt").write_text("")
    command = [tmp_path, "--from", "annif", "--thesaurus", file, "--measure", "lin"]
    status, out, err = run(*command)
    assert status == 0, err
    assert "read: 28 documents" in out and "Semantic NDCG@k" in out
    status, out, err = run(*command, "--report", "indexing")
    assert status == 0, err
    shown = {line[:16].strip(): line.split()[-2] for line in out.splitlines() if line.endswith("%")}
    assert (int(shown["exact"]), int(shown["too broad"])) == (exact, broad)
    # Branches go by their preferred labels.
    branches = out.partition("by branch")[2].partition("note")[0]
    assert "\nprehistory " in out and "yso/p" not in branches
