package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.progress.ReadPositions;
import dev.partnercatalog.runtime.store.TimeAway;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When the resolvers had last read everything in each partition of their input topics (D38). If all of them were away
 * for longer than a topic keeps deletions, no record says any more what upstream deleted meanwhile: the next start
 * {@linkplain AbsenceSweep finds it}.
 *
 * <p>The times are in the topic {@code inputs-read}, not in a state folder: they are the group's, whichever instance
 * starts first, with or without the folder of its last run. The key is the partition, such as
 * {@code catalog.listings-3}, the value an ISO 8601 time; the key {@code absence} has the time at which the last absence
 * was noticed. {@link InputTopics} keeps there what each topic was. Thread-safe.
 */
final class InputsCaughtUp implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(InputsCaughtUp.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int PATIENCE_MS = 10_000;
    private static final int PARTITION = 0;
    private static final String ABSENCE = "absence";

    private final String prefix;
    private final Producer<byte[], byte[]> producer;
    private final Supplier<Map<TopicPartition, Instant>> times;
    private final Noted noted;
    private final Map<String, Instant> written = new HashMap<>();
    private final AtomicReference<@Nullable Exception> fault = new AtomicReference<>();
    private final PeriodicTask noting = new PeriodicTask("inputs-read", INTERVAL, this::note);

    /**
     * What was known at the start.
     *
     * @param times by partition
     * @param missed the topics of which deletions may have been missed
     * @param absence when an absence that was too long was last noticed; null if there never was one
     */
    record Noted(
            Map<String, Instant> times,
            SortedMap<String, TimeAway> missed,
            @Nullable Instant absence) {

        /**
         * @param noted by partition, as the resolvers noted them, and the last absence; none before they first ran
         * @param forms what the topics are, by name
         * @param kept for how long deletions can be read, by topic
         */
        static Noted of(
                Map<String, Instant> noted,
                Map<String, InputTopics.Form> forms,
                Map<String, Duration> kept,
                Instant now) {
            Map<String, Instant> times = new HashMap<>(noted);
            Instant before = times.remove(ABSENCE);
            times.keySet().removeIf(partition -> isGone(partition, forms));
            SortedMap<String, TimeAway> missed = new TreeMap<>();
            kept.forEach((topic, keeps) -> times.entrySet().stream()
                    .filter(time -> topicOf(time.getKey()).equals(topic))
                    .map(Map.Entry::getValue)
                    .min(Instant::compareTo)
                    .map(oldest -> new TimeAway(oldest, now, keeps))
                    .filter(TimeAway::isTooLong)
                    .ifPresent(away -> missed.put(topic, away)));
            return new Noted(
                    Map.copyOf(times), Collections.unmodifiableSortedMap(missed), missed.isEmpty() ? before : now);
        }

        /** Such a partition is never read again, so its time would always be too old. */
        private static boolean isGone(String partition, Map<String, InputTopics.Form> forms) {
            InputTopics.Form topic = forms.get(topicOf(partition));
            String number = partition.substring(partition.lastIndexOf('-') + 1);
            return topic != null && number.matches("[0-9]{1,9}") && Integer.parseInt(number) >= topic.partitions();
        }

        private static String topicOf(String partition) {
            return partition.substring(0, Math.max(0, partition.lastIndexOf('-')));
        }
    }

    /**
     * @param prefix of the topics
     * @param producer to be closed with this
     * @param times by partition that is read here, while the resolver runs
     * @param noted what was known at the start
     */
    InputsCaughtUp(
            String prefix,
            Producer<byte[], byte[]> producer,
            Supplier<Map<TopicPartition, Instant>> times,
            Noted noted) {
        this.prefix = prefix;
        this.producer = producer;
        this.times = times;
        this.noted = noted;
    }

    /** Prepares it for a resolver that is about to start. */
    static InputsCaughtUp prepare(KafkaSettings kafka, ReadPositions read, Noted noted) {
        Properties writing = kafka.properties();
        writing.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MS);
        return new InputsCaughtUp(
                kafka.topics().prefix(),
                new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer()),
                read::caughtUpTimes,
                noted);
    }

    /**
     * What was noted last, by key.
     *
     * @throws BrokerUnavailableException if the brokers don't answer
     */
    static Map<String, String> read(KafkaSettings kafka) {
        Map<String, String> notes = new HashMap<>();
        try (Consumer<byte[], byte[]> consumer = LogReader.consumer(kafka.properties())) {
            new LogReader(consumer, CatalogTopic.INPUTS_READ.name(kafka.topics().prefix())).read(PARTITION, record -> {
                if (record.key() != null) {
                    notes.put(text(record.key()), record.value() == null ? "" : text(record.value()));
                }
            });
        }
        return notes;
    }

    /** The times among notes, by partition. */
    static Map<String, Instant> times(Map<String, String> notes) {
        Map<String, Instant> times = new HashMap<>();
        notes.forEach((partition, note) -> {
            try {
                times.put(partition, Instant.parse(note));
            } catch (DateTimeException e) {
                LOG.debug("the note of {} isn't a time: {}", partition, note);
            }
        });
        return times;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * To be called before the resolver starts. A new absence is noted first: from then on every start finds out
     * that a sweep is due, so that the inputs may count as read.
     *
     * @param forms what the input topics are that are read from now on
     * @throws BrokerUnavailableException if a new absence can't be noted
     */
    void start(Map<String, InputTopics.Form> forms) {
        noted.missed()
                .forEach((topic, away) -> LOG.warn(
                        "what the resolvers read of {} {}: what upstream deleted meanwhile is found and removed now",
                        topic,
                        away));
        Instant absence = noted.absence();
        if (absence != null && !noted.missed().isEmpty()) {
            write(Map.of(ABSENCE, absence));
            producer.flush();
            Exception refused = fault.get();
            if (refused != null) {
                throw new BrokerUnavailableException(
                        "it can't be noted that the resolvers were away: " + FaultWords.of(refused), refused);
            }
            Map<String, Instant> swept = new HashMap<>(noted.times());
            swept.replaceAll((partition, time) -> absence);
            swept.keySet().removeIf(partition -> !noted.missed().containsKey(Noted.topicOf(partition)));
            write(swept);
        }
        forms.forEach((topic, form) -> send(topic, bytes(form.toString())));
        noting.start();
    }

    void note() {
        Map<String, Instant> now = new HashMap<>();
        times.get().forEach((partition, time) -> now.put(partition.toString(), time));
        write(now);
    }

    /** Another instance may note other partitions, and later times of those that it took over: only news is written. */
    private synchronized void write(Map<String, Instant> now) {
        now.forEach((partition, time) -> {
            if (!time.equals(written.put(partition, time))) {
                send(partition, bytes(time.toString()));
            }
        });
    }

    private void send(String key, byte[] note) {
        var unused = producer.send(
                new ProducerRecord<>(CatalogTopic.INPUTS_READ.name(prefix), PARTITION, bytes(key), note),
                (place, refused) -> {
                    if (refused != null) {
                        fault.set(refused);
                        LOG.debug("can't note {}; the next time is noted again", key, refused);
                    }
                });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        noting.close();
        try {
            note();
            producer.close(Duration.ofMillis(PATIENCE_MS));
        } catch (KafkaException e) {
            LOG.debug("can't note how far the inputs were read", e);
        }
    }
}
