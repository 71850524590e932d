"""Legión's engine rolled many times with seeds, against the exact odds: every bar within its standard errors."""

import argparse
import json
import sys

from kb.play.odds.answer import odds
from tests.test_kb_play_legion_laws import SPECS, simulated

# Over some hundred bars, one in three hundred and seventy would leave three standard errors by chance alone.
ERRORS = 4.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000, help="attacks of each kind")
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    wrong = 0
    for spec in SPECS:
        dice, surge, mine, die, chart, cover, theirs = spec
        defense = {"die": die, "surge": chart, "cover": cover, "keywords": theirs}
        exact = odds({"game": "legion", "attack": {"dice": dice, "surge": surge, "keywords": mine}, "defense": defense})[
            "wounds"
        ]
        found = simulated(spec, args.runs, args.seed)
        far = max(
            abs(found[n] / args.runs - p) / max((p * (1 - p) / args.runs) ** 0.5, 1e-12)
            for n, p in enumerate(exact)
            if 0 < p < 1
        )
        wrong += far > ERRORS or any(n >= len(exact) for n in found)
        print(
            json.dumps({"ataque": " ".join([*mine, "contra", *theirs]), "tiradas": args.runs, "errores_tipicos": round(far, 2)})
        )
        sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
