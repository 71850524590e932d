"""X-Wing: what each verb of a compiled ability does to the table. A verb that is not here is read but not run."""
