package dev.partnercatalog.operations.preview;

import dev.partnercatalog.resolution.Scope;
import java.util.List;
import java.util.Locale;

/**
 * One record that would differ.
 *
 * @param differences of a record that is changed, its members that differ
 */
public record Example(String partnerId, Scope scope, String barcode, Kind kind, List<Difference> differences) {

    /** What would become of a record. */
    public enum Kind {
        CHANGED,
        /** The partner would get it for the first time. */
        ADDED,
        /** The partner would have it no more. */
        REMOVED;

        /** For people. */
        public String words() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Example {
        differences = List.copyOf(differences);
    }
}
