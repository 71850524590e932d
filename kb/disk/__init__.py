"""The knowledge base as files: where they are kept, whether they are whole, packed as one and signed."""
