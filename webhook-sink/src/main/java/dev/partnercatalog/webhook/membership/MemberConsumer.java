package dev.partnercatalog.webhook.membership;

import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.webhook.membership.Memberships.Membership;
import java.time.Duration;
import java.util.Map;
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
 * A stream thread's consumer, which records when the group last accepted a commit of offsets. The group accepts one
 * only from a member, by its id and generation, and restarts the member's session with it. Until one session after the
 * request was made, nobody else can therefore have the member's partitions, unless the member gives them up itself;
 * that happens on the stream thread, which first breaks off what it has in flight.
 *
 * <p>Confined to the stream thread, except {@link #holds()}.
 */
final class MemberConsumer extends KafkaConsumer<byte[], byte[]> implements Membership {

    private static final Logger LOG = LoggerFactory.getLogger(MemberConsumer.class);

    /** How long a stream thread waits for the group's answer, and then waits before it asks again. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Duration RENEWAL = Duration.ofSeconds(1);

    private final Consumer<MemberConsumer> polling;
    private final Duration lease;
    private volatile @Nullable Confirmation last;
    private @Nullable Long silentSince;

    /** @param polling receives this consumer on the thread that polls with it */
    MemberConsumer(Map<String, Object> properties, Consumer<MemberConsumer> polling) {
        super(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.polling = polling;
        String name = ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG;
        int session = (int) ConfigDef.parseType(name, properties.get(name), ConfigDef.Type.INT);
        // A fifth is left for what happens between checking the clock and acting on it.
        lease = Duration.ofMillis(session).multipliedBy(4).dividedBy(5);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        polling.accept(this);
        return super.poll(timeout);
    }

    @Override
    public boolean isConfirmed() {
        return (isWithin(RENEWAL) || isMember()) && holds();
    }

    @Override
    public boolean holds() {
        return isWithin(lease);
    }

    private boolean isWithin(Duration time) {
        Confirmation confirmation = last;
        return confirmation != null && confirmation.isWithin(time, Confirmation.now());
    }

    /**
     * Fails unless nobody else can have had the partitions until now.
     *
     * @throws TaskMigratedException if the group has given this member's place to others
     * @throws TimeoutException if the group doesn't answer
     */
    void requireHeld() {
        if (holds()) {
            return;
        }
        try {
            ask();
        } catch (CommitFailedException e) {
            throw new TaskMigratedException("the group no longer includes this member", e);
        } catch (RebalanceInProgressException e) {
            throw new TimeoutException("this member is rejoining the group", e);
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
            LOG.info("nothing is sent until this instance has rejoined the group: {}", FaultWords.of(e));
        } catch (TimeoutException e) {
            LOG.warn("nothing is sent until the group's coordinator answers: {}", FaultWords.of(e));
        }
        return false;
    }

    /** Commits what changes nothing, and is rejected for anyone but a member. */
    private void ask() {
        if (silentSince != null && System.nanoTime() - silentSince < PATIENCE.toNanos()) {
            throw new TimeoutException("the group's coordinator did not answer just now");
        }
        if (assignment().isEmpty()) {
            throw new CommitFailedException("nothing is assigned to this member");
        }
        // Nothing is ever written to the tasks' topic: wherever reading begins, it is at the beginning.
        Map<TopicPartition, OffsetAndMetadata> beginning =
                Map.of(assignment().iterator().next(), new OffsetAndMetadata(0));
        Confirmation request = Confirmation.now();
        try {
            commitSync(beginning, PATIENCE);
            last = request;
            silentSince = null;
        } catch (TimeoutException e) {
            silentSince = System.nanoTime();
            throw e;
        }
    }

    /**
     * The time of a request that the group has answered positively, by two clocks: the monotonic clock stands still while a
     * machine is asleep, and the wall clock may be set back.
     */
    record Confirmation(long nanoTime, long epochMillis) {

        static Confirmation now() {
            return new Confirmation(System.nanoTime(), System.currentTimeMillis());
        }

        boolean isWithin(Duration time, Confirmation now) {
            return now.nanoTime - nanoTime < time.toNanos() && now.epochMillis - epochMillis < time.toMillis();
        }
    }
}
