"""Imperial Assault: what each verb of an effect does."""
