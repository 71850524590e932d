"""What each game can run."""
