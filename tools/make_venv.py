"""Make the virtual environment that the Makefile uses.

    python3 tools/make_venv.py FOLDER

Runs on any Python 3; where the one it runs on is older than 3.10 it looks for a newer one.
"""

import shutil
import subprocess
import sys

OLDEST = (3, 10)
NAMES = ["python3.1%d" % minor for minor in (3, 2, 1, 0, 4, 5)]


def find_python():
    """A Python of 3.10 or newer: this one, or one on the PATH, proved by running it."""
    if sys.version_info >= OLDEST:
        return sys.executable
    for name in NAMES:
        path = shutil.which(name)
        if path and subprocess.call([path, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            return path
    sys.exit("Python 3.10 or newer is needed; this is %d.%d" % sys.version_info[:2])


def main():
    folder = sys.argv[1]
    python = find_python()
    process = subprocess.run([python, "-m", "venv", folder], stdout=subprocess.PIPE, check=False)
    if process.returncode == 0:
        return
    # Debian's Python comes without the pip that a venv needs; its own pip can install one there.
    print("venv could not install pip; trying the pip of this Python", file=sys.stderr)
    subprocess.run([python, "-m", "venv", "--clear", "--without-pip", folder], check=False)
    inside = folder + "/bin/python"
    pip = subprocess.run(
        [python, "-m", "pip", "--python", inside, "install", "--quiet", "pip"], check=False
    )
    if pip.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        sys.exit(
            "no virtual environment could be made: install your system's package for Python's "
            "venv and pip (on Debian and Ubuntu: apt-get install python3-venv)"
        )


if __name__ == "__main__":
    main()
