"""What the operator and the editor see: log lines, counts for Prometheus, searches that found nothing."""
