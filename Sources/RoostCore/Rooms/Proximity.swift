/// How near an item is to the node that hears it best.
public enum Proximity: String, Hashable, Sendable, Codable, CaseIterable {
    /// Within about a metre.
    case immediate
    /// Within about five metres.
    case near
    case far
    /// Not heard.
    case lost

    /// How many decibels below the signal at one metre each class reaches.
    static let immediateLoss = 3.0
    static let nearLoss = 19.0
}
