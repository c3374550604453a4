package dev.partnercatalog.runtime.webhook;

import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.WebhookBacklog;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records that a partner's endpoint doesn't accept although they are sent alone (D26, D37). A record is one of them only
 * once the endpoint has accepted another since: one that accepts nothing says nothing about single records. Immutable.
 *
 * @param count of them
 * @param named some of them, those that have been isolated for longest first
 */
public record IsolatedRecords(long count, List<IsolatedRecord> named) {

    private static final int MOST_NAMED = 20;

    public IsolatedRecords {
        named = List.copyOf(named);
    }

    /** Those in all partitions' reports, by when the endpoint last accepted a message; null: unknown. */
    public static IsolatedRecords of(Collection<WebhookBacklog> backlogs, @Nullable Instant lastSuccess) {
        List<IsolatedRecord> reported = backlogs.stream()
                .flatMap(backlog -> backlog.getIsolatedRecords().stream())
                .toList();
        List<IsolatedRecord> shown = reported.stream()
                .filter(record -> lastSuccess != null && record.getSince() < lastSuccess.toEpochMilli())
                .sorted(Comparator.comparingLong(IsolatedRecord::getSince))
                .toList();
        long all = backlogs.stream().mapToLong(WebhookBacklog::getIsolated).sum();
        return new IsolatedRecords(
                shown.isEmpty() ? 0 : all - (reported.size() - shown.size()),
                shown.stream().limit(MOST_NAMED).toList());
    }
}
