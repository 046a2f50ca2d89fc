"""Raw contacts in, downs and ups in time order out. Pure: time comes in with every call."""
