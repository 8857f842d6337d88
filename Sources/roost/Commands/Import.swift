import ArgumentParser

struct Import: AsyncParsableCommand {}
