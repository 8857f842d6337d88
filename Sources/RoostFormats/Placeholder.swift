public enum PlaceholderRoostFormats {}
