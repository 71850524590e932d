# One command each; every target sets up what it needs and is quick the second time.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
RUNS   := $(VENV)/.listo
READY  := $(VENV)/.listo-dev
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# uv takes seconds where pip takes a minute; pip knows proxies and mirrors that uv may not.
FROM    = $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --no-deps --require-hashes -r $(1) 2>/dev/null \
          || $(PIP) --no-deps --require-hashes -r $(1)
LOCK    = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
# A file is one process's, so that what it starts is started once; the slowest first (tests/conftest.py). Three processes on two
# cores: a third of the time of one is waiting for servers and browsers.
JOBS   ?= 3
# What was compiled is kept, whatever the surroundings say: tests start a hundred processes of ours.
TESTS   = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder
KB_OUT ?= build/kb
PORT   ?= 8000

.PHONY: run test check cover bench soak setup lock upgrade release clean

setup: $(READY)

# What runs, and then what tests it: only versions and files whose hash is in the lock files.
$(RUNS): pyproject.toml requirements-uv.txt requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Hace falta Python 3.11 o posterior."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements-uv.txt
	@$(call FROM,requirements.txt)
	@$(PIP) --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q grammar kb web  # a command that is typed does not wait for it
	@touch $@

$(READY): $(RUNS) requirements-dev.txt
	@$(call FROM,requirements-dev.txt)
	@touch $@

# After a change of pyproject.toml; `upgrade` also takes the newest of everything.
upgrade: NEWEST := --upgrade
lock upgrade: $(READY)
	$(LOCK) $(NEWEST) --all-extras --group build -o requirements.txt pyproject.toml
	$(LOCK) $(NEWEST) --all-extras --group dev -c requirements.txt -o requirements-dev.txt pyproject.toml
	$(LOCK) $(NEWEST) --group lock -c requirements-dev.txt -o requirements-uv.txt

# A wheel, and what it is made of (CycloneDX), from the lock.
release: $(READY)
	rm -rf dist
	$(BIN)/hatchling build -t wheel -d dist
	$(BIN)/cyclonedx-py requirements requirements.txt --pyproject pyproject.toml --output-reproducible -o dist/reglario.cdx.json
	cd dist && sha256sum * > SHA256SUMS

run: $(RUNS)
	@$(BIN)/kb build $(if $(KB_BOOKS),--books $(KB_BOOKS)) --out $(KB_OUT)
	@$(BIN)/kb serve --kb $(KB_OUT) --port $(PORT)

test: $(READY)
	$(TESTS)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	KB_WHOLE=1 $(TESTS)
	$(MAKE) cover
	$(BIN)/python -m tests.audit

# Branches of what stands before the pages, of rulings, packs and signatures, and of the readers of files: no less than this is tried.
COVERED  = web/guard/*.py,web/rulings/*.py,kb/disk/pack.py,kb/disk/unpack.py,kb/disk/sign.py,kb/formats/yaml_text.py,kb/formats/json_text.py,kb/cards/files.py,kb/cards/spots.py,$\
           kb/books/source.py,kb/books/html.py,kb/books/marked.py,kb/books/raw.py,kb/books/tables.py,kb/books/blocks.py,kb/books/pdf/*.py
COVERING = kb_yaml kb_sign kb_pack kb_cards kb_books kb_books_formats kb_books_pieces web_gate web_gate_pieces web_budgets web_rulings web_rulings_history web_rulings_typed web_rulings_pieces \
           web_backup web_faults web_accounts web_bots web_events web_unanswered
cover: $(READY)
	$(BIN)/coverage run --branch --source=kb,web -m pytest -n 0 -q $(COVERING:%=tests/test_%.py)
	$(BIN)/coverage report --include='$(COVERED)' --fail-under=95

bench: $(READY)
	$(BIN)/python -m web.bench

# The long runs, an hour in all; SOAK names one of them. Figures: docs/soak.md
soak: $(READY)
	$(BIN)/python -m tests.soak.run $(SOAK)

clean:
	rm -rf build $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
