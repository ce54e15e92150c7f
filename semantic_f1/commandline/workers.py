"""Parts counted one after the other, by processes of this machine, or on a Dask cluster."""

import multiprocessing
from multiprocessing.connection import wait

from .folders import count_part

# A part whose worker dies, or that can't be read, is tried so often.
TRIES = 3
# Dask's nanny lets numpy's memory be given back after each use, which doubles its time.
MALLOC = {
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 1 << 30,
    "distributed.nanny.pre-spawn-environ.MALLOC_MMAP_THRESHOLD_": 1 << 30,
}


def count_here(job, parts):
    """Yield the counts of each part."""
    for part in parts:
        for attempt in range(1, TRIES + 1):
            try:
                answer = count_part(job, part)
                break
            except OSError as error:
                if attempt == TRIES:
                    raise ValueError(f"{part}: failed {TRIES} times: {error}") from None
        yield answer


def count_by_processes(job, parts, n):
    """Yield the counts of each part, as ``n`` processes of this machine get done with them.

    A part whose process died is done again by another one, three times at most.
    """
    context = _process_context()
    waiting, tries, workers = list(reversed(parts)), dict.fromkeys(parts, 0), {}
    try:
        while waiting or any(worker.part for worker in workers.values()):
            while len(workers) < min(n, len(parts)) and waiting:
                worker = _Worker(context, job)
                workers[worker.pipe] = worker
            for worker in workers.values():
                if worker.part is None and waiting:
                    worker.give(waiting.pop())
            for pipe in wait(list(workers)):
                worker = workers[pipe]
                part, worker.part = worker.part, None
                try:
                    kind, answer = pipe.recv()
                except (EOFError, ConnectionError):
                    kind, answer = "died", "its process died"
                    del workers[pipe]
                    worker.end()
                if kind == "counts":
                    yield answer
                    continue
                tries[part] += 1
                if kind == "wrong" or tries[part] >= TRIES:
                    again = "" if kind == "wrong" else f"{part}: failed {TRIES} times: "
                    raise ValueError(f"{again}{answer}")
                waiting.append(part)
    finally:
        for worker in workers.values():
            worker.end()


def _process_context(preloaded=()):
    """Processes that are forked from one that has imported what they need, if there are such."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    # Without the package on its path that process imports nothing, and each worker does.
    context.set_forkserver_preload([*preloaded, f"{__package__}.worker_imports"])
    return context


class _Worker:
    """A process that counts the parts that it is given."""

    def __init__(self, context, job):
        self.pipe, other = context.Pipe()
        self.part = None
        self._process = context.Process(target=_work, args=(other, job), daemon=True)
        self._process.start()
        other.close()

    def give(self, part):
        self.part = part
        try:
            self.pipe.send(part)
        except (BrokenPipeError, ConnectionError):
            # It has died since; waiting for its answer tells.
            return

    def end(self):
        self.pipe.close()
        self._process.terminate()
        self._process.join()


def _work(pipe, job):
    """Answer each part with ("counts", ...), ("wrong", text) or ("failed", text)."""
    while True:
        try:
            part = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer = counts_or_fault(job, part)
        except OSError as error:
            answer = "failed", str(error)
        pipe.send(answer)


def counts_or_fault(job, part):
    """("counts", those of the part), or ("wrong", text) where no new try would help."""
    try:
        return "counts", count_part(job, part)
    except ValueError as error:
        return "wrong", str(error)


def count_on_cluster(job, parts, address, n):
    """Yield the counts of each part, from a Dask cluster at an address, or a "local" one.

    Dask starts workers anew that have died, and does their parts again.
    """
    try:
        import dask
        from distributed import Client, KilledWorker, LocalCluster, as_completed
        from distributed.utils import get_mp_context
    except ImportError:
        raise ValueError('a cluster takes Dask: pip install "dask[distributed]"') from None
    settings = {**MALLOC, "distributed.scheduler.allowed-failures": TRIES - 1}
    with dask.config.set(settings):
        cluster = None
        if address == "local":
            method = _process_context().get_start_method()
            dask.config.set({"distributed.worker.multiprocessing-method": method})
            # Dask itself says what is preloaded, the first time that it is asked for a process.
            get_mp_context()
            _process_context(preloaded=["distributed"])
            cluster = LocalCluster(n_workers=n, threads_per_worker=1, dashboard_address=None)
        try:
            client = Client(cluster or address, timeout=30)
        except (OSError, ValueError) as error:
            raise ValueError(f"--cluster {address}: {error}") from None
        try:
            shared = client.scatter(job, broadcast=True) if cluster is None else job
            futures = {
                client.submit(counts_or_fault, shared, part, pure=False, retries=TRIES - 1): part
                for part in parts
            }
            for future in as_completed(futures):
                part = futures[future]
                try:
                    kind, answer = future.result()
                except KilledWorker:
                    raise ValueError(f"{part}: failed {TRIES} times: its worker died") from None
                except OSError as error:
                    raise ValueError(f"{part}: failed {TRIES} times: {error}") from None
                except ImportError as error:
                    raise ValueError(
                        f"{part}: a worker of the cluster lacks a package: {error}; workers need "
                        "semantic_f1 installed"
                    ) from None
                if kind == "wrong":
                    raise ValueError(answer)
                yield answer
                future.release()
        finally:
            client.close()
            if cluster is not None:
                cluster.close()
