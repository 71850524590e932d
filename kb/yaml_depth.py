"""How deep a YAML text nests, before PyYAML is asked: its time grows with the square of that, and then its stack ends."""

import re

DEEPEST = 40
_MARKS = re.compile(r"^[-?:\s]*", re.MULTILINE)


def too_deep(text: str) -> bool:
    """Brackets that stay open, or marks of a list at the start of a line. Those inside quotes count too: nobody has 40."""
    depth = 0
    for sign in re.findall(r"[\[\]{}]", text):
        depth = depth + 1 if sign in "[{" else max(0, depth - 1)
        if depth > DEEPEST:
            return True
    return any(len(marks) - sum(map(str.isspace, marks)) > DEEPEST for marks in _MARKS.findall(text) if len(marks) > DEEPEST)
