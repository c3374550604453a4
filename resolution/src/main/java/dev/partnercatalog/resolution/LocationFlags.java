package dev.partnercatalog.resolution;

/** The flags that a location can set; if it does, they replace all three of the company's (D6). */
public record LocationFlags(boolean badges, boolean displayNameOverrides, boolean labels) {}
