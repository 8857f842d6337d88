import RoostCore
import RoostFormats
import Testing

@Suite("Nodes and power")
struct NodesAndPower {
    @Test("A node dies: alice stays in its room and is not moved to the hall")
    func nodeDies() throws {
        try story {
            alice.beacon.heard(in: kitchen, "09:00"..."10:00")
            keys.heard(in: kitchen, "09:00"..."10:00")
            down(kitchenNode, during: "09:20"..."09:40")

            alice.isTold(.nodeOffline, node: kitchenNode, in: kitchen, "09:21"..."09:22")
            alice.isShown(.inRoom(kitchen), at: "09:35")
            keys.isWithOwner(.yes, in: kitchen, "09:10")
            alice.isShown(.inRoom(kitchen), at: "09:55")
            keys.isWithOwner(.yes, in: kitchen, "09:55")
            alice.walks(to: kitchen)
        }
    }

    @Test("Only the dead node could hear the keys: the alert follows when it is back")
    func nobodyCanTell() throws {
        try story {
            alice.leavesForWork(at: "08:00", until: "08:40")
            keys.heard(by: kitchenNode, -60, "07:30"..."08:40")
            down(kitchenNode, during: "07:50"..."08:20")

            alice.isTold(.nodeOffline, node: kitchenNode, "07:51"..."07:52")
            keys.isWithOwner(.cannotTell, in: kitchen, "07:58")
            keys.isWithOwner(.cannotTell, in: kitchen, "08:15")
            // The node is back and hears them: now the answer is known.
            alice.isTold(.leftBehind, keys, in: kitchen, "08:20"..."08:23")
            keys.isWithOwner(.no, in: kitchen, isHeard: true, "08:30")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("A power cut in the evening: a single alert, and everybody stays where they are")
    func powerCut() throws {
        try story {
            alice.phone.stays(at: home, "18:30"..."20:30")
            bob.phone.stays(at: home, "18:30"..."20:30")
            alice.beacon.heard(in: kitchen, "18:50"..."20:30")
            keys.heard(in: kitchen, "18:50"..."20:30")
            wallet.heard(in: bedroom, "18:50"..."20:30")
            down(kitchenNode, hallNode, bedroomNode, during: "19:00"..."20:00")

            alice.isTold(.nodeOffline, at: home, "19:01"..."19:02")
            alice.isShown(.at(home), at: "19:50")
            bob.isShown(.at(home), at: "19:50")
            keys.isWithOwner(.cannotTell, in: kitchen, "19:50")
            wallet.isWithOwner(.cannotTell, in: bedroom, "19:50")
            alice.isShown(.inRoom(kitchen), at: "20:20")
            keys.isWithOwner(.yes, in: kitchen, "20:20")
            home.holds(2, at: "19:50")
        }
    }

    @Test("A power cut of everything: the gateway is back before its nodes, and nobody leaves")
    func wholePowerCut() throws {
        try story {
            alice.beacon.heard(in: kitchen, "18:50"..."20:30")
            keys.heard(in: kitchen, "18:50"..."20:30")
            wallet.heard(in: bedroom, "18:50"..."20:30")
            downWithBroker(kitchenNode, hallNode, deskNode, during: "19:00"..."19:20")
            downWithBroker(bedroomNode, during: "19:00"..."20:00")
            gatewayAway("19:00"..."19:15")
            brokerStarts(at: "19:15:01")

            alice.isShown(.inRoom(kitchen), at: "19:19:50")
            keys.isWithOwner(.yes, in: kitchen, "19:21")
            // The bedroom's node does not come back with the others.
            alice.isTold(.nodeOffline, node: bedroomNode, in: bedroom, "19:21"..."19:22")
            wallet.isWithOwner(.cannotTell, in: bedroom, "19:59")
            alice.isShown(.inRoom(kitchen), at: "20:20")
        }
    }

    @Test("bob comes home during a power cut: his phone tells, though no node does")
    func homeInTheDark() throws {
        try story {
            bob.phone.stays(at: office, "18:00"..."18:40")
            down(kitchenNode, hallNode, bedroomNode, during: "18:30"..."19:30")
            bob.phone.goes(from: office, to: home, "18:40"..."18:55")
            bob.phone.stays(at: home, "18:55:20"..."19:20", every: 120)

            alice.isTold(.nodeOffline, at: home, "18:31"..."18:32")
            bob.isShown(.at(home), at: "19:10")
            bob.goes(.leaves(office), .enters(home))
        }
    }

    @Test("A node whose radio is stuck is reported, and the keys it heard are not lost")
    func deafNode() throws {
        try story {
            alice.phone.stays(at: home, "09:00"..."11:00")
            keys.heard(by: kitchenNode, -60, "09:00"..."11:00", every: 10)
            deaf(kitchenNode, during: "09:30"..."10:30")

            alice.isTold(.nodeOffline, node: kitchenNode, "09:31"..."09:32")
            keys.isWithOwner(.cannotTell, in: kitchen, "10:20")
            keys.isWithOwner(.yes, in: kitchen, isHeard: true, "10:50")
        }
    }

    @Test("Nodes that fall silent without a word are reported, and everything stays where it was")
    func stuckNodes() throws {
        try story {
            alice.beacon.heard(in: bedroom, "18:50"..."20:30")
            keys.heard(in: kitchen, "18:50"..."20:30")
            wallet.heard(in: bedroom, "18:50"..."20:30")
            badge.heard(in: bedroom, "18:50"..."20:30")
            stuck(kitchenNode, hallNode, bedroomNode, during: "19:00"..."20:00")

            alice.isTold(.nodeOffline, at: home, "19:00:45"..."19:01")
            alice.isShown(.inRoom(bedroom), at: "19:50")
            keys.isWithOwner(.cannotTell, in: kitchen, "19:50")
            badge.isWithOwner(.cannotTell, in: bedroom, "19:50")
            alice.isShown(.inRoom(bedroom), at: "20:20")
            keys.isWithOwner(.yes, in: kitchen, "20:20")
            alice.walks(to: bedroom)
        }
    }

    @Test("A node is carried to another room, and what it hears is shown there")
    func nodeMoves() throws {
        let study = home.room("study")
        try story {
            alice.phone.stays(at: home, "09:00"..."10:00")
            keys.heard(by: kitchenNode, -60, "09:00"..."09:20")
            keys.heard(by: kitchenNode, -60, "09:32"..."10:00")
            down(kitchenNode, during: "09:30"..."09:30:30")
            admin("node/save", ["node": "kitchen-1", "room": "study"], at: "09:31")

            keys.isWithOwner(.yes, in: kitchen, "09:15")
            keys.isWithOwner(.yes, in: study, "09:40")
        }
    }

    @Test("The door's node hears through the wall: alice in the kitchen is not at the door")
    func throughTheDoor() throws {
        try story {
            keys.heard(in: bedroom, "09:00"..."09:30")
            alice.beacon.heard(by: kitchenNode, -58, "09:00"..."09:30")
            alice.beacon.heard(by: hallNode, -74, "09:00"..."09:30")

            alice.isShown(.inRoom(kitchen), at: "09:20")
            keys.isWithOwner(.yes, in: bedroom, "09:20")
            alice.walks(to: kitchen)
        }
    }

    @Test("A node with a loose plug comes and goes all morning, and nobody is alerted")
    func loosePlug() throws {
        try story {
            alice.beacon.heard(in: kitchen, "09:00"..."09:40", every: 5)
            keys.heard(in: kitchen, "09:00"..."09:40", every: 5)
            for minute in 5..<25 {
                let time = Moment(seconds: 9 * 3600 + Double(minute) * 60)
                down(kitchenNode, during: time...time + 40)
            }

            alice.isShown(.inRoom(kitchen), at: "09:20")
            alice.isShown(.inRoom(kitchen), at: "09:35")
            keys.isWithOwner(.yes, in: kitchen, "09:35")
            alice.walks(to: kitchen)
        }
    }

    @Test("A node without network reports late what it heard before alice left: no alert")
    func lateNode() throws {
        try story {
            keys.heard(by: kitchenNode, -58, "07:50"..."07:59").arriving(at: "08:30")
            keys.heard(by: hallNode, -70, "07:30"..."08:00", every: 4)
            alice.leavesForWork(at: "08:00", until: "08:40")

            keys.isWithOwner(.yes, "08:10")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("A node whose clock is an hour behind works as well as any")
    func clockBehind() throws {
        try story {
            alice.phone.stays(at: home, "07:00"..."08:00")
            keys.heard(by: kitchenNode, -58, "07:00"..."08:20").byClock(behind: 3600)
            alice.drivesToWork(at: "08:00", until: "08:20")

            keys.isWithOwner(.yes, in: kitchen, isHeard: true, "07:50")
            alice.isTold(.leftBehind, keys, in: kitchen, "08:00"..."08:03")
            keys.isWithOwner(.no, in: kitchen, isHeard: true, "08:15")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The gateway restarts as alice leaves without her keys: she is told when it is back")
    func restartAtDeparture() throws {
        try story {
            keys.heard(in: kitchen, "07:50"..."08:30")
            alice.leavesForWork(at: "08:00", until: "08:30")
            gatewayAway("07:59:20"..."08:04")

            alice.isTold(.leftBehind, keys, in: kitchen, "08:04"..."08:05")
            keys.isWithOwner(.no, in: kitchen, "08:20")
            alice.goes(.leaves(home, "08:04"..."08:05"), .enters(office))
        }
    }

    @Test("The gateway restarts between the warning at the door and the alert: one of each")
    func restartBetween() throws {
        try story {
            keys.heard(in: kitchen, "07:50"..."08:30")
            alice.leavesForWork(at: "08:00", until: "08:30")
            gatewayAway("08:00:10"..."08:00:30")
            gatewayAway("08:02"..."08:02:30")

            alice.isTold(.leavingWithout, keys, in: kitchen, "07:59:30"..."08:00:10")
            alice.isTold(.leftBehind, keys, in: kitchen, "08:00:30"..."08:02")
            keys.isWithOwner(.no, in: kitchen, "08:20")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The gateway restarts as alice leaves with her keys: no alert")
    func restartAtGoodDeparture() throws {
        try story {
            keys.goesOut(at: "08:00")
            alice.leavesForWork(at: "08:00", until: "08:30")
            gatewayAway("07:59:50"..."08:04")

            alice.goes(.leaves(home, "08:04"..."08:05"), .enters(office))
            quiet(until: "08:45")
        }
    }

    @Test("The broker restarts and repeats its retained messages: nobody came or went")
    func brokerRestart() throws {
        try story {
            alice.phone.stays(at: home, "09:00"..."10:30")
            bob.phone.stays(at: office, "09:00"..."10:30")
            alice.beacon.heard(in: kitchen, "09:00"..."10:30")
            keys.heard(in: kitchen, "09:00"..."10:30")
            gatewayAway("10:00"..."10:10")

            alice.isShown(.inRoom(kitchen), at: "10:10:05")
            keys.isWithOwner(.yes, in: kitchen, "10:10:05")
            bob.isShown(.at(office), at: "10:10:05")
            alice.isShown(.inRoom(kitchen), at: "10:25")
            keys.isWithOwner(.yes, in: kitchen, "10:25")
        }
    }

    @Test("Home Assistant starts and is told everything again: nothing changes by that")
    func birth() throws {
        try story {
            alice.phone.stays(at: home, "09:00"..."09:30")
            alice.beacon.heard(in: kitchen, "09:00"..."09:30")
            keys.heard(in: kitchen, "09:00"..."09:30")
            published("homeassistant/status", "online", at: "09:15")

            alice.isShown(.inRoom(kitchen), at: "09:20")
            keys.isWithOwner(.yes, in: kitchen, "09:20")
        }
    }

    @Test("The gateway is off for the night, and in the morning all is as it was")
    func offForTheNight() throws {
        try story {
            alice.phone.stays(at: home, "21:00"..."day 2 08:00", every: 1800)
            alice.beacon.heard(in: bedroom, "22:00"..."day 2 07:00", every: 30)
            keys.heard(in: kitchen, "22:00"..."day 2 08:00", every: 30)
            gatewayAway("23:00"..."day 2 06:00")

            alice.isShown(.inRoom(bedroom), at: "day 2 06:00:10")
            keys.isWithOwner(.yes, in: kitchen, "day 2 06:00:10")
            alice.isShown(.inRoom(bedroom), at: "day 2 06:40")
            keys.isWithOwner(.yes, in: kitchen, "day 2 07:20")
        }
    }
}
