package dev.partnercatalog.webhook.membership;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream thread's consumer, which notes when the group has last taken a commit of offsets. The group takes one from a
 * member alone, by its id and generation, and begins its session anew with it. So until a session after the request was
 * made nobody else can have the member's partitions, unless the member gives them up itself, and that happens on the
 * stream thread, which breaks off first what it has under way.
 *
 * <p>For the stream thread, except {@link #holds()}.
 */
final class MemberConsumer extends KafkaConsumer<byte[], byte[]> implements Membership {

    private static final Logger LOG = LoggerFactory.getLogger(MemberConsumer.class);

    /** How long a stream thread waits for the group's answer, and then lets it be before it asks again. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Consumer<MemberConsumer> polling;
    private final Duration lease;
    private volatile @Nullable Confirmation last;
    private @Nullable Known known;
    private @Nullable Long silentSince;

    /** What is committed for a partition, which holds as long as the generation does. */
    private record Known(int generation, Map<TopicPartition, OffsetAndMetadata> offset) {}

    /** @param polling told of this consumer by the thread that polls with it */
    MemberConsumer(Map<String, Object> properties, Consumer<MemberConsumer> polling) {
        super(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.polling = polling;
        String name = ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG;
        int session = (int) ConfigDef.parseType(name, properties.get(name), ConfigDef.Type.INT);
        // A fifth is left for what happens between a look at the clock and what it is looked at for.
        lease = Duration.ofMillis(session).multipliedBy(4).dividedBy(5);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        polling.accept(this);
        return super.poll(timeout);
    }

    /** How Kafka Streams commits what was read. */
    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Confirmation request = Confirmation.now();
        super.commitSync(offsets);
        if (!offsets.isEmpty()) {
            confirmed(request, offsets);
        }
    }

    @Override
    public boolean isConfirmedSince(long nanoTime) {
        Confirmation confirmation = last;
        boolean recent = confirmation != null && confirmation.nanoTime() - nanoTime >= 0;
        return (recent || isMember()) && holds();
    }

    @Override
    public boolean holds() {
        Confirmation confirmation = last;
        return confirmation != null && confirmation.isWithin(lease, Confirmation.now());
    }

    /**
     * Fails unless nobody else can have had the partitions until now.
     *
     * @throws TaskMigratedException where the group has others in this member's place
     * @throws TimeoutException where the group doesn't say
     */
    void requireHeld() {
        if (holds()) {
            return;
        }
        try {
            ask();
        } catch (CommitFailedException e) {
            throw new TaskMigratedException("the group has gone on without this member", e);
        } catch (RebalanceInProgressException e) {
            throw new TimeoutException("the group is being joined again", e);
        }
        if (!holds()) {
            throw new TimeoutException("the group took longer to answer than a session lasts");
        }
    }

    private boolean isMember() {
        try {
            ask();
            return true;
        } catch (CommitFailedException | RebalanceInProgressException e) {
            LOG.info("nothing is sent until the group has been joined again: {}", e.getMessage());
        } catch (TimeoutException e) {
            LOG.warn("nothing is sent until the group's coordinator answers: {}", e.getMessage());
        }
        return false;
    }

    /** Commits once more what is committed, which changes nothing and is refused to anybody but a member. */
    private void ask() {
        if (silentSince != null && System.nanoTime() - silentSince < PATIENCE.toNanos()) {
            throw new TimeoutException("the group's coordinator did not answer just now");
        }
        if (assignment().isEmpty()) {
            throw new CommitFailedException("there is nothing assigned to this member");
        }
        try {
            Map<TopicPartition, OffsetAndMetadata> offset = committedOffset();
            Confirmation request = Confirmation.now();
            commitSync(offset, PATIENCE);
            confirmed(request, offset);
            silentSince = null;
        } catch (TimeoutException e) {
            silentSince = System.nanoTime();
            throw e;
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> committedOffset() {
        int generation = groupMetadata().generationId();
        if (known == null || known.generation() != generation) {
            TopicPartition partition = assignment().iterator().next();
            OffsetAndMetadata offset = committed(Set.of(partition), PATIENCE).get(partition);
            // Where nothing is committed, reading begins at the beginning: that may as well be written down.
            known = new Known(
                    generation,
                    Map.of(
                            partition,
                            offset == null
                                    ? new OffsetAndMetadata(
                                            Objects.requireNonNull(beginningOffsets(Set.of(partition), PATIENCE)
                                                    .get(partition)))
                                    : offset));
        }
        return known.offset();
    }

    private void confirmed(Confirmation request, Map<TopicPartition, OffsetAndMetadata> offsets) {
        last = request;
        Map.Entry<TopicPartition, OffsetAndMetadata> any =
                offsets.entrySet().iterator().next();
        known = new Known(groupMetadata().generationId(), Map.of(any.getKey(), any.getValue()));
    }
}
