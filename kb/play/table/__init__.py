"""A judge's table: what is put on it, what is said to happen, what has to be asked, and what then happens and why."""
