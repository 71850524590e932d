"""How long a browser waits for what a page should show, in milliseconds: long enough for a busy machine, and a red test costs
no more."""

PATIENCE = 45_000
