public enum PlaceholderMQTT {}
