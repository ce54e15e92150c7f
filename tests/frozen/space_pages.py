"""The Space's pages as its functions make them: ``python tests/frozen/space_pages.py FOLDER``.

Writes one HTML file per part and state into the folder. Run it before and after a change that
should leave the pages as they are; ``diff -r`` of the two folders says what moved.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qsl

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS)]

import gradio as gr  # noqa: E402
from space_files import GROUPS_TEXT, write_complaints  # noqa: E402

from frozen import of_space  # noqa: E402
from space import page as space_page  # noqa: E402
from space.frame import sessions  # noqa: E402
from space.similarity.form import FIRST  # noqa: E402

PARTS = ("inputs", "result")
SERIAL = re.compile(r"(?<![\w.])\d{10,}(?!\w)")
FILE_PAGES = {one.page.PAGE: one.page for one in space_page.FILE_PAGES}


class Visitor:
    """One tab of a browser, without browser and server."""

    def __init__(self, demo, folder, session):
        self.folder, self.session = folder, session
        self.ids = {block.elem_id: place for place, block in demo.blocks.items()}
        self.ids[None] = demo._id
        self.functions = {target: one for one in demo.fns.values() for target in one.targets}
        self.shown = {block.elem_id: getattr(block, "value", "") for block in demo.blocks.values()}

    def call(self, target, event, *given, **query):
        """Call the function of an event of a component; what it answers is shown."""
        function = self.functions[self.ids[target], event]
        request = SimpleNamespace(session_hash=self.session, query_params=query)
        answer = function.fn(*given, request)
        answers = answer if isinstance(answer, (list, tuple)) else [answer]
        for part, value in zip(function.outputs, answers, strict=False):
            if isinstance(value, str):
                self.shown[part.elem_id] = value
        return answers

    def open(self, query):
        self.call(None, "load", **dict(parse_qsl(query)))

    def give(self, page, path, field="file"):
        """Choose a file, which the page deletes."""
        with tempfile.TemporaryDirectory() as folder:
            self.call(f"{page}-{field}", "upload", shutil.copy(path, folder))

    def do(self, page, do, event="send", side="inputs", changed=None, **data):
        """Press something of a page, whose form is as it is shown but for what is changed."""
        visit = sessions.of(SimpleNamespace(session_hash=self.session))
        form = FILE_PAGES[page].form_of(visit) if page in FILE_PAGES else FIRST
        sent = {"do": do, "form": {**form, **(changed or {})}, "of": form.get("source"), **data}
        return self.call(f"{page}-{side}", event, gr.EventData(None, sent))

    def keep(self, name, *pages):
        """Write what the pages show; serials differ from run to run."""
        for page in pages:
            for part in PARTS if page != "try" else PARTS[1:]:
                text = self.shown[f"{page}-{part}"].replace("><", ">\n<")
                text = SERIAL.sub("N", text)
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
        (visitor.folder / f"score_{name}_rows.csv").write_text(str(rows[0]))
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
    demo, count = space_page.build_demo(), iter(range(10**6))

    def new():
        return Visitor(demo, folder, f"visitor{next(count)}")

    with tempfile.TemporaryDirectory() as place:
        files = _files(Path(place))
        new().keep("first", "try", "score", "similarity", "compare", "annotators")
        for name, (page, query) in LINKS.items():
            visitor = new()
            visitor.open(f"tab={page}&{query}")
            visitor.keep(f"link_{name}", page)
        visitor = new()
        steps = [{"do": "add", "side": "gold", "text": "Joy, nonesuch", "id": 1}]
        state = {"similarity": "plutchik", "predicted": ["anger"], "gold": []}
        visitor.call("try-result", "send", gr.EventData(None, {"state": state, "steps": steps}))
        visitor.keep("try_steps", "try")
        for of_page in (_score, _compare, _annotators, _similarity):
            of_page(new, files)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
