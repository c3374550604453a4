package dev.partnercatalog.resolution;

/** The flags that a location can set; where it sets them, it replaces all three of the company's (D6). */
public record LocationFlags(boolean badges, boolean displayNameOverrides, boolean labels) {}
