"""Rebellion: what each verb of a card does to the table."""
