"""The website and its JSON API. `web.app.create_app` makes it; importing the package alone costs nothing, for `kb`'s sake."""
