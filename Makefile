# Every target is a shell line that you could type yourself.
GO ?= go
RELEASE_FLAGS = -trimpath -ldflags "-s -w"
# Profiles are not named default.pgo, with which every build and test would compile everything twice.
PROFILED = recipe-mcp portfolio-mcp
# The version of the bundles; a release sets its own.
VERSION ?= 0.0.0-dev
PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
# The tools have a module of their own, so that go.mod lists only what ships.
TOOL = $(GO) tool -modfile=internal/tools/go.mod
RELEASE = $(GO) tool -modfile=internal/tools/release/go.mod

.PHONY: help build test test-node test-chromium test-postgres test-python race cover lint fmt bench profile pgo soak fuzz golden docs check cross completions man mcpb release-check

help: ## Show this help.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

build: ## Build the programs into bin/.
	CGO_ENABLED=0 $(GO) build $(RELEASE_FLAGS) -o bin/ $(filter-out $(PROFILED:%=./cmd/%),$(wildcard ./cmd/*))
	for p in $(PROFILED); do CGO_ENABLED=0 $(GO) build $(RELEASE_FLAGS) -pgo=cmd/$$p/release.pgo -o bin/ ./cmd/$$p || exit 1; done

test: ## Run the tests.
	$(GO) test ./...

test-chromium: ## Run the tests that need Chromium.
	TEST_NEEDS=chromium,npm $(GO) test -parallel=6 ./internal/oauth/issuer ./portfolio/page ./portfolio/widget ./gift/widget ./appbuilder/widget ./appbuilder/endpoint ./appbuilder/editor ./internal/widget ./recipe/widget
	TEST_NEEDS=chromium,npm $(GO) test -run Chromium ./cmd/recipe-mcp

test-node: ## Run the tests that need Node.js.
	TEST_NEEDS=node,npm $(GO) test ./deploy/packaging/mcpb ./cmd/recipe-mcp ./cmd/portfolio-mcp ./cmd/gift-mcp ./cmd/app-builder
	TEST_NEEDS=npm $(GO) test -count=3 ./internal/testing/conformance # three times: its suite sometimes misses lost notifications

test-postgres: ## Run the tests that need PostgreSQL.
	TEST_NEEDS=postgres $(GO) test ./internal/database/postgres ./internal/testing/earlier ./internal/oauth/issuer ./recipe/vault ./recipe/vault/move ./portfolio/store ./portfolio/site ./appbuilder/store ./appbuilder/site ./cmd/recipe-vault ./cmd/recipe-mcp ./cmd/portfolio-mcp ./cmd/app-builder

test-python: ## Run the tests that need Python.
	TEST_NEEDS=python3 $(GO) test -run Python ./cmd/recipe-mcp

race: ## Run the tests with the race detector, shuffled.
	$(GO) test -race -gcflags=modernc.org/sqlite/lib=-race=false -shuffle=on ./...

cover: ## Run the tests and show the coverage by package.
	$(GO) test -cover ./...

lint: ## Check formatting, vet and the linters.
	test -z "$$(gofmt -l .)"
	$(GO) vet ./...
	$(TOOL) golangci-lint run ./...

fmt: ## Format the code.
	gofmt -w .

bench: ## Compare with the floor and with other implementations; takes 15 minutes.
	$(GO) -C bench run .

profile: ## Write CPU and allocation profiles of a run under load.
	$(GO) -C bench run ./profile -out $(CURDIR)

pgo: ## Renew the profiles that programs are compiled with; use an idle machine.
	mkdir -p bin/pgo
	for p in $(PROFILED); do $(GO) -C bench run ./profile -program $$p -out $(CURDIR)/bin/pgo -pgo $(CURDIR)/cmd/$$p/release.pgo || exit 1; done

soak: ## Run the long form of the reliability tests.
	bash .ci/soak

fuzz: ## Fuzz each target in jsonrpc for 10 minutes, each other one for 3.
	bash .ci/soak fuzz

golden: ## Rewrite the golden files; review the diff like code.
	$(GO) test ./recipe ./recipe/interchange ./portfolio/page ./internal/program/clients -update

docs: ## Regenerate the tables in the documents from the code.
	$(GO) test ./docs -update

cross: ## Build for every platform, without cgo.
	for p in $(PLATFORMS); do echo $$p; CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build -o /dev/null ./cmd/... || exit 1; done

completions: build ## Write the shell completions to bin/share/completions.
	mkdir -p bin/share/completions
	for p in recipe-mcp recipe-vault portfolio-mcp gift-mcp app-builder; do for s in bash zsh fish powershell; do bin/$$p completion $$s > bin/share/completions/$$p.$$s || exit 1; done; done

man: ## Write the man pages to bin/share/man.
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(GO) test -count=1 -run '^TestManPages$$' ./docs -man $(CURDIR)/bin/share/man

mcpb: ## Build the bundles for desktop clients in dist/ (needs node and npm).
	$(GO) run ./deploy/packaging/mcpb -version "$(VERSION)" -out dist

release-check: ## Check the release, and build what needs no other tools.
	$(RELEASE) goreleaser check
	$(RELEASE) goreleaser release --snapshot --clean --skip=docker,sbom,publish

check: ## Run everything that CI runs.
	bash .ci/run
