package dev.partnercatalog.benchmarks;

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
     * @param seconds from the request to the last body
     * @param counted what arrived
     * @param cpuSeconds processor time of the sink
     */
    record Sent(double seconds, Receiver.Counted counted, double cpuSeconds) {}

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
        return send("count");
    }

    /** Like {@link #send()}, and keeps the bodies in a file. */
    Sent send(Path bodies) throws Exception {
        return send("count " + bodies);
    }

    /** Causes a resend of everything, unchanged. */
    Sent resend() throws Exception {
        return next(setting.names(), setting.resyncs() + 1);
    }

    /** Toggles a flag that changes each record. */
    Sent flip() throws Exception {
        return next(!setting.names(), setting.resyncs());
    }

    private Sent next(boolean names, long resyncs) throws Exception {
        setting = new DeliveryTopics.Setting(
                setting.partnerId(), setting.companies(), setting.locations(), setting.webhook(), names, resyncs);
        return send("count");
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

    private Sent send(String count) throws Exception {
        CatalogProcess process = sink.process();
        double before = delivered(process);
        receiver.ask(count);
        long asked = Receiver.now();
        long cpu = process.process().cpuNanos();
        topics.configure(List.of(setting));
        process.await("delivering", () -> delivered(process) >= before + listed());
        double cpuSeconds = (process.process().cpuNanos() - cpu) / 1e9;
        Receiver.Counted counted = Receiver.Counted.ask(receiver);
        System.err.printf(
                "  sink: %d messages in %.2f s, %.1f µs of processor a variant%n",
                counted.bodies(), counted.secondsBetween(), cpuSeconds / listed() * 1e6);
        return new Sent((counted.last() - asked) / 1e6, counted, cpuSeconds);
    }

    private double delivered(CatalogProcess process) throws IOException, InterruptedException {
        double delivered = process.metric("catalog_webhook_delivered_total{partner=\"" + setting.partnerId() + "\"}");
        return Double.isNaN(delivered) ? 0 : delivered;
    }
}
