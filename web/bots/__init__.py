"""The rules where people talk: one core, and an adapter for each place."""
