"""Builders, audits and loading of similarities: what ``metric.similarity`` offers, as functions."""


def __getattr__(name):
    # Looked up when asked for: thesauri build on modules of this folder and are offered here too.
    if not name.startswith("_"):
        from ..similarities import Similarities

        if hasattr(Similarities, name):
            return getattr(Similarities, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    from ..similarities import Similarities

    return [name for name in vars(Similarities) if not name.startswith("_")]
