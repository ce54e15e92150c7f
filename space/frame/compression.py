"""The page's first answers compressed: Gradio compresses paths with a file's ending only."""

from starlette.middleware.gzip import GZipMiddleware

# Streams of events have other paths: compressed, they would be held back.
PATHS = {"/", "/config", "/gradio_api/info"}


class PageGzip:
    """Compression of three paths, around the whole app."""

    def __init__(self, app):
        self.app, self.packed = app, GZipMiddleware(app, minimum_size=1000, compresslevel=6)

    async def __call__(self, scope, receive, send):
        """Answer a request."""
        packs = scope["type"] == "http" and scope["path"] in PATHS
        await (self.packed if packs else self.app)(scope, receive, send)
