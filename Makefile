# `make run` runs the gateway, `make demo` shows a simulated household, `make test` runs the tests,
# `make deb` packs the node for Debian; each installs first what it needs.

RUN_FLAGS ?= --web 127.0.0.1:8080

.PHONY: run demo test lint setup deb

run: setup
	swift build --product roost
	exec .build/debug/roost run $(RUN_FLAGS)

demo: setup
	swift build --product roost
	exec .build/debug/roost demo $(DEMO_FLAGS)

test: setup lint
	swift build --build-tests --explicit-target-dependency-import-check error
	timeout 1200 swift test --skip-build

deb: setup
	@./deploy/deb.sh

lint:
	swift format lint --strict -r Package.swift Sources Tests

setup:
	@./deploy/setup.sh
