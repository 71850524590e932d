"""The command line: how it is read and run, and the commands about the knowledge base itself."""
