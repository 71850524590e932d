"""The glossary for taking away: one row per term, in the formats of translators, librarians and programs."""
