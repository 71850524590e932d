"""Where something stands in a card's text, shown with a mark below it."""

WIDTH = 100


def caret(text: str, start: int, end: int) -> list[str]:
    """The piece of the text around the place, with a mark below."""
    if end - start > WIDTH:
        return [f"    {text[start : start + WIDTH]}…".replace("\n", " ")]
    left = max(0, start - (WIDTH - (end - start)) // 2)
    piece = text[left : left + WIDTH].replace("\n", " ")
    return [f"    {piece}", "    " + " " * (start - left) + "^" * max(1, end - start)]
