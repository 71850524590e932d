"""The only readers of what people write in YAML and JSON."""
