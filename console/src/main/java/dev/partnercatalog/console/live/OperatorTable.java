package dev.partnercatalog.console.live;

import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.FollowedTopics;
import dev.partnercatalog.operations.topic.TopicTable;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current operators in their topic. It is read separately from all other topics, so that a fault in one of those
 * keeps nobody out. Thread-safe.
 */
public final class OperatorTable implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OperatorTable.class);

    private final TopicTable<Operator> table;
    private final FollowedTopics followed;

    private OperatorTable(TopicTable<Operator> table, FollowedTopics followed) {
        this.table = table;
        this.followed = followed;
    }

    /** Starts reading. */
    public static OperatorTable start(Brokers brokers, SchemaRegistry registry, String topicPrefix) {
        TopicTable<Operator> table = new TopicTable<>(
                partitions ->
                        new OwnRecords<>(CatalogTopic.OPERATORS, Operator.class, registry, topicPrefix, partitions),
                left -> LOG.warn(
                        "an operator's record can't be read, so they can't sign in: {}; {}",
                        left.text(),
                        left.remedy()));
        return new OperatorTable(
                table,
                new FollowedTopics(
                        topicPrefix, brokers::partitionsOf, brokers::follower, Map.of(CatalogTopic.OPERATORS, table)));
    }

    /** The operators whose records can be read, including revoked ones. */
    public List<Operator> all() {
        return table.all();
    }

    /** Why the list may be incomplete, as text; null if it is complete. */
    public @Nullable String fault() {
        return followed.fault();
    }

    @Override
    public void close() {
        followed.close();
    }
}
