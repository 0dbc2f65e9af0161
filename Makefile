# `make` prints what can be done. Every target builds what it needs, and prints one line for each stage.

SITE := .build-site
# The names of the files that differ from main.
CHANGED := .build-changed
TOOLSET := .build-toolset
DOCS := Tools/.build/debug/docs
TSAN := --sanitize=thread --scratch-path .build-tsan
export TSAN_OPTIONS := suppressions='$(CURDIR)/Scripts/tsan-suppressions.txt'
# These make builds cheaper, and programs behave the same. On Linux, lld links faster than the default linker. Nothing
# is built for debuggers, and the system's modules are not indexed.
export BUILD_OPTIONS := $(if $(filter Linux,$(shell uname)),-Xswiftc -use-ld=lld) -debug-info-format none \
  -Xswiftc -index-ignore-system-modules
export SWIFT_OPTIONS := -Xswiftc -warnings-as-errors $(BUILD_OPTIONS)
# Debug builds take half the time of release builds, and most of a check is spent in the compiler and the examples.
# Compiling whole modules costs a fifth less, but a change then compiles its module and all that depend on it again.
export WHOLE_MODULES := -Xswiftc -whole-module-optimization -Xswiftc -no-emit-module-separately-wmo -Xswiftc -num-threads -Xswiftc 2
export DEBUG_OPTIONS := $(SWIFT_OPTIONS) $(WHOLE_MODULES)
# So `quick` compiles only changed files, in a folder of its own. One process compiles those of a module, and crashes name
# lines.
QUICK_OPTIONS := $(SWIFT_OPTIONS) -Xswiftc -driver-batch-count -Xswiftc 1 -Xswiftc -gline-tables-only
QUICK := --scratch-path .build-quick
# For the examples, so that they share the build of the tests with these options.
shared = $(addprefix --build-option=,$(1))
export WITHOUT_PLUGINS := 1
MAKEFLAGS += --no-print-directory
# Only the recipes run targets side by side. `make -j clean docs` would build while clean removes.
ifeq ($(MAKELEVEL),0)
.NOTPARALLEL:
endif
TOOLS := --package-path Tools $(DEBUG_OPTIONS)
BENCHMARKS := --package-path Tools/Benchmarks $(DEBUG_OPTIONS)

.PHONY: help setup docs test verify-examples preview quick format update-examples lint check check-site check-api \
  check-docs check-clients check-packages check-apple-shape check-published clean tsan stress coverage bench \
  release tool toolset test-changed verify-changed test-packages test-tools test-benchmarks

help:
	@awk -F ':.*## ' '/^### / { print "\n" substr($$0, 5) } \
	  /^#? *[a-z%.-]+:.*## / { gsub("%|^# *", "", $$1); sub("-$$", "-...", $$1); printf "  make %-16s %s\n", $$1, $$2 }' Makefile

### To use it

setup: ## Install what is missing: the C library cmark (check also installs Python, Chromium and Playwright).
	@Scripts/setup

docs: verify-examples ## Check every example, then render the site into .build-site (2 minutes, the first time).
	@Scripts/stage --show "Render the site" $(DOCS) build Docs --output $(SITE)

# Three parts run side by side, since each waits now and then, or compiles on one processor. Builds give way to tests.
test: ## Test every package and the tools.
	@$(MAKE) -j3 test-packages test-tools test-benchmarks

# What blocks a thread of the pool for tasks hangs when that has one, so each may take half an hour. Apple's pool has a
# setting for it. On Linux the pool has as many threads as the machine has processors, also with `taskset`.
test-packages:
	@Scripts/test
	@scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && limit=$$(! command -v timeout >/dev/null || echo timeout 1800) && \
	  clang -shared -fPIC -o "$$scratch/one.so" Scripts/one-processor.c && \
	  for tests in StreamsTestingTests PlainTaskTests; do \
	    Scripts/stage "Test $$tests with one thread for all tasks (about 15 s)" \
	      env LIBDISPATCH_COOPERATIVE_POOL_STRICT=1 LD_PRELOAD="$$scratch/one.so" $$limit \
	      swift test --skip-build --package-path Packages $(DEBUG_OPTIONS) --filter "$$tests" || exit; done

test-tools: setup
	@Scripts/stage "Build the tests of the tools (about a minute, the first time)" nice swift build --build-tests $(TOOLS)
	@Scripts/stage "Test the tools (about 3 minutes, the first time)" nice swift test --skip-build $(TOOLS)

test-benchmarks:
	@Scripts/stage "Build the tests of the benchmarks (about half a minute, the first time)" nice swift build $(BENCHMARKS) --product BenchmarksPackageTests
	@Scripts/stage "Test the benchmarks" swift test --skip-build $(BENCHMARKS)

verify-examples: tool ## Compile and run every example, and compare what it prints (ONLY=path).
	@Scripts/stage "Verify the examples (about 2 minutes, the first time)" $(DOCS) verify $(SHARED) $(if $(ONLY),--only "$(ONLY)")

preview: tool ## Only render the site, again after each save (a minute, the first time); open .build-site/index.html.
	@$(DOCS) build Docs --output $(SITE) --watch

toolset: ## Build Combine as a toolset, for the samples of Combine and others (swift build --toolset .build-toolset/toolset.json).
	@Scripts/stage "Build the Combine toolset (about half a minute)" nice Scripts/combine-toolset $(TOOLSET)

### To change it

quick: ## Format what changed, test the packages (and tools) that depend on what changed, verify the examples that name it.
	@base=$$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null || git rev-parse HEAD) && \
	  { git diff --name-only -z "$$base"; git ls-files -z --others --exclude-standard; } | tr '\0' '\n' >$(CHANGED)
	@grep '\.swift$$' $(CHANGED) | while IFS= read -r file; do [ ! -e "$$file" ] || printf '%s\0' "$$file"; done | \
	  xargs -0 -r swift format --in-place --parallel
	@$(MAKE) -j2 test-changed verify-changed $$(grep -q '^Tools/Benchmarks/' $(CHANGED) && echo test-benchmarks) \
	  $$(grep -qE '^Tools/(Package\.swift|Plugins|Sources|Tests)' $(CHANGED) && echo test-tools)

test-changed:
	@DEBUG_OPTIONS="$(QUICK_OPTIONS) $(QUICK)" Scripts/test --changed $(CHANGED)

# The check has the others. After a change of none of these files, only the tool can make a difference: then all are
# verified.
verify-changed: tool
	@set --; while IFS= read -r file; do case $$file in \
	  *.md|.docs.json|Packages/*/Sources/*|Packages/*/Package.swift) set -- "$$@" "$$file" ;; esac; done <$(CHANGED); \
	  Scripts/stage "Verify the examples that name what changed (about a minute, the first time)" \
	  $(DOCS) verify $(QUICK) $(call shared,$(QUICK_OPTIONS)) $${1:+--changed} "$$@"

format: ## Format all Swift code.
	@swift format --in-place --parallel --recursive Packages Tools Scripts

update-examples: tool ## Write what the examples print now into the documents, and show what changes (ONLY=path).
	@Scripts/stage --show "Update the examples (about 2 minutes, the first time)" $(DOCS) update $(if $(ONLY),--only "$(ONLY)")

lint: ## Check the format, Swift 6 mode, the imports of the core, and the highlighter.
	@Scripts/lint

# Side by side as in `test`. The parts are in the order in which they start: behind lint, those that take longest. The
# examples share the build folder of the tests: one that is only compiled could import a module of the tests here, and
# not elsewhere. The speed is measured when nothing runs beside it.
check: setup ## Run everything that CI runs, and print what it took.
	@rm -f .build-times
	@export STAGE_TIMES="$(CURDIR)/.build-times"; \
	  $(MAKE) -j3 BEFORE_CLIENTS="test-packages check-apple-shape" \
	  SHARED="--scratch-path Packages/.build $(call shared,$(DEBUG_OPTIONS))" \
	  lint test-packages check-apple-shape check-packages check-docs test-tools check-clients test-benchmarks && \
	  Scripts/bench guard .build-bench/bench; \
	  status=$$?; Scripts/stage --times; exit $$status

# One part, because make starts all the others before it looks again for what could not start at first.
check-docs:
	@$(MAKE) docs check-api check-site

# check-: ## Run one part of it: api, site (in headless Chromium), clients, packages, apple-shape; or published, which takes long.
check-api: docs
	@Scripts/stage "Check the comments and availability (about half a minute)" Scripts/api

check-site: docs
	@Scripts/setup --site
	@export PYTHONPATH=.build-check-site; Scripts/stage "Look at the pages of the test kit (about half a minute)" \
	  python3 Tools/Scripts/check_page.py Packages/StreamsTesting/Tests/StreamsTestingTests/Golden && \
	  Scripts/stage "Look at the site (about 2 minutes)" python3 Tools/Scripts/check_site.py $(SITE)

# Builds of users: the samples of the package Combine and the tutorials, then a user of each package.
check-clients: $(or $(BEFORE_CLIENTS),toolset)
	@Scripts/check-clients $(TOOLSET)/toolset.json

check-packages:
	@Scripts/check-packages

# The packages in the shape that they have on Apple's platforms: the toolset provides Combine as the system does there,
# Streams re-exports it, SwiftUI and UIKit are stubs.
check-apple-shape:
	@$(MAKE) toolset
	@PACKAGES="Streams Schedulers Timers StreamsTesting StreamsExtras" AS=" as on Apple's platforms" \
	  IN=Scripts/AppleShape Scripts/test --toolset "$(CURDIR)/$(TOOLSET)/toolset.json" --scratch-path .build-apple-shape $(WHOLE_MODULES)
	@Scripts/stage "Test Schedulers with SwiftUI and UIKit (about 10 s)" swift test $(SWIFT_OPTIONS) $(WHOLE_MODULES) --package-path Scripts/AppleShape/Interface \
	  --toolset "$(CURDIR)/$(TOOLSET)/toolset.json"

check-published: toolset
	@Scripts/test-published $(TOOLSET)/toolset.json

clean: ## Remove everything built.
	@find . \( -name '.build*' -o -name Package.resolved \) -prune -exec rm -rf {} +

### To maintain it

tsan: ## Test the packages under the thread sanitizer.
	@Scripts/test $(TSAN)

stress: setup ## Stress streams from many threads, SECONDS (60) for each scenario, and render a million mutated pages.
	@STRESS_SECONDS=$(or $(SECONDS),60) \
	  Scripts/stage "Stress streams, with the thread sanitizer (about $(or $(SECONDS),60) s a test, after the build)" \
	  swift test --package-path Packages $(DEBUG_OPTIONS) $(TSAN) --no-parallel --filter 'CrowdTests|CrowdOnQueuesTests|ValuesTests|RaceTests'
	@STRESS_SECONDS=$(or $(SECONDS),60) Scripts/stage "Stress recursion (about $(or $(SECONDS),60) s a test)" \
	  swift test --package-path Packages $(DEBUG_OPTIONS) --no-parallel --filter RecursionTests
	@FUZZ_PAGES=$(or $(PAGES),1000000) FUZZ_SEED=$(or $(SEED),1) Scripts/stage "Render mutated pages" \
	  swift test -c release --package-path Tools $(SWIFT_OPTIONS) -Xswiftc -enable-testing --disable-testable-imports --filter FuzzTests

coverage: ## Measure the line coverage of the tests; at least 90 % in each package.
	@Scripts/test --coverage 90

bench: ## Measure the operations, and write their chart and table (ARGS="--filter zip" only prints).
	@Scripts/bench all $(ARGS)

bench-%: ## Measure one thing: toolset, clients, docs, senders, compile-time, settle, ticks; write a page again: page, times; check the speed: guard, debug.
	@Scripts/bench $* $(ARGS)

release: ## Make a release on this machine, and print how to publish it (VERSION=1.2.3, and URL=address SITE=address INTO=folder).
	@Scripts/release "$(VERSION)" "$(URL)" "$(INTO)" "$(SITE)"

tool: setup
	@Scripts/stage "Build the documentation tool (about a minute, the first time)" swift build $(TOOLS) --product docs
