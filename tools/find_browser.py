"""Find the Chromium that the tests drive; with --install, bring one if there is none.

Looks at $CHROMIUM, then for Chromium and Chrome on the PATH, then for Playwright's own. A browser
counts once it has opened a page.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch_options(executable):
    """Keyword arguments of ``playwright.chromium.launch``; None: Playwright's own browser."""
    # Chromium's sandbox refuses to run as root.
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {"executable_path": executable, "args": [*ARGUMENTS, *sandbox]}


def find():
    """Launch options of the first browser that works, or None."""
    from playwright.sync_api import Error, sync_playwright

    paths = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    candidates = [*dict.fromkeys(path for path in paths if path), None]
    with sync_playwright() as playwright:
        for executable in candidates:
            options = launch_options(executable)
            try:
                browser = playwright.chromium.launch(**options)
                browser.new_page().goto("data:text/html,<title>works</title>")
                browser.close()
            except (Error, OSError):
                continue
            return options
    return None


def install():
    """Try Playwright's own download, then the system's packages; True if one may have worked."""
    if run(sys.executable, "-m", "playwright", "install", "chromium"):
        return True
    if shutil.which("apt-get") and os.geteuid() == 0:
        run("apt-get", "update", "-qq")
        return run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")
    return False


def run(*command):
    quiet = subprocess.DEVNULL
    return subprocess.run(command, check=False, stdout=quiet, stderr=quiet).returncode == 0


def main():
    browser = find()
    if browser is None and "--install" in sys.argv[1:]:
        print("no Chromium found; installing one", flush=True)
        browser = find() if install() else None
    if browser is None:
        print(
            "no Chromium found: the browser tests will be skipped. Install one (on Debian and "
            "Ubuntu: apt-get install chromium) or name it in $CHROMIUM."
        )
    else:
        print(f"browser: {browser['executable_path'] or 'the one of Playwright'}")


if __name__ == "__main__":
    main()
