"""Knowledge of each open page, until it is closed or time is over."""

import itertools
import secrets
import threading
import time
from dataclasses import dataclass, field

from . import jobs, limits, uploads

_lock = threading.Lock()
_visits = {}
# Serials tell one start of the server from another: what a tab kept may be of the one before.
_MOST = 10**9
_START = secrets.randbelow(_MOST)
_serials = itertools.count(_START * _MOST + 1)


@dataclass
class Source:
    """A visitor's file for one page, or the reason why one was refused."""

    name: str
    # Kept with its bytes; None for the page's example, or if it was refused.
    kept: object = None
    # A FilePreview.
    seen: object = None
    refused: str = ""
    # About how many it has.
    rows: int | None = None
    # Reading -> what ``reading.first_rows`` found.
    previews: dict = field(default_factory=dict)
    # Tells one file from the next.
    serial: int = field(default_factory=lambda: next(_serials))

    def content(self):
        """The bytes; None for the page's example; an error if it was refused or forgotten."""
        if self.refused:
            raise ValueError(self.refused)
        return None if self.kept is None else self.kept.get()

    def look(self, function, *more):
        """Result of a quick look: of a function of the name, the content, and perhaps more."""
        content = self.content()
        return jobs.look(function, (self.name, content, *more), limits.size_of(content))


@dataclass
class Visit:
    """One page of a visitor's."""

    # Its hash.
    session: str | None
    # Kept with the similarity that was made or uploaded.
    own_similarity: object = None
    # Page -> Source, or a list of them.
    sources: dict = field(default_factory=dict)
    # Page -> Kept with what is shown there.
    states: dict = field(default_factory=dict)
    # Page -> the form as it was sent last.
    forms: dict = field(default_factory=dict)
    used: float = field(default_factory=time.monotonic)

    def similarity(self):
        """The visitor's own similarity, or None; an error if it has been forgotten."""
        return None if self.own_similarity is None else self.own_similarity.get()

    def use(self, similarity, name="Your similarity"):
        """Take a similarity as the visitor's own."""
        self.own_similarity = uploads.Kept(name, similarity, self.session)

    def keep(self, page, name, value):
        """Keep what a page shows."""
        self.states[page] = uploads.Kept(name, value, self.session)

    def state(self, page):
        """State that a page shows; None before anything but the example was scored."""
        kept = self.states.get(page)
        return None if kept is None else kept.get()


def serial():
    """A number that is given once."""
    return next(_serials)


def is_of_this_start(serials):
    """True if serials, joined by dashes, were given since the server started."""
    return all(
        one == "0" or (one.isdecimal() and int(one) // _MOST == _START)
        for one in serials.split("-")
    )


def of(request):
    """The visit of a request; one that is forgotten at once if there is no session."""
    session = getattr(request, "session_hash", None)
    if session is None:
        return Visit(None)
    with _lock:
        visit = _visits.setdefault(session, Visit(session))
        visit.used = time.monotonic()
        return visit


def leave(session):
    """Forget a page that was closed."""
    with _lock:
        _visits.pop(session, None)
    uploads.leave(session)


def sweep(ahead=0):
    """Forget pages that no one has used for long, and what uploads sweep."""
    now = time.monotonic() + ahead
    with _lock:
        for session, visit in list(_visits.items()):
            if now - visit.used > 4 * limits.KEPT_SECONDS:
                del _visits[session]
    uploads.sweep(ahead)


def start_sweeping():
    """Sweep now and then, in a thread that ends with the server."""

    def forever():
        while True:
            time.sleep(uploads.SWEEP_SECONDS)
            sweep()

    threading.Thread(target=forever, name="sweep visits", daemon=True).start()
