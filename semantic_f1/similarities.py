"""The functions that ``metric.similarity`` offers, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .similarity.auditing import audit_similarity, chance_of
from .similarity.builders.groups import from_groups
from .similarity.builders.hierarchies import from_codes, from_hierarchy
from .similarity.builders.points import (
    from_correlations,
    from_distances,
    from_embeddings,
    from_points,
    from_training_label_sets,
)
from .similarity.builders.ratings import calibrate, from_ratings
from .similarity.embedding_similarity import embeddings
from .similarity.label_similarity import build, fingerprint, identity
from .similarity.loading import load, names
from .similarity.protocol import from_function
from .thesaurus.making import make_thesaurus, read_thesaurus
from .thesaurus.measures import relatedness
from .thesaurus.saved import load_thesaurus, save_thesaurus

if TYPE_CHECKING:
    from .similarity.auditing import Audit


class Similarities:
    """Similarities of labels: bundled ones, builders, audits and thesauri.

    ``embeddings``, ``from_function`` and ``relatedness`` of concepts work without a table.
    """

    names = staticmethod(names)
    load = staticmethod(load)
    build = staticmethod(build)
    identity = staticmethod(identity)
    fingerprint = staticmethod(fingerprint)
    from_points = staticmethod(from_points)
    from_distances = staticmethod(from_distances)
    from_embeddings = staticmethod(from_embeddings)
    from_correlations = staticmethod(from_correlations)
    from_training_label_sets = staticmethod(from_training_label_sets)
    from_hierarchy = staticmethod(from_hierarchy)
    from_codes = staticmethod(from_codes)
    from_function = staticmethod(from_function)
    embeddings = staticmethod(embeddings)
    from_groups = staticmethod(from_groups)
    from_ratings = staticmethod(from_ratings)
    calibrate = staticmethod(calibrate)
    read_thesaurus = staticmethod(read_thesaurus)
    make_thesaurus = staticmethod(make_thesaurus)
    save_thesaurus = staticmethod(save_thesaurus)
    load_thesaurus = staticmethod(load_thesaurus)
    relatedness = staticmethod(relatedness)

    @staticmethod
    def audit(source: Any, **options: Any) -> Audit:
        """Report on a similarity matrix with warnings; ``print`` shows it.

        Parameters
        ----------
        source : whatever ``load`` takes, or a measure of a thesaurus; of more than 1,000 labels a
            sample is looked at, and the chance level is that of all
        **options : ``groups``, ``gold``, ``opposites``, ``asymmetric``, ``associative``,
            ``neighbors`` and ``hubs``, as for ``LabelSimilarity.audit``
        """
        return audit_similarity(load(source), **options)

    @staticmethod
    def chance(
        source: Any, gold: Any = None, *, size: int = 1, seed: int = 0
    ) -> tuple[dict[str, Any], ...]:
        """Scores of systems that know nothing: the chance level of a similarity, by sampling.

        Parameters
        ----------
        source : whatever ``load`` takes, or a measure of a thesaurus, of any size
        gold : label sets to score against, as those of the data; None: sets of ``size`` labels
            drawn alike from all
        size : int >= 1
        seed : int

        Returns
        -------
        tuple of dicts, as :attr:`Audit.chance`: of a system that gives as many labels as gold has,
        drawn at random, and over a thesaurus of its largest root alone
        """
        similarity = load(source)
        for name, value, least in (("size", size, 1), ("seed", seed, 0)):
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ValueError(f"{name}: expected a whole number from {least} up; got {value!r}")
        return chance_of(similarity, gold, size=size, seed=seed)
