"""Legión: what each verb of a compiled definition does to the table or to the attack; other verbs are read, not run."""
