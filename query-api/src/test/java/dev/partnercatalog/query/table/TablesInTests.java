package dev.partnercatalog.query.table;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.OptionalLong;

/** Does what Kafka Streams' consumers do where a test has none. */
final class TablesInTests {

    private TablesInTests() {}

    /** All tables have what their topics had; their stores are the test's to open. */
    static void catchUp(TableState state, TopicSettings topics) {
        state.globalTablesLoaded();
        for (Table table : Table.values()) {
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
