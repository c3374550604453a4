package dev.partnercatalog.console.live;

import dev.partnercatalog.console.access.SignOuts;
import dev.partnercatalog.operations.topic.BrokerAnswer;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.FollowedTopics;
import dev.partnercatalog.operations.topic.TopicReceiver;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The sessions that were ended by signing out, in a topic of their own that every console follows: the session's nonce
 * as the key, and when its time is up, in seconds since 1970, as the value. A nonce alone opens nothing.
 */
public final class SignOutLog implements SignOuts, TopicReceiver, AutoCloseable {

    private static final Pattern SESSION = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern END = Pattern.compile("\\d{1,12}");

    /** More would take operators who do nothing else; what is not ours must not fill the memory. */
    private static final int MOST = 100_000;

    private final Brokers brokers;
    private final Clock clock;
    private final ConcurrentMap<String, Instant> ended = new ConcurrentHashMap<>();
    private final FollowedTopics followed;
    private volatile boolean known;

    private SignOutLog(Brokers brokers, String topicPrefix, Clock clock) {
        this.brokers = brokers;
        this.clock = clock;
        this.followed = new FollowedTopics(
                topicPrefix, brokers::partitionsOf, brokers::follower, Map.of(CatalogTopic.SIGN_OUTS, this));
    }

    /** Starts reading. */
    public static SignOutLog start(Brokers brokers, String topicPrefix, Clock clock) {
        return new SignOutLog(brokers, topicPrefix, clock);
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> record) {
        String end = record.value() == null ? "" : new String(record.value(), StandardCharsets.US_ASCII);
        if (SESSION.matcher(record.key()).matches() && END.matcher(end).matches() && ended.size() < MOST) {
            remember(record.key(), Instant.ofEpochSecond(Long.parseLong(end)));
        }
    }

    private void remember(String session, Instant end) {
        Instant now = clock.instant();
        ended.values().removeIf(past -> !past.isAfter(now));
        if (end.isAfter(now)) {
            ended.put(session, end);
        }
    }

    @Override
    public boolean contains(String session) {
        return ended.containsKey(session);
    }

    @Override
    public boolean areKnown() {
        known = known || followed.fault() == null;
        return known;
    }

    @Override
    public void add(String session, Instant end) {
        remember(session, end);
        String topic = brokers.nameOf(CatalogTopic.SIGN_OUTS);
        byte[] value = Long.toString(end.getEpochSecond()).getBytes(StandardCharsets.US_ASCII);
        brokers.partitionsOf(CatalogTopic.SIGN_OUTS);
        try (Producer<String, byte[]> producer = brokers.producer()) {
            BrokerAnswer.await(
                    "the sign-out was not stored in topic " + topic,
                    () -> producer.send(new ProducerRecord<>(topic, session, value))
                            .get());
        }
    }

    @Override
    public void close() {
        followed.close();
    }
}
