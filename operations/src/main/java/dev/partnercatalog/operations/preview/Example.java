package dev.partnercatalog.operations.preview;

import dev.partnercatalog.resolution.Scope;
import java.util.List;
import java.util.Locale;

/**
 * One record that would differ.
 *
 * @param differences the members that differ, for a record that is changed
 */
public record Example(String partnerId, Scope scope, String barcode, Kind kind, List<MemberDifference> differences) {

    /** What would happen to a record. */
    public enum Kind {
        CHANGED,
        /** The partner would get it for the first time. */
        ADDED,
        /** The partner would no longer have it. */
        REMOVED;

        /** The word that people read. */
        public String words() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Example {
        differences = List.copyOf(differences);
    }
}
