package dev.partnercatalog.operations.preview;

import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What events would change. A record is a listed variant as a partner gets it at a scope, by webhook or by batch-get.
 *
 * @param events number of events that were read
 * @param faulty number of other events that would change nothing, because they don't fit or the resolver would reject
 *     them
 * @param faults the first of those
 * @param warned number of events that are probably not what their author meant
 * @param warnings the first of those
 * @param settings the settings of partners that would differ, by partner id
 * @param partners the counts of partners with records that would differ, by partner id
 * @param fields for each field, by name, the number of changed records that differ in it
 * @param examples a few records
 * @param unlisted how many barcodes in the events are listed, before and after, by none of the companies that the
 *     events concern; null if not all listings were read
 * @param stopped why the preview is incomplete, in sentences; empty if it is complete
 * @param unreadable records that would have counted, but can't be read
 */
public record Preview(
        long events,
        long faulty,
        List<EventFault> faults,
        long warned,
        List<EventFault> warnings,
        SortedMap<String, List<MemberDifference>> settings,
        SortedMap<String, Counts> partners,
        SortedMap<String, Long> fields,
        List<Example> examples,
        @Nullable Long unlisted,
        List<String> stopped,
        List<UnreadableRecord> unreadable) {

    /** How many records would differ, and how. */
    public record Counts(long changed, long added, long removed) {

        static final Counts NONE = new Counts(0, 0, 0);

        Counts plus(Example.Kind kind) {
            return switch (kind) {
                case CHANGED -> new Counts(changed + 1, added, removed);
                case ADDED -> new Counts(changed, added + 1, removed);
                case REMOVED -> new Counts(changed, added, removed + 1);
            };
        }

        public long all() {
            return changed + added + removed;
        }
    }

    /**
     * One record that would differ.
     *
     * @param differences the members that differ, for a record that is changed
     */
    public record Example(
            String partnerId, Scope scope, String barcode, Kind kind, List<MemberDifference> differences) {

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

    /**
     * An event that would change nothing, because it doesn't fit or the resolver would reject it; or one that is probably
     * not what its author meant.
     *
     * @param place where it was read, such as {@code listings.ndjson:3}
     * @param problem the problem, as text
     */
    public record EventFault(String place, String problem) {

        @Override
        public String toString() {
            return place + ": " + problem;
        }
    }

    public Preview {
        faults = List.copyOf(faults);
        warnings = List.copyOf(warnings);
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        partners = Collections.unmodifiableSortedMap(new TreeMap<>(partners));
        fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
        examples = List.copyOf(examples);
        stopped = List.copyOf(stopped);
        unreadable = List.copyOf(unreadable);
    }

    /** The counts over all partners. */
    public Counts records() {
        return partners.values().stream()
                .reduce(
                        Counts.NONE,
                        (one, other) -> new Counts(
                                one.changed() + other.changed(),
                                one.added() + other.added(),
                                one.removed() + other.removed()));
    }

    /** What would happen, in one sentence. */
    public String summary() {
        Counts records = records();
        return Quantity.of(events, "event") + " would change " + Quantity.of(records.all(), "record") + " of "
                + Quantity.of(partners.size(), "partner") + ": " + records.changed() + " changed, " + records.added()
                + " added, " + records.removed() + " removed. Nothing was published.";
    }

    /** One sentence about the barcodes that aren't listed; empty if there are none. */
    public Optional<String> unlistedInWords() {
        return unlisted == null || unlisted == 0
                ? Optional.empty()
                : Optional.of((unlisted == 1 ? "1 of the barcodes is" : unlisted + " of the barcodes are")
                        + " listed by none of the companies that the events are about, so no webhook sends it.");
    }

    /** For an operator. */
    public Report report() {
        return new PreviewReport(this).report();
    }
}
