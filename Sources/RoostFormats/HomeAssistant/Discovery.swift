/// What tells Home Assistant of a device and its entities: one retained message of the kind "device
/// discovery", at `homeassistant/device/<id>/config`.
///
/// The entities read Roost's own topics by templates; only the state of a user's tracker has a topic
/// of its own.
public struct Discovery: JSONWritable {
    /// An id for Home Assistant's registry: letters, digits, `_` and `-`.
    var id: String
    var name: String
    var model: String
    /// The gateway's version.
    var version: String
    /// Where the gateway says whether it is there, and with it the entities.
    var gatewayStatus: String
    var entities: [Entity]

    struct Entity {
        /// Unique within the device.
        var key: String
        var platform: String
        /// `nil` for the one that is called like the device.
        var name: String?
        var members: [(name: String, value: any JSONWritable)]
        /// Whether the entity is there; `nil` for one that is while the gateway is.
        var availability: Availability?
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.object("device") { json in
                json.member("identifiers", [id])
                json.member("name", name)
                json.member("manufacturer", "Roost")
                json.member("model", model)
            }
            json.object("origin") { json in
                json.member("name", "Roost")
                json.member("sw_version", version)
            }
            json.member("availability", [Availability(topic: gatewayStatus)])
            json.object("components") { json in
                for entity in entities { json.member(entity.key) { write(entity, to: &$0) } }
            }
        }
    }

    private func write(_ entity: Entity, to json: inout JSONWriter) {
        json.object { json in
            json.member("platform", entity.platform)
            json.member("unique_id", "\(id)_\(entity.key)")
            json.nullable("name", entity.name)
            for member in entity.members {
                json.member(member.name) { member.value.write(to: &$0) }
            }
            // It does not follow the gateway: a tracker that comes back would be a person who does.
            if let availability = entity.availability {
                json.member("availability", [availability])
            }
        }
    }
}

extension Discovery {
    /// A topic that says `online` or `offline`, or a template that makes that of what it says.
    struct Availability: JSONWritable {
        var topic: String
        var template: String?

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("topic", topic)
                json.member("value_template", template)
            }
        }
    }
}

extension Discovery.Entity {
    /// What shows where something is.
    ///
    /// - Parameters:
    ///   - attributes: A template that makes the position, or the zones, of what a topic says.
    ///   - availability: One that makes `online` or `offline` of it: nobody is away only because
    ///     nobody knows where they are.
    ///   - members: Where its state is, if that does not follow from a position.
    static func tracker(
        _ key: String, _ name: String?, of topic: String, source: String, attributes: String,
        availability: String, _ members: [(name: String, value: any JSONWritable)] = []
    ) -> Self {
        Self(
            key: key, platform: "device_tracker", name: name,
            members: [
                ("json_attributes_topic", topic), ("json_attributes_template", attributes),
                ("source_type", source),
            ] + members,
            availability: Discovery.Availability(topic: topic, template: availability))
    }

    static func event(
        _ key: String, _ name: String, of topic: String, icon: String, types: [String],
        template: String? = nil
    ) -> Self {
        let template = template.map { [(name: "value_template", value: $0 as any JSONWritable)] }
        return Self(
            key: key, platform: "event", name: name,
            members: [
                ("state_topic", topic), ("event_types", types), ("icon", "mdi:\(icon)"),
            ] + (template ?? []))
    }

    /// A sensor that shows a member of a state.
    ///
    /// - Parameter icon: One of Material Design, without `mdi:`.
    static func sensor(
        _ key: String, _ name: String, of topic: String, member: String? = nil, icon: String? = nil,
        _ members: [(name: String, value: any JSONWritable)] = []
    ) -> Self {
        // Home Assistant takes the text `None` for an unknown state.
        let template = "{{ value_json.\(member ?? key) }}"
        let look = icon.map { [(name: "icon", value: "mdi:\($0)" as any JSONWritable)] } ?? []
        return Self(
            key: key, platform: "sensor", name: name,
            members: [("state_topic", topic), ("value_template", template)] + look + members)
    }

    /// A sensor with a few states.
    static func choice(
        _ key: String, _ name: String, of topic: String, icon: String, _ options: [String]
    ) -> Self {
        sensor(
            key, name, of: topic, icon: icon, [("device_class", "enum"), ("options", options)])
    }

    static func time(_ key: String, _ name: String, of topic: String) -> Self {
        sensor(key, name, of: topic, [("device_class", "timestamp")])
    }

    static func battery(of topic: String) -> Self {
        sensor(
            "battery", "Battery", of: topic,
            [
                ("device_class", "battery"), ("unit_of_measurement", "%"),
                ("state_class", "measurement"), ("entity_category", "diagnostic"),
            ])
    }
}
