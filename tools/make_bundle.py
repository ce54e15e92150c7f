"""Make bundle.py, the package as one file for evaluate's loader, and check the package's rules.

    python tools/make_bundle.py            write bundle.py
    python tools/make_bundle.py --check    fail where a rule is broken or bundle.py is old

The loader carries single files and no folders, so all modules of ``semantic_f1/`` go into one
namespace, each after those that it imports from. What would mean something else there than in the
package is refused; see ``problems_of``.
"""

import argparse
import ast
import builtins
import io
import itertools
import symtable
import sys
import tokenize
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "semantic_f1"
# Each layer, a folder or a module, may import from those before it.
LAYERS = (
    "name_table",
    "average_table",
    "distance_table",
    "config_table",
    "result_table",
    "option_types",
    "result_types",
    "version",
    "pickling",
    "json_text",
    "messages",
    "ratios",
    "option_table",
    "signatures",
    "files",
    "inputs",
    "similarity",
    "thesaurus",
    "similarities",
    "options",
    "scoring",
    "pictures",
    "comparisons",
    "reports",
    "training",
    "scorer",
    "metric",
    "commandline",
)
# Not in the bundle: evaluate.load needs no command line and no types.
OUTSIDE = {"commandline", "option_types", "result_types"}
# Layers whose classes people don't meet: the loader takes time for every line, so the bundle goes
# without their docstrings, but for those of modules that the metric's class or its results are of.
QUIET = {
    "name_table",
    "average_table",
    "distance_table",
    "config_table",
    "messages",
    "files",
    "inputs",
    "options",
    "scoring",
    "pictures",
}
SEEN = {"inputs.batches", "scoring.partial_counts"}
# These two see several systems or one, and don't know each other.
STRANGERS = {"comparisons", "reports"}
MODULE_NAMES = {"__file__", "__name__", "globals"}
# What is bound in these is not bound at the top.
SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
HEADER = """# Semantic F1 as one file, made by tools/make_bundle.py from semantic_f1/: do not edit.

# ruff: noqa
"""


class Module(NamedTuple):
    """A module of the package: its dotted name in the package, file, text and syntax tree."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def layer(self):
        return self.name.split(".")[0]

    @property
    def folder(self):
        return self.name.rpartition(".")[0]


def read_package(root):
    """The modules of the package, without the ``__init__`` files and the loader's script."""
    folder = root / PACKAGE
    modules = []
    for path in sorted(folder.rglob("*.py")):
        # The script of an installed package imports the class, as the one at the root does.
        if path.name == "__init__.py" or path == folder / f"{PACKAGE}.py":
            continue
        name = ".".join(path.relative_to(folder).with_suffix("").parts)
        text = path.read_text(encoding="utf-8")
        modules.append(Module(name, path, text, ast.parse(text, str(path))))
    return modules


def bound_at_top(tree):
    """Name -> line of what a module defines at its top, under conditions too; without imports."""
    names, waiting = {}, [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.setdefault(node.name, node.lineno)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(node.id, node.lineno)
        elif not isinstance(node, SCOPES):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))
    return names


def type_blocks(tree):
    """Blocks under ``if TYPE_CHECKING``, which are for editors and type checkers alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield node


def target_of(module, node):
    """The dotted name, within the package, of what a relative import names."""
    parts = [PACKAGE, *module.name.split(".")]
    parts = parts[: len(parts) - node.level]
    return ".".join([*parts, *(node.module or "").split(".")][1:]).strip(".")


def relative_imports(module):
    """(node, dotted name of the module imported from) for each relative import at the top."""
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            yield node, target_of(module, node)


def external_imports(module):
    """Name -> the statement that binds it, for imports from other packages at the top."""
    statements = {}
    for node in module.tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.split(".")[0]
                statements[name] = f"import {alias.name}" + (
                    f" as {alias.asname}" if alias.asname else ""
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            if node.module == "__future__":
                continue
            for alias in node.names:
                name = alias.asname or alias.name
                statements[name] = f"from {node.module} import {alias.name}" + (
                    f" as {alias.asname}" if alias.asname else ""
                )
    return statements


def problems_of(modules):
    """Problems of the package, a sentence for each broken rule.

    1. A module imports from its own folder and from earlier layers; no circles; comparisons and
       reports don't know each other.
    2. A name at the top of a module is at the top of no other, and is no builtin.
    3. Modules of the package are imported from relatively, at the top, by names that are public and
       that the module defines itself, without ``as``.
    4. Every name that a module uses it binds or imports itself.
    5. No ``__file__``, ``__name__`` or ``globals()``: in the bundle they would mean the bundle's.
    """
    by_name = {module.name: module for module in modules}
    problems = []
    for module in modules:
        problems += _import_problems(module, by_name)
        problems += _name_problems(module)
    return problems + _duplicates(modules) + _circles(modules)


def _import_problems(module, by_name):
    where = f"{PACKAGE}/{module.name.replace('.', '/')}.py"
    if module.layer not in LAYERS:
        return [f"{where}: {module.layer!r} is not among the LAYERS of tools/make_bundle.py"]
    problems = []
    at_top = {id(node) for node in module.tree.body}
    unread = {id(node) for block in type_blocks(module.tree) for node in ast.walk(block)}
    for node in ast.walk(module.tree):
        if id(node) in unread:
            continue
        is_internal = isinstance(node, ast.ImportFrom) and (
            node.level or (node.module or "").split(".")[0] == PACKAGE
        )
        is_internal |= isinstance(node, ast.Import) and any(
            alias.name.split(".")[0] == PACKAGE for alias in node.names
        )
        if not is_internal:
            continue
        place = f"{where}:{node.lineno}"
        late = id(node) not in at_top
        if isinstance(node, ast.Import) or not node.level:
            problems.append(
                f"{place}: import from the package relatively: from .module import name"
            )
            continue
        if late and module.layer not in OUTSIDE:
            problems.append(f"{place}: modules of the package are imported at the top")
        target = target_of(module, node)
        if target not in by_name:
            problems.append(f"{place}: {target or 'the package'!r} is no module of the package")
            continue
        source = by_name[target]
        order = [
            LAYERS.index(layered.layer) for layered in (source, module) if layered.layer in LAYERS
        ]
        upward = order[0] > order[-1]
        if upward or {source.layer, module.layer} == STRANGERS:
            problems.append(f"{place}: {module.layer} must not import from {source.layer}")
        defined = bound_at_top(source.tree)
        for alias in node.names:
            if alias.asname:
                problems.append(f"{place}: import {alias.name} by its own name, without as")
            if alias.name.startswith("_") and not alias.name.endswith("__"):
                problems.append(f"{place}: {alias.name} is private to {target}")
            if alias.name not in defined:
                problems.append(f"{place}: {target} does not define {alias.name}")
    return problems


def _name_problems(module):
    """Names that are used but not bound, and names that mean the module itself."""
    where = f"{PACKAGE}/{module.name.replace('.', '/')}.py"
    problems = []
    if module.layer not in OUTSIDE:
        problems += [
            f"{where}:{node.lineno}: {node.id} would mean the bundle's"
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Name) and node.id in MODULE_NAMES
        ]
        problems += [
            f"{where}:{line}: __all__ is for __init__.py"
            for name, line in bound_at_top(module.tree).items()
            if name == "__all__"
        ]
    table = symtable.symtable(module.text, str(module.path), "exec")
    bound = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned()}
    bound |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_imported()}
    bound |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_namespace()}
    known = bound | set(dir(builtins)) | {"__package__", "__file__", "__name__", "__doc__"}
    missing = {
        symbol.get_name()
        for scope in _scopes(table)
        for symbol in scope.get_symbols()
        if symbol.is_referenced() and symbol.is_global() and symbol.get_name() not in known
    }
    missing |= {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_referenced() and symbol.get_name() not in known
    }
    problems += [
        f"{where}: {name} is used and neither bound nor imported" for name in sorted(missing)
    ]
    return problems


def _scopes(table):
    for child in table.get_children():
        yield child
        yield from _scopes(child)


def _duplicates(modules):
    problems, owner, external = [], {}, {}
    for module in modules:
        if module.layer in OUTSIDE:
            continue
        where = f"{PACKAGE}/{module.name.replace('.', '/')}.py"
        for name, line in bound_at_top(module.tree).items():
            if name in owner:
                problems.append(f"{where}:{line}: {name} is at the top of {owner[name]} too")
            if hasattr(builtins, name) and name != "__doc__":
                problems.append(f"{where}:{line}: {name} is a builtin of Python")
            owner.setdefault(name, where)
        for name, statement in external_imports(module).items():
            if external.setdefault(name, statement) != statement:
                problems.append(f"{where}: {statement}; elsewhere {external[name]}")
    return problems + [
        f"{owner[name]}: {name} is also {external[name]!r} elsewhere"
        for name in owner
        if name in external
    ]


def _circles(modules):
    try:
        in_order(modules)
    except ValueError as error:
        return [str(error)]
    return []


def in_order(modules):
    """Modules in an order in which each stands after those that it imports from."""
    by_name = {module.name: module for module in modules}
    done, order, waiting = set(), [], []

    def visit(name):
        if name in waiting:
            raise ValueError(f"a circle of imports: {' -> '.join([*waiting, name])}")
        if name in done or name not in by_name:
            return
        waiting.append(name)
        for _, target in relative_imports(by_name[name]):
            visit(target)
        waiting.pop()
        done.add(name)
        order.append(by_name[name])

    for layer in LAYERS:
        for module in modules:
            if module.layer == layer:
                visit(module.name)
    return order


def bundle_of(modules):
    """The text of bundle.py."""
    modules = [module for module in in_order(modules) if module.layer not in OUTSIDE]
    statements = sorted(
        {statement for module in modules for statement in external_imports(module).values()},
        key=lambda statement: (statement.startswith("from"), statement),
    )
    offered = offered_functions(modules)
    parts = [HEADER + "\n" + "\n".join(statements) + "\n"]
    for module in modules:
        where = f"{PACKAGE}/{module.name.replace('.', '/')}.py"
        parts.append(f"\n\n# --- {where}\n\n{_body(module, offered)}")
    return "".join(parts)


def offered_functions(modules):
    """Names of the functions that a class offers as they are: ``name = staticmethod(name)``."""
    return {
        node.value.args[0].id
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "staticmethod"
    }


def _body(module, offered):
    """A module without its docstring, its imports, types, and docstrings that no one sees."""
    lines = _without_types(module).splitlines(keepends=True)
    for index, node in enumerate(module.tree.body):
        docstring = (
            index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        )
        if docstring or isinstance(node, (ast.Import, ast.ImportFrom)):
            for line in range(node.lineno - 1, node.end_lineno):
                lines[line] = ""
    for docstring in _unseen_docstrings(module, offered):
        for line in range(docstring.lineno - 1, docstring.end_lineno):
            lines[line] = ""
    for block in type_blocks(module.tree):
        for line in range(block.lineno - 1, block.end_lineno):
            lines[line] = ""
    return compact("".join(lines))


def _without_types(module):
    """The text of a module without the annotations of its functions, on the same lines."""
    lines = [line.encode() for line in module.text.splitlines(keepends=True)]
    cuts = []
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        given = node.args
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
        for argument in every:
            if argument is not None and argument.annotation is not None:
                name = argument.col_offset + len(argument.arg.encode())
                cuts.append((argument.lineno, name, argument.annotation))
        if node.returns is not None:
            line = lines[node.returns.lineno - 1][: node.returns.col_offset]
            head = line[: line.rindex(b"->")].rstrip()
            cuts.append((node.returns.lineno, len(head), node.returns))
    for row, start, annotation in sorted(cuts, key=lambda cut: cut[:2], reverse=True):
        # An annotation of several lines leaves them empty.
        end = lines[annotation.end_lineno - 1][annotation.end_col_offset :]
        for line in range(row, annotation.end_lineno):
            lines[line] = b""
        lines[row - 1] = lines[row - 1][:start] + end
    return b"".join(lines).decode()


def _unseen_docstrings(module, offered):
    """Docstrings of what ``help`` of the loaded metric and of what it returns never shows."""
    inside = module.layer in QUIET and module.name not in SEEN
    functions = {node for node in module.tree.body if isinstance(node, ast.FunctionDef)}
    shown = {node for node in functions if node.name in offered}
    for node in ast.walk(module.tree):
        kind = isinstance(node, (ast.FunctionDef, ast.ClassDef))
        if not kind or node in shown or len(node.body) == 1:
            continue
        unseen = node in functions or (node.name.startswith("_") and not node.name.endswith("__"))
        if (inside or unseen) and ast.get_docstring(node, clean=False) is not None:
            yield node.body[0]


def compact(text):
    """The same code with a line a statement, without comments and blank lines.

    The loader goes through every line of the bundle at every load, so what needs no line has none.
    Strings, docstrings among them, stay as they are.
    """
    begins = [0, *itertools.accumulate(map(len, text.splitlines(keepends=True)))]
    statements, statement, last = [], "", (1, 0)
    silent = (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NEWLINE:
            statements.append(statement + "\n")
            statement = ""
            continue
        if token.type in silent:
            continue
        # Cut out of the source: tokens of f-strings don't tell all of it.
        row, start = token.start[0], begins[token.start[0] - 1] + token.start[1]
        if not statement:
            start = begins[row - 1]
        elif row == last[0]:
            start = begins[row - 1] + last[1]
        elif not statement.endswith(("(", "[", "{")) and token.string not in (")", "]", "}"):
            statement += " "
        statement += text[start : begins[token.end[0] - 1] + token.end[1]]
        last = token.end
    return "".join(statements)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail if it differs")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout")
    options = parser.parse_args(arguments)
    modules = read_package(options.root)
    problems = problems_of(modules)
    if problems:
        sys.exit("\n".join(problems))
    text, path = bundle_of(modules), options.root / "bundle.py"
    if not options.check:
        path.write_text(text, encoding="utf-8")
    elif not path.is_file() or path.read_text(encoding="utf-8") != text:
        sys.exit("bundle.py is not what the package makes of it: run make bundle")


if __name__ == "__main__":
    main()
