"""Peak memory of one compute over indicator rows, in a process of its own.

``python benchmarks/peak_memory.py DTYPE N`` prints the bytes of both inputs and the bytes by which
the process grew at most, as JSON.
"""

import json
import sys

from data import LABELS, indicator_rows, similarity_table
from measure import peak_over
from metrics import AVERAGES, load_metric


def main(dtype, n):
    metric = load_metric("multilabel", similarity=similarity_table(), labels=LABELS)
    rows = [indicator_rows(n, seed, dtype) for seed in (1, 2)]
    # What is imported or set up once belongs to no call.
    metric.compute(predictions=rows[0][:100], references=rows[1][:100], average=AVERAGES)
    peak = peak_over(
        lambda: metric.compute(predictions=rows[0], references=rows[1], average=AVERAGES)
    )
    print(json.dumps([sum(array.nbytes for array in rows), peak]))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
