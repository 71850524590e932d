"""Search that understands how people ask: the only folder that imports whoosh or tantivy. See docs/busqueda.md."""
