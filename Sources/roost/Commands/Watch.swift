import ArgumentParser

struct Watch: AsyncParsableCommand {}
