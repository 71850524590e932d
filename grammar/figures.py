"""The one way from what somebody wrote to a whole number: figures 0 to 9 and nothing else, no more of them than are asked for.

`str.isdigit` takes «²», `int` takes «١», « 7 » and «1_000», and raises where there are more than 4,300 figures.
"""

MOST = 10**9 - 1


def whole(told: str | None, most: int = MOST) -> int | None:
    """None where it is no number, or a larger one than `most`."""
    if told is None or not (told.isascii() and told.isdecimal()) or len(told.lstrip("0")) > len(str(most)):
        return None
    found = int(told.lstrip("0") or "0")
    return found if found <= most else None
