"""Bytes that are made once: pages and static files with their gzip and ETag, and the door that gives them out."""
