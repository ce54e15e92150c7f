"""tools/mutants.py: which changes it makes, and what it leaves alone."""

import ast

import pytest
from mutants import points


@pytest.mark.parametrize(("code", "expected"), [
    ("x = a < b", {"a <= b"}),
    ("x = a - 1.5", {"a + 1.5", "3.0"}),
    ("x = not a if b else -2", {"-2 if b else not a", "a", "2", "3"}),
    ("x = min(a, True)", {"max", "False"}),
    ("x = f(a, b, n=0)", {"f(b, a, n=0)", "1"}),
    ("x = zip(a, b, strict=True)", set()),
    ("assert a < b, f'{a + b}'", set()),
    ("raise E(f(a + 1))", {"pass"}),
    ("def f(x: int = 1) -> A | B:\n    'Text.'\n    return x", {"2"}),
    ("if a and b:\n    return 1", {"a or b", "a", "not (a and b)", "pass", "2"}),
])  # fmt: skip
def test_what_changes(code, expected):
    assert {ast.unparse(other) for _, other, _ in points(ast.parse(code))} == expected
