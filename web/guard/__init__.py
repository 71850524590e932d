"""What stands before the pages: limits, rates, bodies on their way in, headers, the secret and the sessions."""
