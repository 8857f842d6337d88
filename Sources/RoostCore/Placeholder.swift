public enum PlaceholderRoostCore {}
