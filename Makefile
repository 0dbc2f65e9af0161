# `make` prints what can be done. Every target builds what it needs, and prints one line for each stage.

SITE := .build-site
TOOLSET := .build-toolset
DOCS := Tools/.build/release/docs
TSAN := --sanitize=thread --scratch-path .build-tsan
TSAN_OPTIONS := suppressions='$(CURDIR)/Scripts/tsan-suppressions.txt'
export SWIFT_OPTIONS := -Xswiftc -warnings-as-errors

.NOTPARALLEL:
.PHONY: help setup test docs verify-examples preview quick format lint update-examples check check-site \
  check-clients check-apple-shape clean tsan stress coverage published bench release tool toolset

help:
	@awk -F ':.*## ' '/^### / { print "\n" substr($$0, 5) } \
	  /^#? *[a-z%.-]+:.*## / { gsub("%|^# *", "", $$1); sub("-$$", "-...", $$1); printf "  make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

### To use it

setup: ## Install what is missing: the C library cmark.
	@Scripts/setup

docs: verify-examples ## Check every example, then render the site into .build-site.
	@Scripts/quietly "Extract the API" $(DOCS) symbols
	@$(DOCS) build Docs --output $(SITE)

test: setup ## Test every package and the tools.
	@Scripts/test
	@Scripts/test-one-thread
	@Scripts/quietly "Test the tools (about 2 minutes, the first time)" swift test --package-path Tools $(SWIFT_OPTIONS)
	@Scripts/quietly "Test the benchmarks (about a minute, the first time)" swift test --package-path Tools/Benchmarks $(SWIFT_OPTIONS)

verify-examples: tool ## Compile and run every example, and compare what it prints (ONLY=path).
	@Scripts/quietly "Verify the examples" $(DOCS) verify $(if $(ONLY),--only "$(ONLY)")

preview: tool ## Render the site again after each save; open .build-site/index.html, which then reloads.
	@$(DOCS) build Docs --output $(SITE) --watch

### To change it

quick: tool ## Format what changed, test the packages that depend on it, verify the examples that it affects.
	@Scripts/quick
	@Scripts/quietly "Verify the examples" $(DOCS) verify

format: ## Format all Swift code.
	@swift format --in-place --parallel --recursive Packages Tools Scripts

update-examples: tool ## Write what the examples print now into the documents, and show what changes (ONLY=path).
	@$(DOCS) update $(if $(ONLY),--only "$(ONLY)")

lint: ## Check the format, availability, Swift 6 mode, the scripts' syntax, and the highlighter's lexer.
	@for script in .ci/run $$(grep -slE '^#!.*bash' Scripts/*); do bash -n "$$script" || exit 1; done
	@Scripts/quietly "Lint" swift format lint --strict --parallel --recursive Packages Tools Scripts
	@Scripts/quietly "Check the availability" Scripts/availability
	@Scripts/quietly "Compile the core alone, in Swift 6 mode" Scripts/core-alone
	@Scripts/quietly "Compare the highlighter with Swift's parser" Scripts/compare-lexer

check: lint test docs check-site bench-guard check-clients check-apple-shape ## Run everything that CI runs, and print what it took.
	@Scripts/times

# check-: ## Run one part of it: site (in headless Chromium), clients (what users build), apple-shape.
check-site: docs
	@Scripts/check-site $(SITE) $(if $(SHOTS),--screenshots "$(SHOTS)")

# What users build: packages that import Combine, the packages of the tutorials, a user of each package.
check-clients: toolset
	@Scripts/test-samples $(TOOLSET)/toolset.json
	@Scripts/check-tutorials $(TOOLSET)/toolset.json
	@Scripts/check-split

# As on Apple's platforms, where Combine is a module of the system.
check-apple-shape: toolset
	@Scripts/apple-shape $(TOOLSET)/toolset.json

clean: ## Remove everything built.
	@find . -name '.build*' -prune -exec rm -rf {} +

### To maintain it

tsan: setup ## Test the packages under the thread sanitizer.
	@TSAN_OPTIONS="$(TSAN_OPTIONS)" Scripts/test $(TSAN)

stress: setup ## Stress streams from many threads, SECONDS (60) for each scenario, and render a million mutated pages.
	@TSAN_OPTIONS="$(TSAN_OPTIONS)" STRESS_SECONDS=$(or $(SECONDS),60) Scripts/quietly "Stress streams, with the thread sanitizer" \
	  swift test --package-path Packages $(SWIFT_OPTIONS) $(TSAN) --no-parallel --filter 'CrowdTests|CrowdOnQueuesTests|ValuesTests|RaceTests'
	@STRESS_SECONDS=$(or $(SECONDS),60) Scripts/quietly "Stress recursion" \
	  swift test --package-path Packages $(SWIFT_OPTIONS) --no-parallel --filter RecursionTests
	@FUZZ_PAGES=$(or $(PAGES),1000000) FUZZ_SEED=$(or $(SEED),1) Scripts/quietly "Render mutated pages" \
	  swift test -c release -Xswiftc -enable-testing --package-path Tools --scratch-path Tools/.build-fuzz --filter FuzzTests

coverage: setup ## Measure the line coverage of the tests; at least 90 % in each package.
	@Scripts/coverage 90

published: toolset ## Build published packages with the toolset, and run their tests (needs libsqlite3-dev).
	@Scripts/test-published $(TOOLSET)/toolset.json

bench: setup ## Measure everything, and write the tables of the documentation (ARGS="--filter zip" only prints).
	@Scripts/bench all $(ARGS)

bench-%: setup ## Measure one thing: toolset, clients, docs, senders, compile-time, settle, ticks; or check the speed: guard, debug.
	@Scripts/bench $* $(ARGS)

release: ## Make a release on this machine, and print how to publish it (VERSION=1.2.3 URL=address INTO=folder).
	@Scripts/release "$(VERSION)" "$(URL)" "$(INTO)"

tool: setup
	@Scripts/quietly "Build the documentation tool (about 2 minutes, the first time)" \
	  swift build -c release --package-path Tools $(SWIFT_OPTIONS) --product docs

toolset:
	@Scripts/quietly "Build the Combine toolset" Scripts/combine-toolset $(TOOLSET)
