"""Pickles that a bare new process can read, also where evaluate.load has made the module."""

import operator

# The package in which evaluate.load keeps copies of the scripts that it loads.
_LOADED = "evaluate_modules"


class _DynamicModules:
    """Nothing, but unpickling it lets Python find the modules that evaluate.load has made."""

    def __reduce__(self):
        from evaluate.loading import init_dynamic_modules

        return init_dynamic_modules, ()


class _Call:
    """Call of a function that is made when it is unpickled."""

    def __init__(self, function, arguments):
        self.function, self.arguments = function, arguments

    def __reduce__(self):
        return self.function, self.arguments


def reduced(function, arguments):
    """Value of ``__reduce__`` for an object that ``function(*arguments)`` makes anew.

    A module that evaluate.load has made is found by a new process, of Ray or Spark say, only after
    ``init_dynamic_modules()``; so the pickle calls that before it names the function.
    """
    if not function.__module__.startswith(_LOADED):
        return function, arguments
    # Items of a tuple are unpickled in their order.
    return operator.getitem, ((_DynamicModules(), _Call(function, arguments)), 1)
