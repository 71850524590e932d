"""A distribution as inline SVG: bars for «exactly n», a line for «at least n». Two can stand side by side."""

from itertools import accumulate

from markupsafe import Markup

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 260, 52, 28, 14


def at_least(chances: list[float]) -> list[float]:
    """P(n or more) for each n."""
    return [min(1.0, p) for p in reversed(list(accumulate(reversed(chances))))]


def chart(series: list[list[float]], told: str) -> Markup:
    """`series` has one distribution, or two to compare; `told` says the picture in words."""
    size = max(len(chances) for chances in series)
    step = (WIDTH - LEFT - 10) / size
    plot = HEIGHT - BOTTOM - TOP
    parts = [f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{Markup.escape(told)}">']
    for share in (0, 25, 50, 75, 100):
        y = TOP + plot * (1 - share / 100)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 6}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share} %</text>')
    bar = min(46.0, step * 0.72) / len(series)
    for number, chances in enumerate(series):
        first = LEFT + step / 2 - bar * len(series) / 2 + bar * number
        for n, p in enumerate(chances):
            x, height = first + step * n, plot * p
            box = f'x="{x:.1f}" y="{TOP + plot - height:.1f}" width="{bar - 2:.1f}" height="{height:.1f}"'
            parts.append(f'<rect class="s{number}" {box} rx="2"/>')
            if len(series) == 1 and p >= 0.0005:
                y = TOP + plot - height - 5
                parts.append(f'<text class="v" x="{x + bar / 2:.1f}" y="{y:.1f}" text-anchor="middle">{percent(p)}</text>')
        points = " ".join(f"{LEFT + step * (n + 0.5):.1f},{TOP + plot * (1 - p):.1f}" for n, p in enumerate(at_least(chances)))
        parts.append(f'<polyline class="l{number}" points="{points}"/>')
    for n in range(size):
        parts.append(f'<text x="{LEFT + step * (n + 0.5):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{n}</text>')
    return Markup("".join([*parts, "</svg>"]))  # noqa: S704 - numbers, and one escaped sentence


def percent(p: float) -> str:
    """`38 %` or `0,4 %`: three figures are more than a player needs."""
    shown = 100 * p
    if 0 < shown < 0.05:
        return "<0,1 %"
    return f"{shown:.0f} %" if shown >= 9.95 or shown == 0 else f"{shown:.1f} %".replace(".", ",")
