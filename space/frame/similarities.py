"""The metric and its similarities, as the pages name and choose them."""

import functools

from semantic_f1 import SemanticF1

YOURS = "yours"
# The choice of exact matches over the labels of a file, the similarity that it is, and the name of
# one that is made of groups of a file's labels.
EXACT, IDENTITY, OWN_GROUPS = "exact", "identity", "own-groups"
# Short names for lists of choices; another similarity goes by the title of its card.
NAMES = {
    "plutchik": "Plutchik's wheel",
    "goemotions-ekman": "Ekman groups",
    "goemotions": "GoEmotions correlations",
    "mfrc": "Moral foundations",
    IDENTITY: "exact matches only",
    OWN_GROUPS: "your groups",
}
FIELDS = {
    "plutchik": "emotions",
    "goemotions-ekman": "GoEmotions",
    "goemotions": "GoEmotions",
    "mfrc": "MFRC",
}
SCORES = ("precision", "recall", "f1")
MOST_ON_WHEEL = 24


@functools.cache
def metric(config_name=None):
    """The metric; its direct path is safe between threads."""
    return SemanticF1(config_name)


@functools.cache
def bundled():
    """Every bundled similarity by its name."""
    module = metric().similarity
    return {name: module.load(name) for name in module.names()}


def title_of(similarity):
    """Title of a similarity on a page."""
    if similarity.name in NAMES:
        return NAMES[similarity.name]
    return similarity.card.get("title") or similarity.name.replace(YOURS, "your similarity")


def choice_of(name):
    """The text of a bundled similarity in a list of choices."""
    similarity = bundled()[name]
    field = f"{FIELDS[name]}, " if name in FIELDS else ""
    return f"{title_of(similarity)} ({field}{len(similarity)})"


def similarity_choices(own_similarity=None):
    """Pairs of a name and its text; a visitor's own comes first."""
    choices = [(name, choice_of(name)) for name in bundled()]
    if own_similarity is None:
        return choices
    text = f"Yours ({len(own_similarity)} labels)"
    if own_similarity.name == OWN_GROUPS:
        text = f"Your groups ({own_similarity.card['title']})"
    return [(YOURS, text), *choices]


def similarity_of(name, own_similarity=None):
    """The similarity of a name; visitors may name no path and no address."""
    if name == YOURS:
        if own_similarity is None:
            raise ValueError("You have made no similarity yet: make one under Similarity first.")
        return own_similarity
    if not isinstance(name, str) or name not in bundled():
        raise ValueError(f"similarity: {name!r} is not one of {', '.join(bundled())}")
    return bundled()[name]


def names_of(similarity):
    """Names that label sets may hold: the labels, then the none-labels."""
    return list(dict.fromkeys([*similarity.labels, *similarity.none_labels]))


def hard_of(options):
    """Options that score the same labels by exact matches only: plain F1."""
    similarity = options["similarity"]
    return {
        **options,
        "similarity": "identity",
        "labels": names_of(similarity),
        "none_labels": list(similarity.none_labels),
    }


def angles_of(similarity):
    """Angles of the labels on a wheel, in degrees, as the card says; None without a wheel."""
    angles = similarity.card.get("angles")
    if not isinstance(angles, dict) or len(similarity) > MOST_ON_WHEEL:
        return None
    angles = {label: angles.get(label) for label in similarity.labels}
    known = (type(angle) in (int, float) and abs(angle) <= 360 for angle in angles.values())
    return angles if all(known) else None


def check_text(text, what):
    """Refuse text that no page can show."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{what} holds half of a character (a lone surrogate)") from None
