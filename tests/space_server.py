"""The Space in a process of its own, with folders of its own, for the tests.

Run as a script, this is that process: it serves the app on a free loopback port and logs every
address that Python code looks up or connects to.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from helpers import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class SpaceServer:
    """The running Space.

    Parameters
    ----------
    folder : Path of an empty folder, which holds all that the server writes
    **environment : str, variables of its environment
    """

    def __init__(self, folder, **environment):
        self.folder = Path(folder)
        self.log = self.folder / "log"
        places = {"HF_HOME": "hf", "GRADIO_TEMP_DIR": "gradio", "TMPDIR": "tmp"}
        for place in places.values():
            (self.folder / place).mkdir(parents=True)
        # As a visitor's server has it: no switch that keeps it from the network, and no proxy.
        dropped = ("HF_", "GRADIO_", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
        clean = {k: v for k, v in os.environ.items() if not k.upper().startswith(dropped)}
        own = {name: str(self.folder / place) for name, place in places.items()}
        self._environment = {**clean, **own, **environment}
        self._start()

    def _start(self, *port):
        (self.folder / "url").unlink(missing_ok=True)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, __file__, str(self.folder), *port],
                cwd=self.folder,
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        try:
            self.url = self._wait_for("url")
        except BaseException:
            self.stop()
            raise

    def restart(self):
        """Kill the server and start it at the same address."""
        self.process.kill()
        self.process.wait()
        self._start(self.url.split(":")[-1].strip("/"))

    def addresses(self):
        """Every host that was looked up or connected to, with the kind of the request."""
        lines = (self.folder / "addresses").read_text().splitlines()
        return {tuple(line.split(" ", 1)) for line in lines}

    def files_with(self, text):
        """Every file of the server's folders whose name or content holds the text."""
        marker = text.encode()
        return [
            str(path.relative_to(self.folder))
            for path in self.folder.rglob("*")
            if text in path.name or (path.is_file() and marker in path.read_bytes())
        ]

    def left(self):
        """The files that are in the folder of uploads."""
        return [path for path in (self.folder / "gradio").rglob("*") if path.is_file()]

    def memory(self):
        """Megabytes that the server holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def kept(self):
        """Number of uploads that the server has in memory."""
        return int(self._ask(signal.SIGUSR1))

    def sweep(self):
        """Let the server sweep as if an hour had passed."""
        self._ask(signal.SIGUSR2)

    def stop(self):
        """End the server, politely first."""
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _ask(self, number):
        (self.folder / "answer").unlink(missing_ok=True)
        self.process.send_signal(number)
        return self._wait_for("answer")

    def _wait_for(self, name):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            with_it = self.folder / name
            if with_it.exists():
                return with_it.read_text()
            time.sleep(0.05)
        raise AssertionError(f"the Space gave no {name}:\n{self.log.read_text()}")


def until(holds):
    """Wait until something holds."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def running_space(folder, **environment):
    """A SpaceServer for the length of a block; its log is shown when the block fails."""
    server = SpaceServer(folder, **environment)
    try:
        yield server
    finally:
        server.stop()
        print(server.log.read_text())
        shutil.rmtree(server.folder, ignore_errors=True)


def _serve(folder, port=None):
    addresses = open(folder / "addresses", "a", buffering=1)  # noqa: SIM115 - for the whole run

    def note(event, arguments):
        if event in ("socket.getaddrinfo", "socket.gethostbyname"):
            print(event, arguments[0], file=addresses)
        elif event in ("socket.connect", "socket.sendto") and isinstance(arguments[1], tuple):
            print(event, arguments[1][0], file=addresses)

    sys.addaudithook(note)
    sys.path.insert(0, str(ROOT))
    from space import page
    from space.frame import sessions
    from space.frame import uploads as space_uploads

    def tell_kept(*_):
        kept = sum(upload.holds() for upload in space_uploads.uploads())
        _write(folder / "answer", str(kept))

    def sweep(*_):
        sessions.sweep(ahead=3600)
        _write(folder / "answer", "swept")

    signal.signal(signal.SIGUSR1, tell_kept)
    signal.signal(signal.SIGUSR2, sweep)
    demo = page.build_demo()
    _, url, _ = page.launch(
        demo,
        server_name="127.0.0.1",
        server_port=port or _free_port(),
        prevent_thread_lock=True,
        quiet=True,
    )
    _write(folder / "url", url)
    demo.block_thread()


def _write(path, text):
    """Write a file that appears with all its content."""
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_text(text)
    unfinished.rename(path)


def _free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), *map(int, sys.argv[2:]))
