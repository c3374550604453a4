package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.standalone.CatalogModel;
import dev.partnercatalog.standalone.RandomCatalog;
import dev.partnercatalog.standalone.RandomCatalog.Event;
import dev.partnercatalog.standalone.Upstream;
import java.net.URI;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Events at a steady pace, whatever happens meanwhile, until it is closed; the model receives what was published. */
final class Feed implements AutoCloseable {
    private static final int INTERVAL_MS = 50;

    private final Upstream upstream;
    private final CatalogModel model;
    private final NumberedCatalog numbered;
    private final RandomCatalog random;
    private final URI randomWebhook;
    private final AtomicLong slowest = new AtomicLong();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor();

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
        var unused = feed.schedule.scheduleWithFixedDelay(feed::publishNext, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
        return feed;
    }

    private void publishNext() {
        try {
            publishNumbered();
            publishNumbered();
            publish(random.next(randomWebhook), () -> {});
        } catch (RuntimeException e) {
            faults.add(e.toString());
        }
    }

    private void publishNumbered() {
        Event event = numbered.next();
        publish(event, () -> numbered.acknowledged(event));
    }

    private void publish(Event event, Runnable acknowledged) {
        model.take(event);
        long begun = System.nanoTime();
        var unused = upstream.publish(event, (metadata, fault) -> {
            if (fault == null) {
                slowest.accumulateAndGet(System.nanoTime() - begun, Math::max);
                acknowledged.run();
            } else {
                faults.add(event.key() + ": " + fault);
            }
        });
    }

    /** Waits until the brokers have everything published so far. */
    void awaitAcknowledged() {
        upstream.flush();
    }

    /** The longest time that the brokers took to acknowledge an event since the last call. */
    Duration slowestAcknowledgement() {
        return Duration.ofNanos(slowest.getAndSet(0));
    }

    /** Stops publishing, and returns when the broker has everything; may be called again. */
    void stop() throws InterruptedException {
        schedule.shutdown();
        assertThat(schedule.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        upstream.flush();
        assertThat(faults).isEmpty();
    }

    @Override
    public void close() {
        schedule.shutdownNow();
        upstream.close();
    }
}
