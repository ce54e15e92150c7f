"""A Hugging Face Hub on the loopback interface, as far as the loader and downloads ask for it.

It answers GET and HEAD of ``/spaces/ORG/NAME/resolve/REVISION/FILE`` and of
``/datasets/ORG/NAME/resolve/REVISION/FILE`` with the headers that clients insist on.
"""

import hashlib
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

COMMIT = "0123456789abcdef0123456789abcdef01234567"
_ADDRESS = re.compile(
    r"/(?P<repo>(spaces|datasets)/[^/]+/[^/]+)/resolve/(?P<revision>[^/]+)/(?P<file>[^?]+)"
)


class LoopbackHub:
    """A Hub with some repositories, running inside a ``with`` block.

    Parameters
    ----------
    repositories : dict, "spaces/ORG/NAME" or "datasets/ORG/NAME" -> ``read(file)``, which gives the
        file's bytes, or None where there is no such file; every repository has one revision, main
    """

    def __init__(self, repositories):
        self.repositories = repositories
        self.served = []
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_HEAD(self):
                hub._answer(self, with_body=False)

            def do_GET(self):
                hub._answer(self, with_body=True)

            def log_message(self, *_):
                """Requests are kept in ``served``, not printed."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.endpoint = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, handler, with_body):
        headers, body = {}, b""
        match = _ADDRESS.fullmatch(handler.path)
        read = match and self.repositories.get(match["repo"])
        if not read:
            status, headers["X-Error-Code"] = 404, "RepoNotFound"
        elif match["revision"] not in ("main", COMMIT):
            status, headers["X-Error-Code"] = 404, "RevisionNotFound"
        elif (content := read(match["file"])) is None:
            status, headers["X-Error-Code"] = 404, "EntryNotFound"
        else:
            status, body = 200, content
            headers["ETag"] = f'"{hashlib.sha1(content).hexdigest()}"'
            headers["X-Repo-Commit"] = COMMIT
            if with_body:
                self.served.append((match["repo"], match["file"]))
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if with_body:
            handler.wfile.write(body)
