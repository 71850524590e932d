# One command each; every target sets up what it needs and is quick the second time.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.listo
KB_OUT ?= build/kb
PORT   ?= 8000

.PHONY: run test check bench soak setup clean

setup: $(READY)

$(READY): pyproject.toml requirements-search.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Hace falta Python 3.11 o posterior."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-search.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[rapido]" --group dev
	@touch $@

run: $(READY)
	$(BIN)/kb build $(if $(KB_BOOKS),--books $(KB_BOOKS)) --out $(KB_OUT)
	$(BIN)/kb serve --kb $(KB_OUT) --port $(PORT)

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadgroup

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.audit
	$(BIN)/python -m pytest -n 2 --dist loadgroup

bench: $(READY)
	$(BIN)/python -m web.bench

# The long runs, an hour in all; SOAK names one of them. Figures: docs/soak.md
soak: $(READY)
	$(BIN)/python -m tests.soak.run $(SOAK)

clean:
	rm -rf build $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
