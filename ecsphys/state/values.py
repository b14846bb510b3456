"""Python values as trees that JSON can hold, and back, exactly; without pickle.

None, bool, text, integers of 64 bits, finite floats and lists stand for themselves. Everything else is an
object with one key, which says what it is:

| key | value |
|---|---|
| `int` | larger integers: hexadecimal, "-0x…" |
| `float` | NaN and infinities: the 8 bytes, hexadecimal, the sign first |
| `text` | text with lone surrogates: base64 of UTF-8 that lets them pass |
| `bytes` | base64 |
| `tuple`, `set`, `frozenset` | a list; of sets in an order that does not depend on the process |
| `dict`, `counter` | a list of pairs, in order |
| `deque` | `[[value, …], largest length]` |
| `random`, `generator` | the state of a `random.Random`; of a numpy Generator of PCG64 or SFC64 |
| `vec` | a Vec2: `[x, y]` |
| `named` | another NamedTuple: `[class, [value, …]]` |
| `enum`, `flags` | a member of an enum: `[class, name]`; several flags: `[class, number]` |
| `object` | an instance of a dataclass: `[class, {field: value}, {other attribute: value}]` |
| `array`, `scalar` | of numpy: `[dtype, shape, base64]`, `[dtype, base64]`; see `dtypes` |
| `shape` | a Shape: `[class, [argument, …]]` |
| `function` | a function of a module |

Classes and functions are "module:name" (`references`). A value that is there twice is two equal ones
afterwards.
"""

from .from_trees import from_tree
from .to_trees import Tree, to_tree

__all__ = ["Tree", "from_tree", "to_tree"]
