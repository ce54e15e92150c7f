"""Files that visitors of the Space have, for the tests."""

import csv
import random

GROUPS = (
    ("billing", "refund", "cancellation"),
    ("late delivery", "lost parcel"),
    ("damaged item", "wrong item"),
    ("login", "password reset", "app crash"),
    ("rude staff", "long wait"),
)
GROUPS_TEXT = "\n".join(f"group {at}: {', '.join(names)}" for at, names in enumerate(GROUPS))


def write_complaints(path, seed=7, rows=600):
    """Rows with semicolons between columns and commas in cells; no name says which is gold."""
    draw = random.Random(seed)
    labels = [name for group in GROUPS for name in group]

    def answer(gold, share):
        said = []
        for name in gold:
            near = next(group for group in GROUPS if name in group)
            if draw.random() < share:
                said.append(name)
            else:
                said.append(draw.choice(near if draw.random() < 0.6 else labels))
        return ", ".join(dict.fromkeys(said))

    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["ticket", "model_a", "model_b", "agent"])
        for row in range(rows):
            gold = draw.sample(labels, draw.choice([1, 1, 2]))
            writer.writerow(
                [f"T-{row:04d}", answer(gold, 0.55), answer(gold, 0.75), ", ".join(gold)]
            )
    return path


def read_sets(path, predicted, gold, delimiter=";", between=", "):
    """Two columns of a file as label sets."""
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=delimiter))
    return [
        [row[name].split(between) if row[name] else [] for row in rows]
        for name in (predicted, gold)
    ]


def write_rows(path, rows, **options):
    """A CSV file of rows."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, **options).writerows(rows)
    return path
