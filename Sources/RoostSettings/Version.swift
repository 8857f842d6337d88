/// The version of Roost.
public let roostVersion = "0.1.0"
