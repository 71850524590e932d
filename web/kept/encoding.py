"""Whether a reader takes gzip, by its Accept-Encoding (RFC 9110, 12.5.3). Remembered: browsers send few different ones."""

import re
from functools import lru_cache

_LONGEST = 500
"""Characters: browsers send 20 to 30. A longer one is not read: it gets plain bytes."""
_ITEM = re.compile(r"\s*([^\s;,]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?", re.ASCII | re.IGNORECASE)


@lru_cache(256)
def takes_gzip(accepted: str) -> bool:
    """Yes where gzip, by name or as «*», is welcome and plain is not preferred. What cannot be read asks for nothing."""
    if len(accepted) > _LONGEST:
        return False
    items = filter(None, map(_ITEM.fullmatch, accepted.split(",")))
    weights = {item[1].lower(): float(item[2] or 1) for item in items}
    weight = weights.get("gzip", weights.get("x-gzip", weights.get("*", 0.0)))
    return weight > 0 and weight >= weights.get("identity", 0.0)
