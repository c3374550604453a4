package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.CpuTime;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.Metrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The deliveries to one partner: causes a full send, and waits until the endpoint has accepted it. */
final class PartnerDelivery {

    private static final int MOST_WARM_UPS = 12;
    private static final double WARM = 0.9;

    private final Sink sink;
    private final DeliveryTopics topics;
    private final JavaProcess receiver;
    private DeliveryTopics.Setting setting;

    /**
     * A completed send.
     *
     * @param askedMicros when it was requested, in microseconds since 1970
     * @param counted what arrived
     * @param cpuSeconds processor time of the sink
     */
    record Sent(long askedMicros, Counted counted, double cpuSeconds) {

        /** The time from the request to the last body. */
        double seconds() {
            return (counted.lastMicros() - askedMicros) / 1e6;
        }
    }

    PartnerDelivery(Sink sink, DeliveryTopics topics, JavaProcess receiver, DeliveryTopics.Setting setting) {
        this.sink = sink;
        this.topics = topics;
        this.receiver = receiver;
        this.setting = setting;
    }

    int listed() {
        return setting.listed();
    }

    /** Causes the first full send. */
    Sent send() throws Exception {
        return send("count", setting);
    }

    /** Like {@link #send()}, and keeps the bodies in a file. */
    Sent send(Path bodies) throws Exception {
        return send("count " + bodies, setting);
    }

    /** Causes a resend of everything, unchanged. */
    Sent resend() throws Exception {
        return send("count", setting.resynced());
    }

    /** Toggles a flag that changes each record. */
    Sent flip() throws Exception {
        return send("count", setting.flipped());
    }

    /** Does both, again and again: for some time, and until once more makes it hardly cheaper. */
    void warmUp(double seconds) throws Exception {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        double cost = Double.MAX_VALUE;
        for (int times = 1; times <= MOST_WARM_UPS; times++) {
            double before = cost;
            cost = resend().cpuSeconds() + flip().cpuSeconds();
            if (System.nanoTime() >= end && cost > WARM * before) {
                return;
            }
        }
    }

    private Sent send(String count, DeliveryTopics.Setting next) throws Exception {
        setting = next;
        CatalogProcess process = sink.process();
        double before = delivered(process);
        receiver.ask(count);
        long asked = Received.now();
        long cpu = CpuTime.of(process.pid());
        topics.configure(List.of(setting));
        process.await("delivering", () -> delivered(process) >= before + listed());
        double cpuSeconds = (CpuTime.of(process.pid()) - cpu) / 1e9;
        Counted counted = Counted.parse(receiver.ask("counted"));
        System.err.printf(
                "  sink: %d messages in %.2f s, %.1f µs of processor a variant%n",
                counted.bodies(), counted.seconds(), cpuSeconds / listed() * 1e6);
        return new Sent(asked, counted, cpuSeconds);
    }

    private double delivered(CatalogProcess process) throws IOException, InterruptedException {
        String series = "catalog_webhook_delivered_total{partner=\"" + setting.partnerId() + "\"}";
        double delivered = Metrics.sum(process.metrics(), series);
        return Double.isNaN(delivered) ? 0 : delivered;
    }
}
