"""The right side of a page that scores: what all of them have around their card and sections."""

import numpy as np

from . import sessions
from .errors import reason
from .markup import as_json, attributes, bdi, counted, notice, page_part, plain_bar, section
from .uploads import Forgotten
from .wording import account_in_page_words, in_page_words

# The kind of a note that a result is the previous one, which shows if the inputs changed.
BEFORE = "warn stale-note"


def result_page(card, sections, *, of, button, form, say, query, notes, notes_id):
    """HTML of a result."""
    notes = list(dict.fromkeys(map(in_page_words, notes)))
    if notes:
        inside = "".join(notice("", "", text) for text in notes)
        sections = [*sections, section(notes_id, "Notes", inside, str(len(notes)))]
    # The script hides the advice while the button can't be pressed.
    note = notice(BEFORE, "The inputs changed.", f"This is the previous result: {of}.")
    advice = f" <span data-press>Press {button} for a new one.</span></div>"
    note = f"{note.removesuffix('</div>')}{advice}"
    return page_part(
        f'{note}{card}<div class="sections">{"".join(sections)}</div>',
        class_="result",
        data_fields=as_json(form),
        data_serial=sessions.serial(),
        data_say=say,
        data_query=query,
    )


def result_card(title, state, inside, *more):
    """The card of a result: its heading, file and examples, what was read, and HTML."""
    said = " \u00b7 ".join((bdi(state.file), counted(state.examples, "example"), *more))
    account = "<br>".join(bdi(account_in_page_words(line), 300) for line in state.account)
    account = account and f'<p class="help account">{account}</p>'
    return (
        f'<section class="card" aria-label="Result"><div class="card-head"><h2>{title}</h2>'
        f'<span class="small quiet">{said}</span></div>{account}{inside}</section>'
    )


def refusal(strong, error):
    """In place of a result: why there is none."""
    buttons = ""
    if getattr(error, "query", None) is not None:
        buttons = f'<a class="button"{attributes(href="?" + error.query)}>{error.instead}</a>'
    before = notice(BEFORE, "The inputs changed.", "The message below is about previous inputs.")
    return page_part(
        before + notice("error", strong, reason(error), buttons, alert=True),
        class_="result",
        data_serial=sessions.serial(),
        data_say="",
        data_refused="yes",
        data_forgotten=isinstance(error, Forgotten),
    )


def distribution_of(f1, bins=20):
    """Histogram of the examples' scores, as bars without the empty bins."""
    counts = np.bincount(np.minimum((f1 * bins).astype(int), bins - 1), minlength=bins)
    most, lines = max(int(counts.max(initial=1)), 1), ""
    for at in np.flatnonzero(counts).tolist():
        share = f'<span class="quiet">{100 * counts[at] / len(f1):.1f}%</span>'
        lines += (
            f'<div class="bin"><span>{at / bins:.2f}\u2013{(at + 1) / bins:.2f}</span>'
            f'{plain_bar(counts[at] / most)}<span class="value">{counts[at]:,} {share}</span></div>'
        )
    ones, zeros = int((f1 == 1).sum()), int((f1 == 0).sum())
    text = (
        f"Bins without an example are left out. {counted(ones, 'example')} "
        f"score{'s' if ones == 1 else ''} exactly 1, {zeros:,} exactly 0."
    )
    return f'<div>{lines}</div><p class="help">{text}</p>'
