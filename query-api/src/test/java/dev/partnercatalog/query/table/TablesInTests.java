package dev.partnercatalog.query.table;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.OptionalLong;

/** Does what Kafka Streams' consumers do, for tests that have none. */
final class TablesInTests {

    private TablesInTests() {}

    /** Marks all tables as having everything their topics had; the test must open their stores. */
    static void catchUp(TableState state, TopicSettings topics) {
        state.globalTablesLoaded();
        for (StoredTable table : StoredTable.values()) {
            for (int partition = 0; partition < topics.partitions(); partition++) {
                catchUp(state.partition(table, partition));
            }
        }
    }

    static void catchUp(TablePartition partition) {
        partition.assigned(TablesInTests.class);
        partition.at(0, OptionalLong.of(0));
    }
}
