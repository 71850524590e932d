"""Events: calls, penalties and pinned rules at a tournament, also from phones without network."""
