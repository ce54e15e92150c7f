"""The right side of a page that scores: what all of them have around their card and sections."""

from . import sessions
from .markup import as_json, notice, page_part, section, stale_note
from .wording import in_page_words


def result_page(card, sections, *, of, button, form, say, query, notes, notes_id):
    """HTML of a result."""
    notes = list(dict.fromkeys(map(in_page_words, notes)))
    if notes:
        inside = "".join(notice("", "", text) for text in notes)
        sections = [*sections, section(notes_id, "Notes", inside, str(len(notes)))]
    return page_part(
        f'{stale_note(of, button)}{card}<div class="sections">{"".join(sections)}</div>',
        class_="result",
        data_fields=as_json(form),
        data_serial=sessions.serial(),
        data_say=say,
        data_stale=f"The inputs changed. Press {button} for new results.",
        data_query=query,
    )
