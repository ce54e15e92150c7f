"""Parts counted one after the other, by processes of this machine, or on a Dask cluster."""

import multiprocessing
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import NamedTuple

from .folders import count_part

# A part whose worker dies, or that can't be read, is tried so often.
TRIES = 3
# Dask's nanny lets numpy's memory be given back after each use, which doubles its time.
_MALLOC = {
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 1 << 30,
    "distributed.nanny.pre-spawn-environ.MALLOC_MMAP_THRESHOLD_": 1 << 30,
}
_job = []


class _Pool(NamedTuple):
    """Workers: how a part is submitted, how many at a time, how often; the error of one's death."""

    submit: Callable
    width: int = 1
    tries: int = TRIES
    death: type[Exception] = BrokenProcessPool


def counted_parts(job, parts, workers=None, cluster=None):
    """Yield the counts of each part, as workers get done with them."""
    # A process that dies ends its pool: parts that were under way are tried again, one at a time.
    waiting, tries, suspects = list(reversed(parts)), Counter(), set()
    while waiting:
        start = _cluster_pool if cluster else _process_pool if workers else _own_pool
        with start(job, workers, cluster) as pool:
            is_whole, running = True, {}
            while running or (waiting and is_whole):
                while waiting and is_whole and len(running) < (1 if suspects else pool.width):
                    try:
                        future = pool.submit(waiting[-1])
                    except pool.death:
                        is_whole = False
                        break
                    running[future] = waiting.pop()
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    part = running.pop(future)
                    tries[part] += 1
                    try:
                        kind, answer = future.result()
                    except (OSError, pool.death) as error:
                        has_died = isinstance(error, pool.death)
                        if tries[part] >= pool.tries:
                            what = "its process died" if has_died else error
                            raise ValueError(f"{part}: failed {TRIES} times: {what}") from None
                        waiting.append(part)
                        if has_died:
                            is_whole = False
                            suspects.add(part)
                        continue
                    except ImportError as error:
                        raise ValueError(
                            f"{part}: a worker of the cluster lacks a package: {error}; workers "
                            "need semantic_f1 installed"
                        ) from None
                    suspects.discard(part)
                    if kind == "wrong":
                        raise ValueError(answer)
                    yield answer


@contextmanager
def _own_pool(job, *_):
    """This process alone."""

    def submit(part):
        future = Future()
        try:
            future.set_result(_counts_or_fault(job, part))
        except OSError as error:
            future.set_exception(error)
        return future

    yield _Pool(submit)


@contextmanager
def _process_pool(job, n, _):
    """Processes of this machine, which get the job once."""
    others = set(multiprocessing.active_children())
    context = _process_context()
    with ProcessPoolExecutor(n, context, _take_job, (job,)) as executor:
        try:
            yield _Pool(lambda part: executor.submit(_count_of_job, part), n)
        finally:
            # What they are doing is of no use after an error.
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()


def _process_context(preloaded=()):
    """Processes that are forked from one that has imported what they need, if there are such."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    # Without the package on its path that process imports nothing, and each worker does.
    package = __package__.rpartition(".")[0]
    context.set_forkserver_preload([*preloaded, f"{package}.scorer", f"{__package__}.folders"])
    return context


def _take_job(job):
    _job[:] = [job]


def _count_of_job(part):
    return _counts_or_fault(*_job, part)


def _counts_or_fault(job, part):
    """("counts", those of the part), or ("wrong", text) where no new try would help."""
    try:
        return "counts", count_part(job, part)
    except ValueError as error:
        return "wrong", str(error)


@contextmanager
def _cluster_pool(job, n, address):
    """A Dask cluster at an address, or a "local" one; it starts workers anew that have died."""
    try:
        import dask
        from distributed import Client, KilledWorker, LocalCluster
        from distributed.utils import get_mp_context
    except ImportError:
        raise ValueError('a cluster takes Dask: pip install "dask[distributed]"') from None
    settings = {**_MALLOC, "distributed.scheduler.allowed-failures": TRIES - 1}
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
            executor = client.get_executor(pure=False, retries=TRIES - 1)
            # Dask keeps what its workers are not ready for.
            width = 1 << 30
            yield _Pool(
                lambda part: executor.submit(_counts_or_fault, shared, part), width, 1, KilledWorker
            )
        finally:
            client.close()
            if cluster is not None:
                cluster.close()
