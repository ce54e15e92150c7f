"""The page's first answers compressed: Gradio compresses paths with a file's ending only."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from . import layout, origin

# Streams of events have other paths: compressed, they would be held back.
PATHS = ("/", "/config", "/gradio_api/info")


class PageGzip:
    """Compression of some paths, around the whole app, with the scripts for later and a picture."""

    def __init__(self, app):
        options = {"minimum_size": 1000, "compresslevel": 6}
        scripts = _answer(layout.scripts_for_later(), "text/javascript")
        picture = (layout.ASSETS / origin.PREVIEW).read_bytes()
        self.app = app
        self.others = {
            **dict.fromkeys(PATHS, GZipMiddleware(app, **options)),
            f"/{layout.LATER}": GZipMiddleware(scripts, **options),
            f"/{origin.PREVIEW}": _answer(picture, "image/png"),
        }

    async def __call__(self, scope, receive, send):
        """Answer a request."""
        path = scope["path"] if scope["type"] == "http" else ""
        await self.others.get(path, self.app)(scope, receive, send)


def _answer(content, kind):
    async def answer(scope, receive, send):
        # A new answer each time: the compression changes its head.
        await Response(content, media_type=kind)(scope, receive, send)

    return answer
