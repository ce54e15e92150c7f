"""Run a notebook's cells in this Python and record what they show; needs no Jupyter.

    python tools/run_notebook.py examples/goemotions.ipynb            runs it and saves the outputs
    python tools/run_notebook.py examples/goemotions.ipynb --check    fails if they differ

Cells run from the checkout's root, as after ``pip install .`` in it. What a cell prints and the
value of its last line are recorded, that one as text and, if it has ``_repr_html_``, as HTML
too.
"""

import argparse
import ast
import contextlib
import io
import json
import os
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def outputs_of(source, namespace):
    """Outputs of one cell, in a notebook's own format."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(tree, "cell", "exec"), namespace)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
    outputs = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_().splitlines(keepends=True)
        outputs.append(
            {
                "output_type": "execute_result",
                "execution_count": None,
                "metadata": {},
                "data": data,
            }
        )
    return outputs


def run(notebook):
    """The notebook with the outputs of all its cells, run in order in one namespace."""
    namespace = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = outputs_of("".join(cell["source"]), namespace)
    return notebook


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebook", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args(arguments)
    path = options.notebook.resolve()
    before = path.read_text(encoding="utf-8")
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    text = json.dumps(run(json.loads(before)), indent=1, ensure_ascii=False) + "\n"
    if options.check:
        return int(text != before)
    path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
