"""The page reads whole numbers as names where its similarity has them."""

from semantic_f1 import SemanticF1
from space.compare.work import compare_two
from space.score.work import score_file

NEAR = [[1, 0.75, 0.5], [0.75, 1, 0.75], [0.5, 0.75, 1]]
READING = {"predictions": "pred", "references": "gold", "separator": "one"}
OPTIONS = {
    "unknown_labels": "raise",
    "counting": "paper",
    "macro_labels": "all",
    "normalize_names": False,
}


def test_stars_are_names():
    stars = SemanticF1().similarity.build(NEAR, ["1", "2", "3"])
    content = b"gold,pred\n1,2\n3,3\n1,1\n"
    scored = score_file(content, "stars.csv", READING, [stars], OPTIONS)
    f1 = scored.under[0].averages["samples"]["semantic"]["f1"]
    assert f1 == (0.75 + 1 + 1) / 3
    files = [("stars.csv", content, READING)] * 2
    assert compare_two(files, "samples", stars)
