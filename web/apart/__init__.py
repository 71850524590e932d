"""Dear work, done apart: in processes that the system itself ends where a request lasts too long or wants too much memory."""
