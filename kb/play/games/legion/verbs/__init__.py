"""Legión: what each verb of a compiled definition does to the table or to the attack. A verb that is not here is read, not run."""
