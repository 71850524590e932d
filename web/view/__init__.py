"""How a thing is shown, whichever page shows it: text as HTML, drawings, names, citations, cards, charts, forms."""
