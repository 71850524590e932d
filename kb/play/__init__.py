"""The engine: dice, odds, the order of simultaneous effects, and situations that run step by step."""
