"""Builders, audits and loading of similarities: what ``metric.similarity`` offers, as functions."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..similarities import Similarities
    from ..thesaurus.making import make_thesaurus, read_thesaurus
    from ..thesaurus.measures import relatedness
    from ..thesaurus.saved import load_thesaurus, save_thesaurus
    from .builders.groups import from_groups
    from .builders.hierarchies import from_codes, from_hierarchy
    from .builders.points import (
        from_correlations,
        from_distances,
        from_embeddings,
        from_points,
        from_training_label_sets,
    )
    from .builders.ratings import calibrate, from_ratings
    from .embedding_similarity import embeddings
    from .label_similarity import build, fingerprint, identity
    from .loading import load, names
    from .protocol import from_function

    audit, chance = Similarities.audit, Similarities.chance

__all__ = [
    "audit", "build", "calibrate", "chance", "embeddings", "fingerprint", "from_codes",
    "from_correlations", "from_distances", "from_embeddings", "from_function", "from_groups",
    "from_hierarchy", "from_points", "from_ratings", "from_training_label_sets", "identity", "load",
    "load_thesaurus", "make_thesaurus", "names", "read_thesaurus", "relatedness", "save_thesaurus",
]  # fmt: skip


def __getattr__(name):
    # Looked up when asked for: thesauri build on modules of this folder and are offered here too.
    if not name.startswith("_"):
        from ..similarities import Similarities

        if hasattr(Similarities, name):
            return getattr(Similarities, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return __all__
