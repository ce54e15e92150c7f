"""A Hugging Face Hub on the loopback interface, as far as loader, downloads and uploads ask for it.

It answers GET and HEAD of ``/spaces/ORG/NAME/resolve/REVISION/FILE`` and of
``/datasets/ORG/NAME/resolve/REVISION/FILE`` with the headers that clients insist on, and the
requests that make a data set repository and commit small files to it.
"""

import base64
import hashlib
import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import unquote

COMMIT = "0123456789abcdef0123456789abcdef01234567"
_ADDRESS = re.compile(
    r"/(?P<repo>(spaces|datasets)/[^/]+/[^/]+)/resolve/(?P<revision>[^/]+)/(?P<file>[^?]+)"
)
# Clients before version 1 look at a repository before they commit to it.
_INFORMATION = re.compile(r"/api/(?P<repo>datasets/(?P<id>[^/]+/[^/]+))/revision/main(\?.*)?")
_TREE = re.compile(r"/api/(?P<repo>datasets/[^/]+/[^/]+)/tree/main(\?.*)?")
_UPLOAD = re.compile(
    r"/api/(?P<repo>datasets/[^/]+/[^/]+)/(?P<step>preupload|commit)/(?P<revision>[^/?]+)"
)


class LoopbackHub:
    """A Hub with some repositories, running inside a ``with`` block.

    ``repositories`` has a function from a file to its bytes, or None, by "spaces/ORG/NAME" or
    "datasets/ORG/NAME", ``listed`` their files with content. Without the ``token`` uploads are
    refused; ``commits`` has the commit id, message and files after it of each that was taken.
    """

    def __init__(self, repositories, token=None, listed=None):
        self.repositories = repositories
        self.token = token
        self.listed = listed or {}
        self.served = []
        self.requests = []
        self.commits = {}
        self.private = {}
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_HEAD(self):
                hub._answer(self, with_body=False)

            def do_GET(self):
                hub._answer(self, with_body=True)

            def do_POST(self):
                hub._take(self)

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
        self.requests.append((handler.command, handler.path))
        headers, body = {}, b""
        asked = _INFORMATION.fullmatch(handler.path)
        if asked and asked["repo"] in self.commits:
            answer = {"id": asked["id"], "private": self.private[asked["repo"]]}
            return self._send(handler, 200, {}, json.dumps(answer).encode(), with_body)
        tree = _TREE.fullmatch(handler.path)
        if tree and tree["repo"] in self.listed:
            files = self.listed[tree["repo"]]
            answer = [
                {"type": "file", "path": name, "size": len(content), "oid": "0" * 40}
                for name, content in files.items()
            ]
            return self._send(handler, 200, {}, json.dumps(answer).encode(), with_body)
        match = _ADDRESS.fullmatch(handler.path)
        revisions = self._revisions(match["repo"]) if match else {}
        if not revisions:
            status, headers["X-Error-Code"] = 404, "RepoNotFound"
        elif match["revision"] not in revisions:
            status, headers["X-Error-Code"] = 404, "RevisionNotFound"
        elif (content := revisions[match["revision"]][1](unquote(match["file"]))) is None:
            status, headers["X-Error-Code"] = 404, "EntryNotFound"
        else:
            status, body = 200, content
            headers["ETag"] = f'"{hashlib.sha1(content).hexdigest()}"'
            headers["X-Repo-Commit"] = revisions[match["revision"]][0]
            if with_body:
                self.served.append((match["repo"], match["file"]))
        return self._send(handler, status, headers, body, with_body)

    def _revisions(self, repo):
        """Names of revisions -> (commit id, read); none where there is no such repository."""
        if repo in self.repositories:
            read = self.repositories[repo]
            return dict.fromkeys(("main", COMMIT), (COMMIT, read))
        commits = self.commits.get(repo, [])
        found = {commit: (commit, files.get) for commit, _, files in commits}
        return {**found, "main": found[commits[-1][0]]} if commits else found

    def _take(self, handler):
        self.requests.append((handler.command, handler.path))
        body = handler.rfile.read(int(handler.headers["Content-Length"] or 0))
        match = _UPLOAD.fullmatch(handler.path)
        if self.token is None or handler.headers["Authorization"] != f"Bearer {self.token}":
            status, answer = 401, {"error": "Invalid username or password."}
        elif handler.path == "/api/repos/create":
            status, answer = self._create(json.loads(body))
        elif not match or match["repo"] not in self.commits or match["revision"] != "main":
            status, answer = 404, {"error": "Not found"}
        elif match["step"] == "preupload":
            paths = [file["path"] for file in json.loads(body)["files"]]
            small = {"uploadMode": "regular", "shouldIgnore": False}
            status, answer = 200, {"files": [{"path": path, **small} for path in paths]}
        else:
            lines = [json.loads(line) for line in body.splitlines()]
            status, answer = 200, self._commit(match["repo"], lines)
        self._send(handler, status, {}, json.dumps(answer).encode())

    def _create(self, asked):
        repo = f"{asked['type']}s/{asked['organization']}/{asked['name']}"
        answer = {"url": f"{self.endpoint}/{repo}"}
        if repo in self.commits:
            return 409, {**answer, "error": "You already created this dataset repo"}
        self.commits[repo] = []
        # Older clients send "private", newer ones "visibility".
        self.private[repo] = asked.get("private") or asked.get("visibility") == "private"
        return 200, answer

    def _commit(self, repo, lines):
        (header,) = [line["value"] for line in lines if line["key"] == "header"]
        files = dict(self.commits[repo][-1][2]) if self.commits[repo] else {}
        for line in lines:
            if line["key"] == "file":
                files[line["value"]["path"]] = base64.b64decode(line["value"]["content"])
        commit = hashlib.sha1(f"{repo} {len(self.commits[repo])}".encode()).hexdigest()
        self.commits[repo].append((commit, header["summary"], files))
        return {
            "success": True,
            "commitOid": commit,
            "commitUrl": f"{self.endpoint}/{repo}/commit/{commit}",
        }

    def _send(self, handler, status, headers, body, with_body=True):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if with_body:
            handler.wfile.write(body)
