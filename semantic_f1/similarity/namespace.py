"""The functions that ``metric.similarity`` offers, by name."""

from .audit import MAX_LABELS, audit_table
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
from .label_similarity import build, fingerprint, identity
from .loading import load, names
from .thesaurus.making import make_thesaurus, read_thesaurus, relatedness
from .thesaurus.measures import Relatedness


class Similarities:
    """Similarities of labels: bundled ones, builders, audits and thesauri.

    ``names``, ``load``, ``build`` and ``identity``; the builders ``from_points``,
    ``from_distances``, ``from_embeddings``, ``from_correlations``, ``from_training_label_sets``,
    ``from_hierarchy``, ``from_codes``, ``from_groups``, ``from_ratings`` and ``calibrate``;
    ``audit``; and
    ``read_thesaurus``, ``make_thesaurus`` and ``relatedness`` of concepts.
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
    from_groups = staticmethod(from_groups)
    from_ratings = staticmethod(from_ratings)
    calibrate = staticmethod(calibrate)
    read_thesaurus = staticmethod(read_thesaurus)
    make_thesaurus = staticmethod(make_thesaurus)
    relatedness = staticmethod(relatedness)

    @staticmethod
    def audit(source, **options):
        """Report on a similarity matrix with warnings; ``print`` shows it.

        Parameters
        ----------
        source : whatever ``load`` takes, or a measure of a thesaurus of up to 1,000 labels
        **options : ``groups``, ``gold``, ``neighbors``, ``hubs``, ``associative``, as for
            ``LabelSimilarity.audit``

        Returns
        -------
        Audit
        """
        similarity = load(source)
        if isinstance(similarity, Relatedness) and len(similarity) > MAX_LABELS:
            raise ValueError(
                f"audit: up to {MAX_LABELS:,} labels; got {len(similarity):,}; audit some: "
                "relatedness(...).to_similarity(labels=[...])"
            )
        names = {"name": similarity.name, "none_labels": similarity.none_labels}
        return audit_table(
            similarity.values, similarity.labels, similarity.card, **names, **options
        )
