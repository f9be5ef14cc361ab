# Innkeeper. `make` alone tells what there is.

VENV := .venv
BIN := $(VENV)/bin
# Further options for the command that a target ends in: make play ARGS="...", make test ARGS="-k drinks".
ARGS ?=
# What is linted and type-checked.
TYPED := src tests $(wildcard benchmarks)

.DEFAULT_GOAL := help
.PHONY: help setup setup-run play play-terminal test lint bench bench-server balance soak clean

help: ## tell what there is
	@echo "Innkeeper: make TARGET [ARGS=\"options for its command\"]"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1 # \2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='#' read -r name what; do printf '%-15s%s\n' "$$name" "$$what"; done

setup: ## set up .venv for development (the other targets do so by themselves)
	@bash scripts/setup dev

setup-run:
	@bash scripts/setup run

play: setup-run ## open the table in the browser (for others on your network too: ARGS="--host 0.0.0.0")
	@echo "play: innkeeper serve --open $(ARGS)"
	@$(BIN)/innkeeper serve --open $(ARGS)

play-terminal: setup-run ## play in this terminal: make a table, or Enter at once against three bots (ARGS in place of --new)
	@echo "play-terminal: innkeeper play $(or $(ARGS),--new)"
	@$(BIN)/innkeeper play $(or $(ARGS),--new)

test: lint ## lint, then run the tests; with ARGS all but the browser's
	@echo "test: pytest, all but the browser"
	@$(BIN)/python -m pytest -n 2 --ignore=tests/browser $(ARGS)
ifeq ($(strip $(ARGS)),)
	@echo "test: pytest, the browser, in processes of its own"
	@$(BIN)/python -m pytest -n 2 tests/browser
endif

lint: setup ## check style, format and types
	@echo "lint: ruff check"
	@$(BIN)/ruff check .
	@echo "lint: ruff format --check"
	@$(BIN)/ruff format --check .
	@echo "lint: mypy $(TYPED)"
	@$(BIN)/mypy $(TYPED)
	@echo "lint: scripts/check-web"
	@bash scripts/check-web

bench: setup ## measure speed
	@echo "bench: python -m benchmarks $(ARGS)"
	@$(BIN)/python -m benchmarks $(ARGS)

balance: setup-run ## measure how often each character wins, into docs/balance.md
	@echo "balance: innkeeper balance, 20000 games"
	@$(BIN)/innkeeper balance --games 20000 --jobs 2 $(ARGS)

bench-server: setup ## measure the server with many tables
	@echo "bench-server: python -m benchmarks.server $(ARGS)"
	@$(BIN)/python -m benchmarks.server $(ARGS)

soak: setup-run ## play 20000 games of every kind and mix of variants, checking after every move
	@echo "soak: innkeeper simulate, 20000 games"
	@$(BIN)/innkeeper simulate -n 20000 --check --seats any --variant any --jobs 2 --seed 1 $(ARGS)

clean: ## remove .venv, caches and what was built
	@echo "clean: removing $(VENV), caches, build and dist"
	@rm -rf $(VENV) build dist htmlcov .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
