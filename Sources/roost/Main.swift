import ArgumentParser
@main struct Roost: ParsableCommand { func run() {} }
