import ArgumentParser

struct Replay: AsyncParsableCommand {}
