/// What a user wants to be told, and when.
public struct Settings: Hashable, Sendable, Codable {
    /// Alert kinds that are switched off; every other kind is on.
    public var mutedAlerts: Set<AlertKind> = []
    /// The hours of the day in which only urgent alerts are pushed.
    public var quietHours: DailyHours?
    /// The IANA name of the time zone of the user's hours, such as `Europe/Vienna`.
    public var timezone: String
    public var units: Units = .metric
    /// How far a search looks by default, in metres; `nil` for anywhere.
    public var distanceLimit: Double?
    /// The authors whose notes a search finds by default.
    public var noteScope: NoteScope?
    /// What a new friend sees unless a share says otherwise; `nil` for nothing.
    public var defaultShare: ShareLevel?
    /// The currency of an amount that names none.
    public var currency: Currency?
    /// The user's own list; `nil` for the usual one.
    public var categories: [SpendingCategory]?
    /// What the user intends to spend in a month; `nil` for no budgets.
    public var budgets: [Budget]?
    /// Whether reminders are due at all; `nil` for yes.
    public var reminders: Bool?

    public init(timezone: String = "UTC") {
        self.timezone = timezone
    }

    public enum Units: String, Sendable, Codable, CaseIterable {
        case metric, imperial
    }
}
