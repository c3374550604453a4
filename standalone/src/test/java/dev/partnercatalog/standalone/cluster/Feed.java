package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.cli.deadletter.DeadLetter;
import dev.partnercatalog.cli.deadletter.DeadLetterLog;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogModel;
import dev.partnercatalog.standalone.RandomCatalog;
import dev.partnercatalog.standalone.RandomCatalog.Event;
import dev.partnercatalog.standalone.Upstream;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Events at a steady pace, whatever happens meanwhile, until it is closed; the model receives what was published. If
 * wanted, values that are not valid records are published as well, each of which must become a dead letter.
 */
final class Feed implements AutoCloseable {
    private static final int INTERVAL_MS = 50;
    private static final int BAD_INTERVAL_MS = 500;
    private static final int LONGEST_BAD = 64;
    private static final List<CatalogTopic> INPUTS =
            Stream.of(CatalogTopic.values()).filter(CatalogTopic::isInput).toList();

    private final Upstream upstream;
    private final CatalogModel model;
    private final NumberedCatalog numbered;
    private final RandomCatalog random;
    private final URI randomWebhook;
    private final Queue<String> positionsOfBad = new ConcurrentLinkedQueue<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor();
    private int bad;

    private Feed(
            Upstream upstream, CatalogModel model, NumberedCatalog numbered, RandomCatalog random, URI randomWebhook) {
        this.upstream = upstream;
        this.model = model;
        this.numbered = numbered;
        this.random = random;
        this.randomWebhook = randomWebhook;
    }

    /** @param upstream closed with this object */
    static Feed start(
            Upstream upstream, CatalogModel model, NumberedCatalog numbered, RandomCatalog random, URI randomWebhook) {
        Feed feed = new Feed(upstream, model, numbered, random, randomWebhook);
        feed.every(INTERVAL_MS, feed::publishNext);
        return feed;
    }

    /** From now on, also publishes bad values. */
    Feed withBadEvents(Random values) {
        every(BAD_INTERVAL_MS, () -> publishBad(values));
        return this;
    }

    private void every(int millis, Runnable publish) {
        var unused = schedule.scheduleWithFixedDelay(
                () -> {
                    try {
                        publish.run();
                    } catch (RuntimeException e) {
                        faults.add(e.toString());
                    }
                },
                0,
                millis,
                TimeUnit.MILLISECONDS);
    }

    private void publishNext() {
        publishNumbered();
        publishNumbered();
        publish(random.next(randomWebhook), () -> {});
    }

    private void publishNumbered() {
        Event event = numbered.next();
        publish(event, () -> numbered.acknowledged(event));
    }

    private void publish(Event event, Runnable acknowledged) {
        model.take(event);
        var unused = upstream.publish(event, (metadata, fault) -> {
            if (fault == null) {
                acknowledged.run();
            } else {
                faults.add(event.key() + ": " + fault);
            }
        });
    }

    private void publishBad(Random values) {
        byte[] value = new byte[1 + values.nextInt(LONGEST_BAD)];
        values.nextBytes(value);
        value[0] = 1; // A record begins with a zero byte.
        CatalogTopic topic = INPUTS.get(values.nextInt(INPUTS.size()));
        bad++;
        var unused = upstream.publish(topic, "bad-" + bad, value, (metadata, fault) -> {
            if (fault == null) {
                positionsOfBad.add(metadata.topic() + "-" + metadata.partition() + "@" + metadata.offset());
            } else {
                faults.add(fault.toString());
            }
        });
    }

    /** Waits until the brokers have everything published so far. */
    void awaitAcknowledged() {
        upstream.flush();
    }

    /** Stops publishing, and returns when the broker has everything; may be called again. */
    void stop() throws InterruptedException {
        schedule.shutdown();
        assertThat(schedule.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        upstream.flush();
        assertThat(faults).isEmpty();
        assertThat(positionsOfBad).hasSize(bad);
    }

    /** Asserts that each bad value became a dead letter once, and nothing else did. */
    void awaitOnlyDeadLetters(CatalogAddresses catalog) {
        assertThat(bad).isPositive();
        await("dead letters")
                .untilAsserted(
                        () -> assertThat(deadLetters(catalog)).containsExactlyInAnyOrderElementsOf(positionsOfBad));
    }

    private static List<String> deadLetters(CatalogAddresses catalog) {
        try (OpenTopics topics = catalog.open()) {
            return new DeadLetterLog(topics)
                    .newest(new DeadLetter.Filter(null, null, null, null, null), Long.MAX_VALUE, Feed::position);
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
