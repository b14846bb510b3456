"""What is said of a keyword that a function or a constructor does not have: whose it is, and what was meant.

A constructor ends its parameters with `**unknown: Never`, and calls `refuse_keywords` where there are any:
an empty dictionary is all that it costs to make something.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import FunctionType
from typing import Any, NoReturn

_UNKNOWN = "unknown"
_ALIKE = 0.8  # from which likeness on a name is surely the one that was meant
# Names that other engines and beginners use.
_MEANT = {
    "body_type": "kind",
    "bounce": "restitution",
    "bounciness": "restitution",
    "bullet": "continuous",
    "category": "layer",
    "dt": "step",
    "elasticity": "restitution",
    "exclude": "ignore",
    "filter": "where",
    "fixed_rotation": "lock_rotation",
    "frequency": "hertz",
    "is_sensor": "trigger",
    "iterations": "substeps",
    "layer": "mask",
    "layers": "mask",
    "predicate": "where",
    "r": "radius",
    "rotation": "angle",
    "sensor": "trigger",
    "type": "kind",
}


def hint_at(wrong: str, known: Iterable[str]) -> str:
    """Return what an error of an unknown name ends with: `; did you mean 'limits'?`, or nothing."""
    near = get_close_matches(wrong, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def unknown_keyword(name: str, wrong: str, known: Iterable[str]) -> TypeError:
    """Return the error for a keyword that `name` does not have; `known` are those that it has."""
    keywords = list(known)
    guess = get_close_matches(wrong, keywords, 1, _ALIKE)
    guess = guess or [word for word in (_MEANT.get(wrong),) if word in keywords]
    guess = guess or get_close_matches(wrong, keywords, 1)
    meant = f": did you mean {guess[0]!r}?" if guess else "."
    return TypeError(f"{name}() takes no {wrong!r}{meant} Its keywords are {', '.join(keywords)}")


def refuse_keywords(made: object, unknown: Mapping[str, Any]) -> NoReturn:
    """Raise the `TypeError` for keywords that the constructor of an object does not have."""
    kind = type(made)
    own = next(base for base in kind.__mro__ if is_own(base) and "__init__" in vars(base))
    raise unknown_keyword(kind.__name__, next(iter(unknown)), _parameters_of(vars(own)["__init__"]))


def refuse_brackets(value: object, name: str) -> None:
    """Raise `TypeError` for the numbers of a constructor in brackets; they are given one by one."""
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        numbers = list(value)
        given = ", ".join(map(repr, numbers))
        raise TypeError(f"{name} takes its numbers one by one, {name}({given}), got {name}({value!r})")


def present_constructor(cls: type) -> None:
    """Let `help` and Python's own messages show a constructor as games call it.

    Without `**unknown`, and by the name of its class: `Box(width, height, radius=0.0): Box() missing 1 ...`.
    """
    constructor = inspect.unwrap(cls.__init__)  # type: ignore[misc]
    if not (is_own(cls) and isinstance(constructor, FunctionType)):
        return
    if "__init__" not in vars(cls):
        constructor = _copy_of(constructor)
        cls.__init__ = constructor  # type: ignore[misc]
    parameters = _parameters_of(constructor)
    if _UNKNOWN in inspect.signature(constructor).parameters:
        me = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        constructor.__signature__ = inspect.Signature([me, *parameters.values()])  # type: ignore[attr-defined]
    shown = [
        one.name if one.default is one.empty else f"{one.name}={one.default!r}"
        for one in parameters.values()
        if one.kind is one.POSITIONAL_OR_KEYWORD
    ]
    shown += ["…"] * (len(shown) < len(parameters))
    present(constructor, f"{cls.__name__}({', '.join(shown)})", cls.__name__)


def present(function: Any, call: str, name: str) -> None:
    """Let Python's own messages of missing arguments begin with how a function is called."""
    function.__qualname__ = f"{call}: {name}"


def is_own(cls: type) -> bool:
    """Whether a class is one of ecsphys."""
    return cls.__module__.partition(".")[0] == __name__.partition(".")[0]


def _parameters_of(constructor: Any) -> dict[str, inspect.Parameter]:
    """Return the parameters of a constructor that games give."""
    found = inspect.signature(constructor).parameters.items()
    return {name: one for name, one in found if name not in ("self", _UNKNOWN)}


def _copy_of(constructor: FunctionType) -> FunctionType:
    """Return a function that does the same, with a name of its own."""
    copy = FunctionType(
        constructor.__code__,
        constructor.__globals__,
        constructor.__name__,
        constructor.__defaults__,
        constructor.__closure__,
    )
    copy.__kwdefaults__ = constructor.__kwdefaults__
    copy.__annotations__, copy.__doc__ = constructor.__annotations__, constructor.__doc__
    copy.__dict__.update(constructor.__dict__)
    return copy
