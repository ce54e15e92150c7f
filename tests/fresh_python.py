"""Python code run in a process of its own: an empty Hugging Face home and no way to the network.

Every address that the code asks for and that was not allowed is refused, and the test fails.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from helpers import PATIENCE

# Nothing listens on the discard port.
NOWHERE = "http://127.0.0.1:9"

# The hook sees connections of all Python code, whatever library makes them.
_NO_NETWORK = """
import os as _os, sys as _sys
def _refuse(event, arguments):
    if event == "socket.getaddrinfo":
        address = arguments[:2]
    elif event == "socket.connect" and isinstance(arguments[1], tuple):
        address = arguments[1][:2]
    else:
        return
    if f"{address[0]}:{address[1]}" != _os.environ["ALLOWED_ADDRESS"]:
        with open(_os.environ["REFUSED_ADDRESSES"], "a") as file:
            print(*address, file=file)
        raise OSError(f"the test allows no connection to {address}")
_sys.addaudithook(_refuse)
"""

# Put before code that needs transformers, which other processes of the tests go without.
WITH_TRANSFORMERS = """
import sys
sys.path[:] = [path for path in sys.path if not path.endswith("without")]
sys.modules.pop("transformers", None)
"""


class FreshPython:
    """Runs code in new processes that share one Hugging Face home, and reach one address."""

    def __init__(self, home, endpoint=NOWHERE):
        self.home = Path(home)
        self.home.mkdir(parents=True, exist_ok=True)
        self.refused = self.home / "refused_addresses"
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith("HF_")
        } | {
            "HF_HOME": str(self.home),
            "HF_ENDPOINT": endpoint,
            "HF_UPDATE_DOWNLOAD_COUNTS": "0",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "HF_HUB_DISABLE_PROGRESS_BARS": "1",
            "ALLOWED_ADDRESS": endpoint.removeprefix("http://"),
            "REFUSED_ADDRESSES": str(self.refused),
        }

    def start(self, code, *arguments, hash_seed=None):
        """A running process; ``arguments`` are its ``sys.argv[1:]``."""
        environment = dict(self.environment)
        if hash_seed is not None:
            environment["PYTHONHASHSEED"] = str(hash_seed)
        return subprocess.Popen(
            [sys.executable, "-c", _NO_NETWORK + code, *map(str, arguments)],
            cwd=self.home,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, process, timeout=PATIENCE):
        """Last line that the process printed, read as JSON; it must succeed."""
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            raise AssertionError(f"no end after {timeout} s:\n{out}\n{err}") from None
        assert process.returncode == 0, f"exit status {process.returncode}:\n{out}\n{err}"
        assert not self.refused.exists(), f"addresses asked for: {self.refused.read_text()}"
        return json.loads(out.splitlines()[-1])

    def run(self, code, *arguments, hash_seed=None):
        """The last line that the code prints, read as JSON."""
        return self.finish(self.start(code, *arguments, hash_seed=hash_seed))

    def kill(self, process):
        """End the process at once, with no chance to clean up."""
        process.send_signal(signal.SIGKILL)
        process.communicate()
