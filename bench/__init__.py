"""The public benchmark: data, one command that scores any system's answers, and two baselines. Data card: bench/README.md."""
