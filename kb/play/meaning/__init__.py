"""The one interpreter of compiled effects. It knows no game: a game gives a `World` and its verbs (docs/engine.md)."""
