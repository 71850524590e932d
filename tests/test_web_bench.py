"""Where wrk is missing, the site is measured with a client of our own: it asks, counts and notices errors."""

from collections.abc import Iterator
from threading import Thread

import pytest
from werkzeug.serving import make_server

from web import bench
from web.guard.rates import rates_told


@pytest.fixture
def hello(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(bench, "SECONDS", 0.2)
    server = make_server("127.0.0.1", 0, bench.hello(), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_rate_with_our_own_client(hello: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "WRK", None)
    assert bench._rate(f"{hello}/?q=uno") > 0
    with pytest.raises(RuntimeError, match="404"):
        bench._rate(f"{hello}/nada")


def test_the_gate_understands_the_rates_of_the_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_RATE", bench._RATES)
    assert rates_told()["leer"] == rates_told()["buscar"] == 999_999_999
