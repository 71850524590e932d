"""Card texts on disk and on the command line: reading files, compiling, linting, formatting, explaining."""
