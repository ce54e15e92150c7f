# `make` alone lists the targets. Everything runs in a virtual environment, $(VENV), made on first
# use; only Python 3.10 or newer and make are needed.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# Tests run in two processes: the smallest machine this is meant for has two cores.
WORKERS ?= 2

.PHONY: help demo docs test test-browser test-long test-oldest test-floors test-harnesses app bundle quality release-check bench matrices clean

help:
	@echo "make demo      score the bundled GoEmotions predictions with two similarities"
	@echo "make test      run the tests, of each page of the Space one or two"
	@echo "make test-browser  run the tests of the Space's pages in a browser"
	@echo "make test-long run what make test leaves out: pages, loads, kills, full browser matrices"
	@echo "make test-harnesses  run the code for Trainer, harnesses and loggers (installs torch)"
	@echo "make docs      build the documentation site in build/site"
	@echo "make app       open the Space on this machine"
	@echo "make bundle    make bundle.py and the other generated files"
	@echo "make quality   ruff, and the checks of generated files"
	@echo "make release-check  what would be uploaded is whole and loads from a Hub"
	@echo "make bench     benchmarks, as ratios"
	@echo "make matrices  rebuild similarity_matrices/ and what is made of them"

demo: $(VENV)/metric
	$(BIN)/python score.py examples/goemotions_test.csv \
		--similarity goemotions-ekman --similarity goemotions

test: $(VENV)/dev
	$(BIN)/python tools/find_browser.py --install
	$(BIN)/python tests/wordnet.py --install
	$(BIN)/python -m pytest -n $(WORKERS) -m "not long and not browser" $(PYTEST_ARGUMENTS)

# What make test leaves out and doesn't take long: every page of the Space.
test-browser: $(VENV)/dev
	$(BIN)/python tools/find_browser.py --install
	$(BIN)/python -m pytest -n $(WORKERS) -m "browser and not long" $(PYTEST_ARGUMENTS) tests/space

test-long: $(VENV)/dev
	$(BIN)/python tools/find_browser.py --install
	$(BIN)/python tests/wordnet.py --install
	$(BIN)/python -m pytest -n $(WORKERS) -m "long or browser" $(PYTEST_ARGUMENTS)

# The core without the Space and its browser: any supported Python will do.
test-oldest: $(VENV)/dev
	$(BIN)/python tests/wordnet.py --install
	$(BIN)/python -m pytest -n $(WORKERS) -m "not space and not long" $(PYTEST_ARGUMENTS)

# The core on the oldest versions of what it needs.
FLOORS ?= .venv-floors
test-floors: $(FLOORS)/floors
	$(FLOORS)/bin/python -m pytest -n $(WORKERS) -m "not space and not long" tests/scoring tests/inputs tests/reports \
		tests/loader/test_loader.py $(PYTEST_ARGUMENTS)

$(FLOORS)/floors: .ci/floors.txt pyproject.toml
	$(PYTHON) tools/make_venv.py $(FLOORS)
	$(FLOORS)/bin/python -m pip install --quiet --constraint .ci/floors.txt --editable ".[soft]" \
		hypothesis nltk polars pytest pytest-xdist scikit-learn semantic-f1-score
	@touch $@

# Code of docs/ that needs harnesses, loggers or torch: some GB.
HARNESSES ?= .venv-harnesses
test-harnesses: $(HARNESSES)/harnesses
	$(HARNESSES)/bin/python -m pytest tests/docs/test_harnesses.py $(PYTEST_ARGUMENTS)

$(HARNESSES)/harnesses: pyproject.toml
	@echo "Setting up $(HARNESSES): lm-eval, lighteval, unitxt, torch and what they need (some GB) ..."
	$(PYTHON) tools/make_venv.py $(HARNESSES)
	$(HARNESSES)/bin/python -m pip install --quiet --editable . "lm-eval[hf]" lighteval unitxt wandb \
		mlflow inspect-ai accelerate hypothesis pytest
	@touch $@

# The documentation site, in build/site; a wrong link, anchor or parameter ends the build. Never -q,
# which hides what --strict counts.
DOCS ?= .venv-docs
docs: $(DOCS)/docs
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/python -m mkdocs build --strict

$(DOCS)/docs: requirements-docs.txt
	$(PYTHON) tools/make_venv.py $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet -r requirements-docs.txt
	@touch $@

app: $(VENV)/core
	$(BIN)/python app.py

bundle: $(VENV)/dev
	$(BIN)/python tools/make_bundle.py
	$(BIN)/python tools/make_options_page.py
	$(BIN)/python tools/make_package_page.py
	$(BIN)/python tools/make_reference.py

quality: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/build_matrices.py --check
	$(BIN)/python tools/make_bundle.py --check
	$(BIN)/python tools/make_options_page.py --check
	$(BIN)/python tools/make_package_page.py --check
	$(BIN)/python tools/make_reference.py --check
	$(BIN)/python tools/weight.py --check
	$(BIN)/deptry semantic_f1

release-check: $(VENV)/dev
	$(BIN)/python tools/release.py --check

bench: $(VENV)/dev
	$(BIN)/python benchmarks/ahead.py
	$(BIN)/python benchmarks/run.py

matrices: $(VENV)/core
	$(BIN)/python tools/build_matrices.py
	$(BIN)/python tools/make_bundle.py

# The metric and its command line, without the Space.
$(VENV)/metric: pyproject.toml
	@echo "Setting up $(VENV): evaluate, datasets, numpy and what they need (some 420 MB) ..."
	$(PYTHON) tools/make_venv.py $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/core: requirements.txt
	@echo "Setting up $(VENV): the metric, the Space's gradio and what they need (some 880 MB) ..."
	$(PYTHON) tools/make_venv.py $(VENV)
	$(BIN)/python -m pip install --quiet -r requirements.txt
	@touch $@

$(VENV)/dev: $(VENV)/core requirements-dev.txt
	$(BIN)/python -m pip install --quiet -r requirements-dev.txt
	@touch $@

clean:
	rm -rf build $(VENV) $(DOCS) $(FLOORS) $(HARNESSES) .wordnet .pytest_cache .ruff_cache .hypothesis tests/screenshots
