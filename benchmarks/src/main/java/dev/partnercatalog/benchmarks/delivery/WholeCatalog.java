package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.runtime.KafkaSettings;
import java.util.List;

/**
 * A partner that sees all companies and some locations of each: the cost of sending it everything and of knowing that
 * it has it.
 */
final class WholeCatalog {

    private static final double LIMIT_BYTES = 80;

    private final Run run;
    private final KafkaSettings kafka;
    private final DeliveryTopics topics;
    private final Sink sink;
    private final PartnerDelivery whole;
    private final PartnerDelivery other;

    /**
     * @param whole the partner; nothing was ever sent to it
     * @param other another partner, for warming up
     */
    WholeCatalog(
            Run run,
            KafkaSettings kafka,
            DeliveryTopics topics,
            Sink sink,
            PartnerDelivery whole,
            PartnerDelivery other) {
        this.run = run;
        this.kafka = kafka;
        this.topics = topics;
        this.sink = sink;
        this.whole = whole;
        this.other = other;
    }

    void measure() throws Exception {
        System.err.println("listing at locations ...");
        topics.listAtLocations();
        sink.awaitCaughtUp();
        if (run.wants(DeliveryRows.HELD_BYTES)) {
            run.measured(heldBytes());
            if (run.wants(DeliveryRows.RESYNC_MILLION)) {
                other.warmUp(run.pace().firstWarmUpSeconds());
            }
        } else {
            whole.send();
        }
        if (run.wants(DeliveryRows.RESYNC_MILLION)) {
            run.measured(resync());
        }
    }

    private Row heldBytes() throws Exception {
        long before = sink.whileStopped(sink::storedBytes);
        Changelog changelog = Changelog.fromNow(kafka);
        whole.send();
        long after = sink.whileStopped(sink::storedBytes);
        Changelog.Growth growth = changelog.growth();
        System.err.printf(
                "  changelog: %.1f bytes for each variant held, %.1f of them in records that were replaced since%n",
                (double) growth.written() / whole.listed(),
                (double) (growth.written() - growth.kept()) / whole.listed());
        double bytes = (double) (after - before) / whole.listed();
        return Row.of(DeliveryRows.HELD_BYTES, "bytes", List.of(bytes), List.of(LIMIT_BYTES), 1, Row.Better.LOWER);
    }

    /** Compared with the endpoint's own limit: as many messages in parallel as it is sent, each as long as it takes. */
    private Row resync() throws Exception {
        PartnerDelivery.Sent sent = whole.resend();
        double bound = sent.counted().bodies() * Receiver.SLOW_MS / 1e3 / Sink.CONCURRENCY;
        return Row.of(DeliveryRows.RESYNC_MILLION, "s", List.of(sent.seconds()), List.of(bound), 2, Row.Better.LOWER);
    }
}
