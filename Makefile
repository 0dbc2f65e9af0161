# `make` prints what can be done. Every target sets up what it needs, and is quiet when all is well.

PACKAGES := Streams Schedulers Timers StreamsTesting StreamsExtras Combine
SITE := .build-site
TOOLSET := .build-toolset
TSAN := TSAN_OPTIONS=suppressions=$(CURDIR)/Scripts/tsan-suppressions.txt
DOCS := Tools/.build/release/docs
TOOLSET_ROWS := --filter "sequence to sink" --filter map.filter.map --filter "flatMap of Just" --filter zip --filter buffer \
  --filter debounce --filter "subject to 1" --filter @Published --filter "Just to sink" --filter "sink and cancel"
export WATERCLOCK_WARNINGS_AS_ERRORS := 1

.PHONY: help setup build test tsan one-thread docs verify-examples update-examples serve stress bench bench-debug bench-toolset bench-docs senders compile-time settle ticks guard consumers tutorials combine-toolset samples published apple-shape \
  core-alone coverage doc-comments check-site check-links compare-lexer fuzz format lint check clean

help: ## Print this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing: the C library cmark.
	@Scripts/setup

build: setup ## Build every package and the tools.
	@for package in $(PACKAGES); do \
	  Scripts/quietly "Build $$package" swift build --package-path Packages/$$package || exit 1; done
	@Scripts/quietly "Build Tools" swift build --package-path Tools

test: setup ## Test every package and the tools.
	@Scripts/test $(addprefix Packages/,$(PACKAGES)) Tools Tools/Benchmarks

tsan: setup ## Test the packages under the thread sanitizer.
	@$(TSAN) Scripts/test --sanitize=thread --scratch-path=.build-tsan $(addprefix Packages/,$(PACKAGES))

one-thread: setup ## Test the test kit and plain tasks with one thread for all of Swift's tasks.
	@Scripts/test-one-thread Packages/StreamsTesting StreamsTestingTests
	@Scripts/test-one-thread Packages/Schedulers PlainTaskTests

docs: verify-examples ## Check every example, then render the site.
	@$(DOCS) symbols
	@$(DOCS) build Docs --output $(SITE)

verify-examples: tool ## Compile and run every example, and compare what it prints.
	@$(DOCS) verify $(if $(ONLY),--only $(ONLY))

update-examples: tool ## Write what the examples print now into the documents, and show what changes.
	@$(DOCS) update $(if $(ONLY),--only $(ONLY))

serve: tool ## Serve the site on this machine, and render it again after each save.
	@$(DOCS) serve Docs

stress: setup ## Stress streams from many threads, a minute for each scenario (SECONDS=5 for less).
	@STRESS_SECONDS=$(or $(SECONDS),60) $(TSAN) Scripts/test --sanitize=thread --scratch-path=.build-tsan --no-parallel \
	  --filter=CrowdTests --filter=CrowdOnQueuesTests --filter=ValuesTests --filter=RaceTests Packages/StreamsTesting
	@STRESS_SECONDS=$(or $(SECONDS),60) Scripts/test --no-parallel --filter=RecursionTests Packages/StreamsTesting

bench: setup ## Measure everything and its peers, and write the tables of the documentation (ARGS="--filter zip" only prints).
	@swift run -c release --package-path Tools/Benchmarks bench $(or $(ARGS),--write-docs)

bench-debug: setup ## Check a debug build: no row slower than twice OpenCombine's, the median not slower.
	@swift run --package-path Tools/Benchmarks bench $(ARGS)

bench-toolset: toolset ## Compare the speed through the toolset with that of the sources, and write the table into the page of the benchmarks.
	@swift run -c release --package-path Tools/Benchmarks bench $(TOOLSET_ROWS) --json $(TOOLSET)/sources.json
	@swift run -c release --package-path Tools/Benchmarks --toolset $(TOOLSET)/toolset.json \
	  --scratch-path Tools/Benchmarks/.build-toolset bench $(TOOLSET_ROWS) --json $(TOOLSET)/toolset-run.json
	@Tools/Benchmarks/.build/release/bench toolset $(TOOLSET)/sources.json $(TOOLSET)/toolset-run.json --write-page

bench-docs: tool ## Measure the documentation tool beside Hugo and bare libcmark, and the checker of examples; write the tables of its page.
	@python3 Tools/Scripts/bench_verify.py $(DOCS) --page Docs/docs-tool.md
	@TMPDIR=$(firstword $(wildcard /dev/shm) /tmp) python3 Tools/Scripts/bench_docs.py $(DOCS) --page Docs/docs-tool.md --save Docs/Benchmarks/docs-tool.json
	@swift run -c release --package-path Tools/Benchmarks bench chart Docs/Benchmarks/docs-tool.json \
	  --title "How many times faster than Hugo" --output Docs/Benchmarks/docs-tool.svg

senders: setup ## Measure threads that send into one stream at once, and write the table into the page of the benchmarks.
	@swift run -c release --package-path Tools/Benchmarks bench senders $(or $(ARGS),--write-page)

compile-time: setup ## Measure how long chains of operators take to compile, and write the table into the page of the benchmarks.
	@swift run -c release --package-path Tools/Benchmarks bench compile $(or $(ARGS),--write-page)

settle: setup ## Count how often plain tasks miss an advance, in fresh processes first, and write the tables into their page.
	@python3 Tools/Settling/settle.py $(or $(ARGS),--write-page Docs/settling.md)

ticks: setup ## Measure how late real timers tick, and write the table into its page.
	@swift run -c release --package-path Tools/Benchmarks bench ticks $(or $(ARGS),--write-page)

guard: setup ## Check, roughly and within a minute, that the kernel has not become slower.
	@Scripts/quietly "Build the benchmarks" swift build -c release --package-path Tools/Benchmarks
	@Tools/Benchmarks/.build/release/bench --guard

consumers: ## Split the packages into repositories, then build and run a new user of each.
	@Scripts/check-split

tutorials: toolset ## Create the package of each tutorial in an empty folder, and test it.
	@Scripts/check-tutorials $(TOOLSET)/toolset.json

combine-toolset: ## Build Combine into a folder that `swift build --toolset` takes (PREFIX=folder).
	@Scripts/combine-toolset $(or $(PREFIX),$(error Say where to: make combine-toolset PREFIX=folder))

samples: toolset ## Build and test projects written for Apple's Combine, with the toolset.
	@Scripts/test-samples $(TOOLSET)/toolset.json

published: toolset ## Build published packages unchanged with the toolset, and run GRDB's tests for Combine (needs libsqlite3-dev).
	@Scripts/test-published $(TOOLSET)/toolset.json

apple-shape: toolset ## Build and test the packages as on Apple's platforms, where Combine is a module of the system.
	@Scripts/apple-shape $(TOOLSET)/toolset.json

core-alone: ## Compile StreamsCore where neither Foundation nor Dispatch can be imported, and check its Sendable conformances.
	@Scripts/quietly "Compile StreamsCore alone" Scripts/core-alone

doc-comments: ## Render the doc comments with DocC, as package indexes do; warnings are errors.
	@Scripts/doc-comments $(addprefix Packages/,$(PACKAGES))

coverage: ## Measure the line coverage of the tests; at least 90 % in each package.
	@Scripts/coverage 90 $(addprefix Packages/,$(filter-out Combine,$(PACKAGES)))

format: ## Format all Swift code.
	@swift format --in-place --parallel --recursive $(wildcard Packages Tools Scripts)

lint: ## Check the format of all Swift code, its availability annotations, and the syntax of the scripts.
	@for script in .ci/run $$(grep -slE '^#!.*bash' Scripts/*); do bash -n $$script || exit 1; done
	@Scripts/quietly "Availability" Scripts/availability
	@Scripts/quietly "Lint" swift format lint --strict --parallel --recursive Packages Tools Scripts

check-site: docs ## Check the site in headless Chromium: names, focus, contrast, keyboard, no JavaScript, print.
	@Scripts/check-site $(SITE) $(if $(SHOTS),--screenshots $(SHOTS))

check-links: tool ## Check that the web pages to which the documents link exist.
	@$(DOCS) links Docs

compare-lexer: ## Compare the site's highlighter with Swift's own parser, on every Swift file here.
	@Scripts/compare-lexer

fuzz: setup ## Render a million mutated pages (PAGES=, SEED=).
	@FUZZ_PAGES=$(or $(PAGES),1000000) FUZZ_SEED=$(or $(SEED),1) swift test -c release -Xswiftc -enable-testing \
	  --package-path Tools --scratch-path Tools/.build-fuzz --filter FuzzTests

check: lint compare-lexer core-alone test one-thread docs check-site guard samples apple-shape consumers tutorials ## Run everything that CI checks.

clean: ## Remove everything built.
	@rm -rf $(SITE) .build* Packages/*/.build* Tools/.build* Tools/Benchmarks/.build*

.PHONY: tool
tool: setup
	@Scripts/quietly "Build the documentation tool" swift build -c release --package-path Tools --product docs

.PHONY: toolset
toolset: setup
	@Scripts/quietly "Build the Combine toolset" Scripts/combine-toolset $(TOOLSET)
