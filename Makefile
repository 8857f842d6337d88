# `make run` runs the gateway, `make demo` shows a simulated household, `make bench` measures the gateway,
# `make test` runs the tests, `make test-release` those from outside on what `make run` runs, `make test-page`
# those of the web page in a real browser, `make test-ble` those on a real Bluetooth kernel in QEMU, `make deb`
# packs the node for Debian; each installs first what it needs. `make test-assistant HASS=/path/to/hass` tests
# with a Home Assistant of 2026.7 or later that is there, as `pip install homeassistant` makes it in a virtual
# environment of Python 3.14.

RUN_FLAGS ?= --web 127.0.0.1:8080

# With the Swift runtime in it, a program needs no toolchain where it runs, and less memory; what is packed
# or left out of its tables need not be read at each start.
RELEASE = -c release --static-swift-stdlib -Xswiftc -use-ld=lld \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic

# Those that wait for programs and browsers come last, lest those that reckon let them starve.
WAITING = 'EndToEndTests|RoostWebTests'

.PHONY: run demo bench release test test-release test-ble test-page test-assistant lint setup deb

run: release
	exec .build/release/roost run $(RUN_FLAGS)

demo: release
	exec .build/release/roost demo $(DEMO_FLAGS)

bench: release
	swift build $(RELEASE) --product roost-bench
	exec .build/release/roost-bench $(BENCH_FLAGS)

release: setup
	swift build $(RELEASE) --product roost
	swift build $(RELEASE) --product roost-picture

test: setup lint
	swift build --build-tests --explicit-target-dependency-import-check error
	Tests/run.sh --skip $(WAITING)
	Tests/run.sh --filter $(WAITING)

test-release: release
	swift build --build-tests
	ROOST_TEST_GATEWAY=$(CURDIR)/.build/release/roost Tests/run.sh --filter EndToEndTests

test-ble: setup
	Tests/BluetoothVM/setup.sh
	swift build --build-tests
	ROOST_TEST_BLE=1 Tests/run.sh --filter BluetoothTests

test-page: setup
	deploy/install-packages.sh chromium
	swift build --build-tests
	ROOST_TEST_BROWSER=/usr/bin/chromium Tests/run.sh --filter 'EndToEndTests.*PageTests'

test-assistant: setup
	@test -x "$(HASS)" || { echo "HASS=/path/to/hass names no Home Assistant" >&2; exit 2; }
	swift build --build-tests
	ROOST_TEST_HASS="$(HASS)" Tests/run.sh --filter EndToEndTests.AssistantTests

deb: setup
	@./deploy/deb.sh

lint:
	swift format lint --strict -r Package.swift Sources Tests

setup:
	@./deploy/setup.sh
