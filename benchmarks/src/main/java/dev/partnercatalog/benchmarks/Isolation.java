package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.WebhookSetting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** How long one partner waits for changes while the endpoints of others, to which the same is due, hang. */
final class Isolation {

    private static final int HANGING = 20;
    private static final int EVENTS_A_SECOND = 100;
    private static final String PARTNER = "{partner=\"hang-";

    private final Pace pace;
    private final DeliveryTopics topics;
    private final JavaProcess receiver;
    private final CatalogProcess sink;
    private final String url;
    private int events;

    Isolation(Pace pace, DeliveryTopics topics, JavaProcess receiver, CatalogProcess sink, String url) {
        this.pace = pace;
        this.topics = topics;
        this.receiver = receiver;
        this.sink = sink;
        this.url = url;
    }

    void measure(Run run) throws Exception {
        receiver.ask("count");
        List<Double> ours = new ArrayList<>();
        List<Double> against = new ArrayList<>();
        for (int round = 1; round <= pace.fewRounds(); round++) {
            configureOthers(true);
            sink.await("hanging", () -> Integer.parseInt(receiver.ask("hanging")) == HANGING);
            // Only then has everything been compared, which isn't part of the measurement. A variant that is in a
            // message and changes again counts twice.
            sink.await("holding the backlog", () -> due() >= HANGING * DeliveryTopics.LISTED_BY_A_COMPANY);
            measure(pace.warmUpSeconds());
            ours.add(measure(pace.seconds()));
            configureOthers(false);
            sink.await("alone", () -> !sink.metrics().contains("catalog_webhook_in_flight" + PARTNER));
            receiver.ask("release");
            sink.await("released", () -> receiver.ask("hanging").equals("0"));
            measure(pace.warmUpSeconds());
            against.add(measure(pace.seconds()));
        }
        run.measured(Row.ISOLATE, ours, against);
    }

    private void configureOthers(boolean enabled) throws IOException {
        WebhookSetting webhook = new WebhookSetting(enabled, url + Receiver.HANG);
        topics.configure(IntStream.rangeClosed(1, HANGING)
                .mapToObj(i -> new DeliveryTopics.Setting("hang-" + i, 1, 0, webhook, false, 0))
                .toList());
    }

    private double due() throws IOException, InterruptedException {
        String metrics = sink.metrics();
        return IntStream.rangeClosed(1, HANGING)
                .mapToDouble(i -> CatalogProcess.sum(metrics, "catalog_webhook_due" + PARTNER + i + "\"}"))
                .sum();
    }

    /** The 99th percentile of the time from an event to its receipt, in milliseconds. */
    private double measure(double seconds) throws Exception {
        int count = (int) (EVENTS_A_SECOND * seconds);
        int from = events;
        long[] written = new long[count];
        receiver.ask("watch");
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            Pace.await(start + i * 1_000_000_000L / EVENTS_A_SECOND);
            written[i] = Receiver.now();
            topics.change(events, Receiver.EVENT + events);
            events++;
        }
        sink.await("delivering the changes", () -> received().size() == count);
        double[] millis = new double[count];
        for (Receiver.Event event : received()) {
            int number = event.number() - from;
            millis[number] = (event.micros() - written[number]) / 1e3;
        }
        Arrays.sort(millis);
        System.err.printf("  %.1f ms at the median%n", millis[count / 2]);
        return millis[(int) (count * 0.99)];
    }

    private List<Receiver.Event> received() throws IOException {
        return Receiver.Event.ask(receiver).stream().distinct().toList();
    }
}
