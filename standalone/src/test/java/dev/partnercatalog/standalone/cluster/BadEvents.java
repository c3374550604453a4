package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.cli.deadletter.DeadLetter;
import dev.partnercatalog.cli.deadletter.DeadLetterLog;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.Upstream;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Values that are not valid records, on each input topic, until this is closed; and what became of them. */
final class BadEvents implements AutoCloseable {
    private static final int INTERVAL_MS = 500;
    private static final int LONGEST = 64;
    private static final List<CatalogTopic> INPUTS = Stream.of(CatalogTopic.values())
            .filter(topic -> topic.role() == CatalogTopic.Role.INPUT)
            .toList();

    private final Upstream upstream;
    private final Random random;
    private final Queue<String> positions = new ConcurrentLinkedQueue<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor();
    private int number;

    private BadEvents(Upstream upstream, Random random) {
        this.upstream = upstream;
        this.random = random;
    }

    /** @param upstream closed with this object */
    static BadEvents start(Upstream upstream, Random random) {
        BadEvents events = new BadEvents(upstream, random);
        var unused = events.schedule.scheduleWithFixedDelay(events::publish, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
        return events;
    }

    private void publish() {
        try {
            byte[] value = new byte[1 + random.nextInt(LONGEST)];
            random.nextBytes(value);
            value[0] = 1; // A record begins with a zero byte.
            CatalogTopic topic = INPUTS.get(random.nextInt(INPUTS.size()));
            number++;
            var unused = upstream.publish(topic, "bad-" + number, value, (metadata, fault) -> {
                if (fault == null) {
                    positions.add(metadata.topic() + "-" + metadata.partition() + "@" + metadata.offset());
                } else {
                    faults.add(fault.toString());
                }
            });
        } catch (RuntimeException e) {
            faults.add(e.toString());
        }
    }

    /** Stops publishing, and returns when the broker has everything. */
    void stop() throws InterruptedException {
        schedule.shutdown();
        assertThat(schedule.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        upstream.flush();
        assertThat(faults).isEmpty();
        assertThat(positions).hasSize(number).isNotEmpty();
    }

    /** Asserts that each of these became a dead letter once, and nothing else did. */
    void awaitOnlyDeadLetters(CatalogAddresses catalog) {
        await("dead letters")
                .untilAsserted(() -> assertThat(deadLetters(catalog)).containsExactlyInAnyOrderElementsOf(positions));
    }

    private static List<String> deadLetters(CatalogAddresses catalog) {
        try (OpenTopics topics = catalog.open()) {
            return new DeadLetterLog(topics)
                    .newest(new DeadLetter.Filter(null, null, null, null, null), Long.MAX_VALUE, BadEvents::position);
        }
    }

    private static String position(DeadLetter letter) {
        DeadLetter.Source source = letter.source();
        return source == null
                ? letter.reason()
                : source.topic() + "-" + source.position().partition() + "@"
                        + source.position().offset();
    }

    @Override
    public void close() {
        schedule.shutdownNow();
        upstream.close();
    }
}
