"""Card text to tree to effect to text, and what is wrong with it. Imports neither kb nor web."""
