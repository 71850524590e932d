"""Accounts of judges: passwords, a second factor, sessions kept here, attempts, invitations, and their pages."""
