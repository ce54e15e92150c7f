"""Peak memory of one compute over indicator rows, in a process of its own.

``python benchmarks/peak_memory.py DTYPE N`` prints the bytes of both inputs and the bytes by which
the process grew at most, as JSON.
"""

import json
import sys

from measure import peak_over
from subjects import load_metric

from data import indicator_rows


def main(dtype, n):
    metric = load_metric("multilabel")
    predictions, references = (indicator_rows(n, seed, dtype) for seed in (1, 2))
    # What is imported or set up once belongs to no call.
    metric.compute(predictions=predictions[:100], references=references[:100])
    peak = peak_over(lambda: metric.compute(predictions=predictions, references=references))
    print(json.dumps([predictions.nbytes + references.nbytes, peak]))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
