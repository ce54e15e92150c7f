"""The page's first answers compressed: Gradio compresses paths with a file's ending only."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from . import layout

# Streams of events have other paths: compressed, they would be held back.
PATHS = {"/", "/config", "/gradio_api/info"}


class PageGzip:
    """Compression of three paths, around the whole app, and the page's scripts for later."""

    def __init__(self, app):
        self.app, self.content = app, layout.scripts_for_later()
        options = {"minimum_size": 1000, "compresslevel": 6}
        self.packed = GZipMiddleware(app, **options)
        self.later = GZipMiddleware(self._scripts, **options)

    async def _scripts(self, scope, receive, send):
        # A new answer each time: the compression changes its head.
        await Response(self.content, media_type="text/javascript")(scope, receive, send)

    async def __call__(self, scope, receive, send):
        """Answer a request."""
        path = scope["path"] if scope["type"] == "http" else ""
        packed = self.later if path == f"/{layout.LATER}" else self.packed
        packs = path in PATHS or packed is self.later
        await (packed if packs else self.app)(scope, receive, send)
