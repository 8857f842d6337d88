import Foundation
import RoostCore
import SeededRandom
import Simulator

/// Makes up notes as many people might write them: in towns, with few frequent words.
struct NoteTowns {
    private var chance = SeededRandom(seed: 1)
    /// The number of homes at which all notes are written, each a single spot; `nil` for spots all
    /// around the towns.
    var homes: Int?

    static let users = (0..<200).map { ID<User>(checked: "user-\($0)") }

    private static let towns: [(north: Double, east: Double)] = (0..<20).map { number in
        let (row, column) = number.quotientAndRemainder(dividingBy: 5)
        return (north: 48 + 1.7 * Double(column), east: 8 + 2.3 * Double(row))
    }
    private static let epoch = Timestamp(milliseconds: 1_790_000_000_000)

    /// The number of a word is its rank: the tenth is a tenth as frequent as the first.
    static func word(_ rank: Int) -> String {
        let consonants = Array("bcdfghklmnprstvw")
        let vowels = Array("aeiou")
        var (rest, word) = (rank * 7919 + 12_345, "")
        for _ in 0..<3 {
            word.append(consonants[rest % consonants.count])
            rest /= consonants.count
            word.append(vowels[rest % vowels.count])
            rest /= vowels.count
        }
        return word
    }

    mutating func user() -> ID<User> {
        Self.users[Int(chance.fraction() * Double(Self.users.count))]
    }

    /// A spot from 10 m to 10 km from the middle of a town, with as many in each tenfold span of
    /// distance.
    mutating func position() -> Coordinate {
        let number = Int(chance.fraction() * Double(homes ?? Self.towns.count))
        let town = Self.towns[number % Self.towns.count]
        if homes != nil {
            let street = 0.001 * Double(number / Self.towns.count)
            return Self.coordinate(town.north + street, town.east)
        }
        let metres = 10 * pow(1000, chance.fraction())
        let angle = 2 * Double.pi * chance.fraction()
        let perDegree = Coordinate.metresPerDegree
        let north = town.north + metres * cos(angle) / perDegree
        let east = town.east + metres * sin(angle) / perDegree / cos(town.north * .pi / 180)
        return Self.coordinate(north, east)
    }

    private static func coordinate(_ north: Double, _ east: Double) -> Coordinate {
        guard let position = Coordinate(latitude: north, longitude: east) else {
            preconditionFailure("the towns are far from the poles")
        }
        return position
    }

    mutating func note(_ number: Int) -> Note {
        let words = (0..<12).map { _ in Self.word(Int(pow(2000, chance.fraction()))) }
        let visibility = [Note.Visibility.private, .friends, .everyone][Int(chance.fraction() * 3)]
        let time = Self.epoch.advanced(bySeconds: Double(number))
        return Note(
            id: ID(checked: "n\(number)"), author: user(), text: words.joined(separator: " "),
            visibility: visibility, anchor: .position(position()), created: time, updated: time)
    }
}
