package dev.partnercatalog.query.table;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where an instance's group starts reading. Kafka Streams restores a store from its topic up to the group's committed
 * offset, a thousand records at a time, and processes later records one by one. A new instance has committed nothing,
 * and would process the whole catalog that way.
 */
public final class StartingOffsets {

    private static final Logger LOG = LoggerFactory.getLogger(StartingOffsets.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private StartingOffsets() {}

    /**
     * Commits the current ends of the tables' topics for a group. Nothing is skipped by that: stores know how far they
     * are. A group that has members, as after a short stop, is left unchanged: it committed a moment ago.
     *
     * @param group of an instance that hasn't started yet
     */
    public static void commitEnds(Admin admin, String group, TopicSettings topics) {
        Map<TopicPartition, OffsetSpec> partitions = Arrays.stream(StoredTable.values())
                .flatMap(table -> partitions(table, topics))
                .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
        try {
            Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
            admin.listOffsets(partitions, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                    .all()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .forEach((partition, end) -> ends.put(partition, new OffsetAndMetadata(end.offset())));
            admin.alterConsumerGroupOffsets(group, ends).all().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("{} starts where it stopped", group, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Stream<TopicPartition> partitions(StoredTable table, TopicSettings topics) {
        String topic = table.topic().name(topics.prefix());
        return IntStream.range(0, topics.partitions()).mapToObj(partition -> new TopicPartition(topic, partition));
    }
}
