package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.FieldValues;
import java.util.List;

/** The canonical data of a variant. */
record Bpd(FieldValues values, List<String> stateCodes) {}
