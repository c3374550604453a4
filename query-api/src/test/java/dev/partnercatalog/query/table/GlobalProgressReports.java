package dev.partnercatalog.query.table;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Reports progress as the consumer of the global tables does. */
public final class GlobalProgressReports {

    private GlobalProgressReports() {}

    /** Reports that something was applied. */
    public static void report(GlobalProgress progress) {
        progress.applied(Map.of());
    }

    /** Reports that everything before a position was applied. */
    public static void report(GlobalProgress progress, TopicPartition partition, long position) {
        progress.applied(Map.of(partition, position));
    }
}
