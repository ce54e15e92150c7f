"""The Space's pages as the server sends them: ``python tests/frozen/space_pages.py FOLDER``.

Writes one HTML file per part and state into the folder. Run it before and after a change that
should leave the pages as they are; ``diff -r`` of the two folders says what moved.
"""

import json
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS)]

import httpx  # noqa: E402
from space_files import GROUPS_TEXT, write_complaints  # noqa: E402

from frozen import of_space  # noqa: E402
from frozen.layout import space_server  # noqa: E402

PARTS = ("inputs", "result")


class _Fields(HTMLParser):
    """The fields of a form as page.js reads them."""

    def __init__(self, html):
        super().__init__()
        self.form, self.name, self.text = {}, None, None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        name, kind = given.get("name"), given.get("type")
        if tag == "option" and self.name and ("selected" in given or self.name not in self.form):
            self.form[self.name] = given.get("value") or ""
        elif tag == "select":
            self.name = name
        elif tag == "textarea":
            self.name, self.text = name, ""
        elif tag == "input" and name and kind == "radio":
            if "checked" in given:
                self.form[name] = given["value"]
        elif tag == "input" and name and kind == "checkbox" and "data-many" in given:
            self.form.setdefault(name, []).extend([given["value"]] * ("checked" in given))
        elif tag == "input" and name:
            self.form[name] = "checked" in given if kind == "checkbox" else given.get("value") or ""

    def handle_data(self, data):
        if self.text is not None:
            self.text += data

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.form[self.name], self.text = self.text, None


class Visitor:
    """One tab of a browser, without the browser."""

    def __init__(self, url, folder, session):
        self.url, self.folder, self.session = url, folder, session
        self.http = httpx.Client(base_url=url, timeout=600)
        self.config = self.http.get("config").json()
        self.ids = {
            part["props"]["elem_id"]: part["id"]
            for part in self.config["components"]
            if part["props"].get("elem_id")
        }
        self.names = {identity: name for name, identity in self.ids.items()}
        self.shown = {
            self.names[part["id"]]: part["props"].get("value") or ""
            for part in self.config["components"]
            if part["id"] in self.names and part["type"] == "html"
        }

    def call(self, target, event, data=(), event_data=None, query=""):
        """Ask for an event of a component; what it answers is shown."""
        identity = self.ids.get(target, target)
        dependency = next(
            one for one in self.config["dependencies"] if [identity, event] in one["targets"]
        )
        sent = {
            "fn_index": dependency["id"],
            "data": list(data),
            "event_data": event_data,
            "session_hash": self.session,
            "trigger_id": identity if isinstance(identity, int) else None,
        }
        self.http.post(f"gradio_api/queue/join{query}", json=sent).raise_for_status()
        answer = {}
        with self.http.stream(
            "GET", "gradio_api/queue/data", params={"session_hash": self.session}
        ) as stream:
            for line in stream.iter_lines():
                message = json.loads(line[5:]) if line.startswith("data:") else {}
                if message.get("msg") == "process_completed":
                    answer = message["output"]
                if message.get("msg") == "close_stream":
                    break
        for output, value in zip(dependency["outputs"], answer.get("data", ()), strict=False):
            if isinstance(value, str) and output in self.names:
                self.shown[self.names[output]] = value
        return answer.get("data")

    def open(self, query):
        load = next(
            target
            for one in self.config["dependencies"]
            for target, event in one["targets"]
            if event == "load"
        )
        self.call(load, "load", query=f"?{query}")

    def give(self, page, path, field="file"):
        """Choose a file."""
        with open(path, "rb") as file:
            sent = self.http.post("gradio_api/upload", files={"files": (path.name, file)}).json()
        data = {"path": sent[0], "orig_name": path.name, "meta": {"_type": "gradio.FileData"}}
        self.call(f"{page}-{field}", "upload", [data])

    def form(self, page, **changed):
        return {**_Fields(self.shown[f"{page}-inputs"]).form, **changed}

    def do(self, page, do, event="send", side="inputs", changed=None, **data):
        sent = {"do": do, "form": self.form(page, **(changed or {})), **data}
        return self.call(f"{page}-{side}", event, event_data=sent)

    def keep(self, name, *pages):
        """Write what the pages show."""
        for page in pages:
            for part in PARTS if page != "try" else PARTS[1:]:
                text = self.shown[f"{page}-{part}"].replace("><", ">\n<")
                (self.folder / f"{name}.{page}-{part}.html").write_text(text, encoding="utf-8")


LINKS = {
    "score_refused": ("score", "similarity=plutchik"),
    "score_two": (
        "score",
        "similarity=goemotions&beside=goemotions-ekman&average=macro&counting=two_sided",
    ),
    "score_fold": ("score", "normalize_names=true&macro_labels=present&average=weighted"),
    "similarity": ("similarity", "similarity=mfrc"),
    "compare": ("compare", "average=macro&similarity=goemotions"),
    "compare_two": ("compare", "systems=classifier|nothing"),
    "annotators": ("annotators", "reduce=max&macro_labels=present"),
    "soft": ("annotators", "kind=soft"),
    "soft_plain": ("annotators", "kind=soft&use_similarity=false"),
    "graded": ("annotators", "kind=graded"),
    "try": ("try", 'similarity=mfrc&predicted=["Care","x"]&gold=["Loyalty"]'),
    "try_own": ("try", 'similarity=goemotions&predicted=["joy","neutral"]&gold=["love","<b>"]'),
}


def _files(folder):
    """The files that visitors give, by name."""
    of_space._write(folder)
    write_complaints(folder / "complaints.csv", rows=200)
    texts = {
        "gold.csv": "id,gold\n3,joy\n1,anger|fear\n2,\n",
        "predicted.csv": "id,predicted\n1,anger\n2,joy\n3,joy|love\n",
        "indicators.csv": "pred_joy,pred_anger,gold_joy,gold_anger\n1,0,1,0\n0,1,1,0\n1,1,0,1\n",
        "ids.csv": "predictions,references,author\n0,1,a\n1,1,b\n2 ,0,a\n",
        "texts.csv": "text,predictions,references,author\n"
        + "".join(
            f"a line of {i},{'joy;fear'[: 3 + 5 * (i % 2)]},joy,w{i % 7}\n" for i in range(30)
        ),
        "people.csv": "predictions,annotator_1,annotator_2\n"
        "joy,joy,love\nanger,,fear\nfear,fear,\n",
        "systems.csv": "gold;system_a;system_b\n"
        + "".join(
            f"{'joy' if i % 3 else 'anger'};joy;{'anger' if i % 4 else 'joy'}\n" for i in range(40)
        ),
        "grouped.csv": "gold;system_a;system_b;author\n"
        + "".join(f"joy;{'joy' if i % 3 else 'angr'};love;w{i % 9}\n" for i in range(40)),
        "other.csv": "gold;system_c\n"
        + "".join(f"{'joy' if i % 3 else 'anger'};fear\n" for i in range(40)),
        "broken.csv": "predictions,references\njoy,joy\njoy,joy,joy\n",
        "values.csv": "label,a,b,c\na,1,0.5,0\nb,0.5,1,0.25\nc,0,0.25,1\n",
        "tree.csv": "child,parent\na,x\nb,x\nx,top\nc,top\n",
        "pairs.csv": "one,two,value\na,b,0.4\nb,c,0.2\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _score(new, files):
    for name, changed in {
        "emotions.csv": {},
        "emotions_scores.jsonl": {"threshold": "0.6"},
        "complaints.csv": {"predictions": "model_a", "references": "agent"},
        "indicators.csv": {"unknown_labels": "mismatch"},
        "ids.csv": {"similarity": "plutchik"},
        "texts.csv": {"groups": "author", "beside": "goemotions"},
        "broken.csv": {},
    }.items():
        visitor = new()
        visitor.give("score", files / name)
        visitor.keep(f"score_{name}_came", "score")
        visitor.do("score", "change", changed=changed)
        visitor.keep(f"score_{name}_changed", "score")
        visitor.do("score", "score", "run", changed=changed)
        visitor.do("score", "average", average="micro")
        visitor.keep(f"score_{name}_scored", "score")
        rows = visitor.do("score", "rows", "make", "result")
        (visitor.folder / f"score_{name}_rows.csv").write_text(str(rows))
        visitor.do("score", "compare")
        visitor.do("score", "make")
        visitor.keep(f"score_{name}_others", "compare", "similarity")
    visitor = new()
    visitor.give("score", files / "predicted.csv")
    visitor.give("score", files / "gold.csv", "added")
    visitor.keep("score_two_files_came", "score")
    visitor.do("score", "score", "run", changed={"separator": "|"})
    visitor.keep("score_two_files_scored", "score")
    visitor.do("score", "remove", place=1)
    visitor.do("score", "paste", changed={"pasted": "gold,predicted\njoy,joy\n"})
    visitor.keep("score_pasted", "score")
    visitor.do("score", "example")
    visitor.do("score", "score", "run", changed={"source": "nonesuch"})
    visitor.keep("score_changed_meanwhile", "score")


def _compare(new, files):
    visitor = new()
    visitor.give("compare", files / "systems.csv")
    visitor.do("compare", "compare", "run", changed={"similarity": "goemotions-ekman"})
    visitor.keep("compare_scored", "compare")
    visitor.give("compare", files / "other.csv", "added")
    visitor.keep("compare_added", "compare")
    visitor.do("compare", "change", field="gold", changed={"gold": "gold"})
    visitor.do("compare", "compare", "run", changed={"average": "macro"})
    visitor.keep("compare_two_files", "compare")
    visitor = new()
    visitor.give("compare", files / "grouped.csv")
    changed = {"groups": "author", "unknown_labels": "mismatch"}
    visitor.do("compare", "compare", "run", changed=changed)
    visitor.keep("compare_groups", "compare")


def _annotators(new, files):
    for name, changed in {
        "emotions_nested.jsonl": {"reduce": "soft"},
        "people.csv": {"blank": "not_asked"},
        "soft.jsonl": {},
        "counts.jsonl": {"kind": "soft", "counts": True, "labels": "a, b, c, d, e, f"},
    }.items():
        visitor = new()
        visitor.give("annotators", files / name)
        visitor.keep(f"annotators_{name}_came", "annotators")
        visitor.do("annotators", "score", "run")
        visitor.keep(f"annotators_{name}_refused", "annotators")
        if "kind" in changed:
            visitor.do("annotators", "kind", changed=changed)
        visitor.do("annotators", "change", changed=changed)
        visitor.do("annotators", "score", "run", changed=changed)
        visitor.keep(f"annotators_{name}_scored", "annotators")


def _similarity(new, files):
    visitor = new()
    for name, changed in {
        "groups": {"groups": GROUPS_TEXT, "title": "Ours", "within": "0.7"},
        "tree": {"groups": "a\n  b\n  c\nd\n  e", "by_paths": True},
        "pairs": {"making": "pairs", "pairs": "a; b; 3\nb; c; 1", "numbers": "ratings"},
        "wrong": {"groups": "x: a, b\ny: a"},
        "bundled": {"making": "bundled", "bundled": "goemotions"},
    }.items():
        visitor.do("similarity", "look", changed=changed)
        visitor.keep(f"similarity_{name}", "similarity")
    visitor.do("similarity", "copy", changed={"making": "bundled", "bundled": "mfrc"})
    visitor.do("similarity", "use")
    visitor.keep("similarity_used", "similarity", "score", "compare", "annotators", "try")
    visitor.do("score", "score", "run")
    visitor.keep("similarity_scored", "score")
    for name in ("values.csv", "tree.csv", "pairs.csv", "table.json", "broken.csv"):
        visitor = new()
        visitor.give("similarity", files / name)
        visitor.keep(f"similarity_{name}", "similarity")


def main(folder):
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, space_server(Path(place) / "server") as server:
        files = Path(place) / "files"
        files.mkdir()
        _files(files)
        count = iter(range(10**6))

        def new():
            return Visitor(server.url, folder, f"visitor{next(count)}")

        visitor = new()
        visitor.keep("first", "try", "score", "similarity", "compare", "annotators")
        for name, (page, query) in LINKS.items():
            visitor = new()
            visitor.open(f"tab={page}&{query}")
            visitor.keep(f"link_{name}", page)
        visitor = new()
        steps = [{"do": "add", "side": "gold", "text": "Joy, nonesuch", "id": 1}]
        state = {"similarity": "plutchik", "predicted": ["anger"], "gold": []}
        visitor.call("try-result", "send", event_data={"state": state, "steps": steps})
        visitor.keep("try_steps", "try")
        for of_page in (_score, _compare, _annotators, _similarity):
            of_page(new, files)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
