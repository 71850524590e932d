"""What an editor must know: what is wrong with a knowledge base, and what two of them do not share."""
