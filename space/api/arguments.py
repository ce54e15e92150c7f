"""Arguments of endpoints: their types, and the checks, which Gradio does not make."""

import functools
import inspect
import json
from html import escape
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import gradio as gr
from gradio import FileData

from semantic_f1.average_table import NAMED_AVERAGES
from semantic_f1.messages import suggestion

from ..frame import forms, jobs, sessions, uploads
from ..frame.errors import reason
from ..frame.similarities import YOURS, bundled, similarity_of
from ..frame.table_layouts import FILE_OPTIONS, LAYOUTS, MISSING, WHOLE_NUMBERS
from ..frame.tables import JSON_LISTS

UPLOADED = "(uploaded)"
Similarity = Literal[(*bundled(), UPLOADED)]
Average = Literal[NAMED_AVERAGES]
UnknownLabels = Literal[tuple(dict(forms.UNKNOWN))]
MacroLabels = Literal[tuple(dict(forms.MACRO))]
Layout = Literal[tuple(LAYOUTS)]
Missing = Literal[tuple(MISSING)]
Ids = Literal[tuple(WHOLE_NUMBERS)]
Quotes, Header, Merged, Blank = (Literal[("", *known)] for _, known in FILE_OPTIONS.values())
File = FileData | None
_KINDS = {str: "text", bool: "true or false", float: "a number"}
_LISTS = {str: "texts", int: "whole numbers", list[int]: "lists of whole numbers"}


def endpoint(function):
    """The function with arguments checked by their hints; files that were sent leave the disk."""
    hints, signature = get_type_hints(function), inspect.signature(function)

    @functools.wraps(function)
    def handler(*arguments, **options):
        given = signature.bind(*arguments, **options).arguments
        given = {name: value for name, value in given.items() if name != "request"}
        try:
            for name, value in given.items():
                check(name, value, hints[name])
            return function(*arguments, **options)
        except Exception as error:
            raise gr.Error(escape(reason(error), quote=False), print_exception=False) from None
        finally:
            for value in given.values():
                if isinstance(value, dict) and _sent(value):
                    Path(value["path"]).unlink(missing_ok=True)

    return handler


def check(name, value, hint):
    """Refuse a value of another type than a hint says."""
    kind, inside = get_origin(hint), get_args(hint)
    shown = json.dumps(value, ensure_ascii=False, default=str)[:60]
    if kind in (Union, UnionType):
        if value is not None:
            check(name, value, next(one for one in inside if one is not NoneType))
    elif kind is Literal:
        if not isinstance(value, str) or value not in inside:
            hint = suggestion(value, inside) if isinstance(value, str) else ""
            raise ValueError(f"{name}: {shown} is not one of {', '.join(inside)}{hint}")
    elif kind is list:
        if isinstance(value, str) and inside[0] is str:
            raise ValueError(f"{name}: a list is needed, not text. For one label: [{shown}]")
        if not _is_list(value, inside[0]):
            raise ValueError(f"{name}: a list of {_LISTS[inside[0]]} is needed, got {shown}")
    elif hint is FileData:
        if not _sent(value):
            raise ValueError(f"{name}: a file is needed, sent as gradio_client.handle_file does")
    elif type(value) is not hint and (hint is not float or type(value) is not int):
        raise ValueError(f"{name}: {_KINDS[hint]} is needed, got {shown}")


def _is_list(value, inner):
    """True for a list of elements of a type, which may be that of a list."""
    if not isinstance(value, list) or get_origin(inner) is not list:
        return isinstance(value, list) and all(type(one) is inner for one in value)
    return all(_is_list(one, *get_args(inner)) for one in value)


def _sent(value):
    """True for a file that came as an upload: no other path of the server may be named."""
    path = value.get("path") if isinstance(value, dict) else None
    if not isinstance(path, str):
        return False
    return Path(path).resolve().is_relative_to(uploads.folder().resolve())


def taken(file, example=None):
    """Name and content of a file that was sent; the example's name and None without one."""
    return (example, None) if file is None and example else uploads.take(file and file["path"])


def named_similarity(name, request):
    """A bundled similarity, or what this session has uploaded."""
    if name in (UPLOADED, YOURS):
        own_similarity = sessions.of(request).similarity()
        if own_similarity is None:
            raise ValueError("There is no uploaded similarity yet: call upload_similarity first.")
        return own_similarity
    return similarity_of(name)


def job(function, arguments, size, request):
    """The result of a program's job."""
    return jobs.run(function, arguments, size, request.session_hash, kind=jobs.PROGRAM)


def reading_asked(predictions, references, separator, ids="auto"):
    """Reading of a file, from an endpoint's arguments."""
    return {
        "predictions": predictions,
        "references": references,
        "separator": separator or JSON_LISTS,
        "ids": ids,
    }
