"""One score from several processes, as each rank of a distributed evaluation runs.

    python examples/ranks.py

Seven examples, predicted in batches of two by three ranks: the gather filled the last batch by
repeating its example, and one rank had nothing to do.
"""

import multiprocessing
import tempfile
from concurrent.futures import ProcessPoolExecutor

from semantic_f1 import SemanticF1

PREDICTIONS = ["joy", "anger", "love", "fear", "sadness", "joy", "anger"]
REFERENCES = ["joy", "disgust", "joy", "fear", "sadness", "love", "sadness"]
# The batches of each rank, by row; the second 6 fills the last batch.
SHARDS = [[[0, 1], [4, 5]], [[2, 3], [6, 6]], []]
WEIGHTS = [1, 1, 1, 1, 1, 1, 1, 0]


def rank(number, folder):
    """What runs on one rank: add its batches, then compute, also with nothing added."""
    metric = SemanticF1(
        similarity="plutchik",
        num_process=len(SHARDS),
        process_id=number,
        experiment_id="ranks",
        cache_dir=folder,
    )
    for rows in SHARDS[number]:
        metric.add_batch(
            predictions=[PREDICTIONS[row] for row in rows],
            references=[REFERENCES[row] for row in rows],
        )
    # Weights are for all examples, those of rank 0 first; the repeated one counts nothing.
    result = metric.compute(sample_weight=WEIGHTS)
    report = "nothing to report" if result is None else f"F1 {result['semantic_f1']:.4f}"
    return f"rank {number}: {report}"


def main():
    # Where processes can be forked, the metric is imported once for all ranks.
    forks = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if forks else "spawn")
    context.set_forkserver_preload(["semantic_f1.metric"])
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(len(SHARDS), context) as processes,
    ):
        answers = [processes.submit(rank, number, folder) for number in range(len(SHARDS))]
        for answer in answers:
            print(answer.result())
    alone = SemanticF1(similarity="plutchik").compute(
        predictions=PREDICTIONS, references=REFERENCES
    )
    print(f"in one process: F1 {alone['semantic_f1']:.4f}")


if __name__ == "__main__":
    main()
