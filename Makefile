# `make run` runs the gateway, `make demo` shows a simulated household, `make test` runs the tests,
# `make test-ble` those on a real Bluetooth kernel in QEMU, `make deb` packs the node for Debian; each
# installs first what it needs.

RUN_FLAGS ?= --web 127.0.0.1:8080

# Those that wait for programs and browsers come last, lest those that reckon let them starve.
WAITING = 'EndToEndTests|RoostWebTests'

.PHONY: run demo test test-ble lint setup deb

run: setup
	swift build --product roost
	swift build --product roost-picture
	exec .build/debug/roost run $(RUN_FLAGS)

demo: setup
	swift build --product roost
	swift build --product roost-picture
	exec .build/debug/roost demo $(DEMO_FLAGS)

test: setup lint
	swift build --build-tests --explicit-target-dependency-import-check error
	Tests/run.sh --skip $(WAITING)
	Tests/run.sh --filter $(WAITING)

test-ble: setup
	Tests/BluetoothVM/setup.sh
	swift build --build-tests --explicit-target-dependency-import-check error
	ROOST_TEST_BLE=1 Tests/run.sh --filter BluetoothTests

deb: setup
	@./deploy/deb.sh

lint:
	swift format lint --strict -r Package.swift Sources Tests

setup:
	@./deploy/setup.sh
