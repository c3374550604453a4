package dev.partnercatalog.resolution;

/** A member of a variant, or what {@code catalogSource} says of it. */
record ImageSlot(VariantField field, boolean isSource) {}
