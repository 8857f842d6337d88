// swift-tools-version: 6.2

import PackageDescription

/// Swift 6 mode, each upcoming rule that makes a file say what it means, and no warnings.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// The pure modules do no I/O and hold no pointers; the compiler proves the second half.
let pure: [SwiftSetting] = house + [.strictMemorySafety()]

let package = Package(
    name: "roost",
    products: [
        .executable(name: "roost", targets: ["roost"]),
        .executable(name: "roost-picture", targets: ["roost-picture"]),
        .executable(name: "roost-edge", targets: ["roost-edge"]),
        .executable(name: "roost-bench", targets: ["roost-bench"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0", traits: []),
    ],
    targets: [
        // Pure: values and rules. No clock, no file, no socket.
        .target(
            name: "RoostCore",
            dependencies: [
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ],
            // The tests live through days and weeks, which takes three times as long otherwise.
            swiftSettings: pure + [.unsafeFlags(["-O"], .when(configuration: .debug))]
        ),
        .target(
            name: "RoostFormats",
            dependencies: ["RoostCore", "CCrypto", "CSodium"],
            swiftSettings: pure
        ),

        // The shell: one target for each thing outside the process.
        .systemLibrary(
            name: "CMosquitto", pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(
            name: "CBluetooth", pkgConfig: "bluez", providers: [.apt(["libbluetooth-dev"])]),
        // Of the C library; Swift's own module leaves it out.
        .systemLibrary(name: "CMalloc"),
        .target(
            name: "LoopbackSockets",
            dependencies: [.product(name: "SystemPackage", package: "swift-system")],
            swiftSettings: house),
        .target(name: "MQTT", dependencies: ["CMosquitto"], swiftSettings: house),
        // What both programs are told when they start, and how both draw on a terminal.
        .target(
            name: "RoostSettings",
            dependencies: [
                "CYAML", "MQTT", .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ], swiftSettings: house),
        .target(name: "Terminal", swiftSettings: house),
        // Its pkg-config names a flag that SwiftPM refuses with a warning; it needs none.
        .systemLibrary(name: "CGd", providers: [.apt(["libgd-dev"])]),
        .target(name: "Pictures", dependencies: ["CGd"], swiftSettings: house),
        .target(name: "BluetoothScanner", dependencies: ["CBluetooth"], swiftSettings: house),
        .target(
            name: "RoostStore",
            dependencies: [
                "RoostCore",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: house
        ),
        .target(
            name: "RoostWeb",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Page")],
            swiftSettings: house
        ),
        .target(
            name: "RoostGateway",
            dependencies: [
                "CSodium", "LoopbackSockets", "MQTT", "RoostCore", "RoostFormats", "RoostSettings",
                "RoostStore", "RoostWeb",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "OrderedCollections", package: "swift-collections"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: house
        ),
        .executableTarget(
            name: "roost",
            dependencies: [
                "CMalloc", "LoopbackSockets", "MQTT", "RoostCore", "RoostFormats", "RoostGateway",
                "RoostSettings", "RoostStore", "SeededRandom", "Terminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: house
        ),

        // Unpacks what strangers send, in a process of its own.
        .executableTarget(
            name: "roost-picture", dependencies: ["Pictures"], swiftSettings: house),
        .executableTarget(
            name: "roost-edge",
            dependencies: [
                "BluetoothScanner", "MQTT", "RoostCore", "RoostFormats", "RoostSettings",
                "Terminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: house
        ),

        // Measures the gateway against the least that a subscriber must do.
        .executableTarget(
            name: "roost-bench",
            dependencies: [
                "CMosquitto", "LoopbackSockets", "RoostCore", "RoostFormats", "RoostStore",
                "SeededRandom", "Simulator",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: house
        ),

        // Tests: against real brokers, real databases, real files.
        .target(
            name: "TestBroker", dependencies: ["LoopbackSockets"], path: "Tests/TestBroker",
            swiftSettings: house),
        .target(name: "VirtualController", path: "Tests/VirtualController", swiftSettings: house),
        .executableTarget(
            name: "virtual-controller", dependencies: ["VirtualController"],
            path: "Tests/virtual-controller", swiftSettings: house),
        .testTarget(name: "ArchitectureTests", swiftSettings: house),
        .testTarget(
            name: "BluetoothTests",
            dependencies: [
                "RoostFormats", "TestBroker", "VirtualController", "roost-edge",
                "virtual-controller",
            ],
            swiftSettings: house
        ),
        // A household and its towns, for the tests and the scoreboard.
        .target(
            name: "Simulator", dependencies: ["RoostCore", "SeededRandom"], swiftSettings: house),
        .target(name: "SeededRandom", swiftSettings: house),
        .testTarget(
            name: "RoostCoreTests", dependencies: ["SeededRandom", "Simulator", "RoostCore"],
            swiftSettings: house),
        .testTarget(
            name: "RoostFormatsTests",
            dependencies: ["RoostCore", "RoostFormats", "SeededRandom"],
            swiftSettings: house),
        .testTarget(
            name: "RoostStoreTests",
            dependencies: [
                "RoostCore", "RoostStore", "SeededRandom",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "PicturesTests", dependencies: ["CGd", "Pictures", "SeededRandom"],
            swiftSettings: house),
        .testTarget(
            name: "RoostGatewayTests",
            dependencies: [
                "CGd", "MQTT", "Pictures", "RoostCore", "RoostFormats", "RoostGateway",
                "RoostSettings", "RoostStore", "SeededRandom",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: house
        ),
        // Days of daily life: what people and nodes do, and what must be told of it.
        .testTarget(
            name: "ScenarioTests", dependencies: ["RoostCore", "RoostFormats", "RoostGateway"],
            swiftSettings: house),
        .testTarget(
            name: "BluetoothScannerTests", dependencies: ["BluetoothScanner"],
            swiftSettings: house),
        .testTarget(
            name: "EdgeTests",
            dependencies: ["RoostCore", "RoostFormats", "RoostSettings", "roost-edge"],
            swiftSettings: house),
        .testTarget(
            name: "BenchTests",
            dependencies: ["RoostCore", "RoostFormats", "TestBroker", "roost", "roost-bench"],
            swiftSettings: house),
        .testTarget(
            name: "MQTTTests", dependencies: ["LoopbackSockets", "MQTT", "TestBroker"],
            swiftSettings: house),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal"], swiftSettings: house),
        .testTarget(
            name: "RoostWebTests",
            dependencies: [
                "RoostWeb",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CSodium", "MQTT", "RoostCore", "RoostFormats", "SeededRandom", "TestBroker",
                "roost", "roost-edge", "roost-picture",
            ],
            swiftSettings: house
        ),
    ]
)
