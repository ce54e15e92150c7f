"""The page's first answers compressed: Gradio compresses paths with a file's ending only."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from . import layout

# Streams of events have other paths: compressed, they would be held back.
PATHS = {"/", "/config", "/gradio_api/info"}


class PageGzip:
    """Compression of three paths, around the whole app, and the page's scripts for later."""

    def __init__(self, app):
        scripts = Response(layout.scripts_for_later(), media_type="text/javascript")
        self.app, self.packed, self.scripts = (
            app,
            *(
                GZipMiddleware(inner, minimum_size=1000, compresslevel=6)
                for inner in (app, scripts)
            ),
        )

    async def __call__(self, scope, receive, send):
        """Answer a request."""
        path = scope["path"] if scope["type"] == "http" else ""
        if path == f"/{layout.LATER}":
            await self.scripts(scope, receive, send)
        else:
            await (self.packed if path in PATHS else self.app)(scope, receive, send)
