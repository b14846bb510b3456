"""The plane's kernels that trees of space share: numba types them anew for a `TreeArrays` and a `ProxyTree`.

They only use fields that both have. Here they get types that say so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...spatial import walk
from ...spatial.quadtree import buckets, insertion, pairs

member_at: Callable[[Any, int], int] = walk.member_at
next_slot: Callable[[Any, int], int] = walk.next_slot
drop_bucket: Callable[[Any, int], None] = buckets.drop_bucket
schedule_refits: Callable[[Any, int], None] = insertion.schedule_refits
append_buckets: Callable[..., int] = pairs.append_buckets
append_new_keys: Callable[..., int] = pairs.append_new_keys
