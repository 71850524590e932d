"""The rules for language models: the site's own JSON as tools of the Model Context Protocol."""
