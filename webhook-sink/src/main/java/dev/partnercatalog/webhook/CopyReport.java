package dev.partnercatalog.webhook;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.webhook.reconcile.Verification.Finding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of comparing what a partner has with what it should have. Immutable.
 *
 * @param counts the number of variants with each finding
 * @param toSend the number of variants whose record the partner lacks, or may lack
 * @param toRemove the number of variants that the partner has, or may have, and shouldn't
 * @param examples {@link #EXAMPLES} variants of each finding but {@link Finding#AGREES}, in the order in which they were
 *     verified
 * @param unreadable records of the catalog that can't be read; if there are very many, only some of them
 */
public record CopyReport(
        String partnerId,
        Map<Finding, Long> counts,
        long toSend,
        long toRemove,
        Map<Finding, List<ScopedVariant>> examples,
        List<UnreadableRecord> unreadable) {

    /** The most examples kept for each finding. */
    public static final int EXAMPLES = 5;

    private static final int MOST_UNREADABLE = 1_000;

    public CopyReport {
        counts = Collections.unmodifiableMap(inOrder(counts));
        examples = Collections.unmodifiableMap(inOrder(examples));
        unreadable = List.copyOf(unreadable);
    }

    private static <V> Map<Finding, V> inOrder(Map<Finding, V> byFinding) {
        Map<Finding, V> sorted = new EnumMap<>(Finding.class);
        sorted.putAll(byFinding);
        return sorted;
    }

    /** The number of variants with a finding. */
    public long count(Finding finding) {
        return counts.getOrDefault(finding, 0L);
    }

    /** Whether the partner has exactly what it should have, beyond doubt. */
    public boolean isRight() {
        return counts.keySet().stream().allMatch(Finding.AGREES::equals);
    }

    /** Collects findings. Not thread-safe. */
    static final class Builder {

        private final String partnerId;
        private final Map<Finding, Long> counts = new EnumMap<>(Finding.class);
        private final Map<Finding, List<ScopedVariant>> examples = new EnumMap<>(Finding.class);
        private final Map<String, UnreadableRecord> unreadable = new LinkedHashMap<>();
        private long toSend;
        private long toRemove;

        Builder(String partnerId) {
            this.partnerId = partnerId;
        }

        /** @param removal whether the partner should have nothing of the variant */
        void add(ScopedVariant variant, Finding finding, boolean removal) {
            counts.merge(finding, 1L, Long::sum);
            if (finding != Finding.AGREES && finding != Finding.UNREADABLE) {
                toSend += removal ? 0 : 1;
                toRemove += removal ? 1 : 0;
            }
            if (finding != Finding.AGREES) {
                List<ScopedVariant> found = examples.computeIfAbsent(finding, any -> new ArrayList<>());
                if (found.size() < EXAMPLES) {
                    found.add(variant);
                }
            }
        }

        /** May come several times. */
        void addUnreadable(UnreadableRecord record) {
            if (unreadable.size() < MOST_UNREADABLE) {
                unreadable.put(record.place(), record);
            }
        }

        CopyReport build() {
            return new CopyReport(partnerId, counts, toSend, toRemove, examples, List.copyOf(unreadable.values()));
        }
    }
}
