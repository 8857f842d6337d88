import Glibc

/// How people who go out of one place sound, against those who only pass its door.
///
/// A logistic regression that learns one example at a time and knows how little it knows (Laplace's
/// approximation of each step, as in Spiegelhalter and Lauritzen, 1990; predictions moderated as in
/// MacKay, 1992): while it has met few of either kind, it is certain of nothing.
struct WayOutModel: Hashable, Sendable, Codable {
    /// A weight for each feature, and last the constant term.
    private var mean: [Double]
    /// The covariance of the weights, row by row.
    private var covariance: [Double]
    /// How many sounds of ways out it met; `nil` if an earlier version did not count them.
    private var waysOut: Int?

    /// The odds of a way out before anything is known, as a logarithm: mere passing is more common.
    private static let usual = -3.0
    /// The variance of `usual`, and of a feature's weight, before anything is known.
    private static let variance = (usual: 4.0, weight: 1.0)
    /// How often the interval that holds the result of a step is halved.
    private static let halvings = 50
    /// Odds are not told beyond this, as a logarithm.
    private static let surest = 30.0
    /// So many sounds of ways out are enough: a few ways out, each looked at several times.
    private static let enough = 8

    /// - Parameter width: How many features there are.
    init(width: Int) {
        let size = width + 1
        mean = [Double](repeating: 0, count: width) + [Self.usual]
        covariance = [Double](repeating: 0, count: size * size)
        for index in 0..<size {
            covariance[index * size + index] =
                index < width ? Self.variance.weight : Self.variance.usual
        }
    }

    /// How many features there are.
    var width: Int { mean.count - 1 }

    /// Whether it met enough ways out: with none, nothing sounds like one.
    var knowsWaysOut: Bool { waysOut ?? 0 >= Self.enough }

    /// How much likelier somebody who sounds like this went out than not; cautious if little like
    /// it is known.
    func odds(of sound: WayOutSound) -> Double {
        let view = view(of: sound)
        let moderated = view.logit / (1 + .pi * view.variance / 8).squareRoot()
        return exp(min(Self.surest, max(-Self.surest, moderated)))
    }

    private static func probability(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }

    /// Takes in what somebody who sounded like this did.
    mutating func learn(_ sound: WayOutSound, isWayOut: Bool) {
        let view = view(of: sound)
        let truth = isWayOut ? 1.0 : 0
        if isWayOut { waysOut = (waysOut ?? 0) + 1 }
        // One example moves the weights along one line: the likeliest lie on it, as far as the
        // example pulls.
        var probability = Self.probability(view.logit)
        let pulled = view.logit + view.variance * (truth - probability)
        var (low, high) = (min(view.logit, pulled), max(view.logit, pulled))
        for _ in 0..<Self.halvings {
            let middle = (low + high) / 2
            probability = Self.probability(middle)
            if middle < view.logit + view.variance * (truth - probability) {
                low = middle
            } else {
                high = middle
            }
        }
        let information = probability * (1 - probability)
        let gain = information / (1 + information * view.variance)
        let size = mean.count
        for row in 0..<size {
            mean[row] += view.spread[row] * (truth - probability)
            for column in 0..<size {
                covariance[row * size + column] -= gain * view.spread[row] * view.spread[column]
            }
        }
    }

    /// What the weights say of a sound, the variance of that, and how far each weight would move.
    private func view(
        of sound: WayOutSound
    ) -> (logit: Double, variance: Double, spread: [Double]) {
        let inputs = sound.features + [1]
        let size = mean.count
        var (logit, variance) = (0.0, 0.0)
        var spread = [Double](repeating: 0, count: size)
        for row in 0..<size {
            logit += mean[row] * inputs[row]
            for column in 0..<size {
                spread[row] += covariance[row * size + column] * inputs[column]
            }
            variance += spread[row] * inputs[row]
        }
        return (logit, variance, spread)
    }
}
