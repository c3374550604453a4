package dev.partnercatalog.operations.completeness;

import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What listed variants lack.
 *
 * @param companies by company id: everything with every flag on and no unit configured
 * @param partners by partner id: what the partner may see, as it reads it
 * @param failedConversions number of values that can't be converted to the configured units
 * @param conversions the first of those
 * @param near for some of the listed barcodes without an entry, what BPD has that is perhaps the same number
 * @param stopped why the report is incomplete, in sentences; empty if it is complete
 * @param unreadable records that would have counted, but can't be read
 */
public record CompletenessReport(
        SortedMap<Long, CompletenessCounts> companies,
        SortedMap<String, CompletenessCounts> partners,
        long failedConversions,
        List<FailedConversion> conversions,
        SortedMap<String, List<String>> near,
        List<String> stopped,
        List<UnreadableRecord> unreadable) {

    public CompletenessReport {
        companies = Collections.unmodifiableSortedMap(new TreeMap<>(companies));
        partners = Collections.unmodifiableSortedMap(new TreeMap<>(partners));
        conversions = List.copyOf(conversions);
        near = Collections.unmodifiableSortedMap(new TreeMap<>(near));
        stopped = List.copyOf(stopped);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * The report for an operator, of everything or of a part.
     *
     * @param partnerId the partner as which it was asked for; null for none
     */
    public Report report(@Nullable String partnerId, CompletenessPart part) {
        return new CompletenessTables(this, partnerId, part).report();
    }
}
