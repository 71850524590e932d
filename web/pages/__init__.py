"""One module per page family, the page and its JSON twin together."""
