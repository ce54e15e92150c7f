"""Signatures that name every option: what an editor offers at Tab, and help() prints."""

import inspect
from typing import TypeVar

from .option_table import OPTIONS

MetricClass = TypeVar("MetricClass", bound=type)


def signature_with_options(function):
    """The signature of a function, with the options and ``account`` instead of ``**options``."""
    signature = inspect.signature(function)
    if "options" not in signature.parameters:
        return signature
    *parameters, _ = signature.parameters.values()
    named = [
        inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default)
        for option in OPTIONS
        if option.name not in signature.parameters
    ]
    if "account" in {*(function.__kwdefaults__ or ())} - {*signature.parameters}:
        named += [inspect.Parameter("account", inspect.Parameter.KEYWORD_ONLY, default=None)]
    return signature.replace(parameters=[*parameters, *named])


def names_options(cls: MetricClass) -> MetricClass:
    """Show the options by name in the methods that take them; calls work as before."""
    for name in dir(cls):
        method = getattr(cls, name)
        if inspect.isfunction(method) and (name == "__init__" or not name.startswith("_")):
            shown = signature_with_options(method)
            if shown != inspect.signature(method):
                method.__signature__ = shown
    return cls


def documented_alike(metric, names):
    """Give a metric's methods the documentation and signature that its class has.

    evaluate copies some of them for each metric, without their signature, and appends the
    description of all inputs to their documentation.
    """
    for name in names:
        documented, copied = getattr(type(metric), name), getattr(metric, name).__func__
        copied.__doc__ = documented.__doc__
        copied.__signature__ = inspect.signature(documented)
