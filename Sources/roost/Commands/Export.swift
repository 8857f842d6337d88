import ArgumentParser

struct Export: AsyncParsableCommand {}
