/// One step by which a household becomes another.
public enum HouseholdChange: Hashable, Sendable {
    case saveUser(User)
    /// Also deletes the user's items, own places, shares and friends, and takes them out of their
    /// groups.
    case deleteUser(ID<User>)
    case savePlace(Place)
    case deletePlace(ID<Place>)
    case saveNode(Node)
    case deleteNode(ID<Node>)
    case saveItem(Item)
    case deleteItem(ID<Item>)
    case saveShare(Share)
    case deleteShare(owner: ID<User>, viewer: Share.Viewer)
    case saveFriend(Friend)
    case deleteFriend(user: ID<User>, friend: ID<User>)
    case saveGroup(Group)
    case deleteGroup(ID<Group>)
    case saveCalibration(Calibration, of: ID<Place>)
    case deleteCalibration(of: ID<Place>)
    case noteDeletion(Deletion)
}
