package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.Metrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How long one partner waits for changes while the endpoints of others, to which the same is due, hang. */
final class Isolation {

    private static final int HANGING = 20;
    private static final int EVENTS_A_SECOND = 100;
    private static final String IN_USE = "catalog_webhook_in_flight{partner=\"hang-";

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

    Row measure() throws Exception {
        receiver.ask("count");
        List<Double> ours = new ArrayList<>();
        List<Double> against = new ArrayList<>();
        for (int round = 1; round <= pace.fewRounds(); round++) {
            topics.configure(others(true));
            sink.await("hanging", () -> Integer.parseInt(receiver.ask("hanging")) == HANGING);
            // Only then has everything been compared, which isn't part of the measurement. A variant that is in a
            // message and changes again counts twice.
            sink.await(
                    "holding the backlog", () -> due(sink.metrics()) >= HANGING * DeliveryTopics.LISTED_BY_A_COMPANY);
            measure(pace.warmUpSeconds());
            ours.add(measure(pace.seconds()));
            topics.configure(others(false));
            sink.await("alone", () -> !sink.metrics().contains(IN_USE));
            receiver.ask("release");
            sink.await("released", () -> receiver.ask("hanging").equals("0"));
            measure(pace.warmUpSeconds());
            against.add(measure(pace.seconds()));
            System.err.printf("isolate round %d: %.1f %.1f%n", round, ours.get(round - 1), against.get(round - 1));
        }
        return Row.of(DeliveryRows.ISOLATE, "ms", ours, against, 1.1, Row.Better.LOWER);
    }

    private List<DeliveryTopics.Setting> others(boolean enabled) {
        return IntStream.rangeClosed(1, HANGING)
                .mapToObj(i -> new DeliveryTopics.Setting("hang-" + i, 1, 0, url + Receiver.HANG, enabled, false, 0))
                .toList();
    }

    private static double due(String metrics) {
        return IntStream.rangeClosed(1, HANGING)
                .mapToDouble(i -> Metrics.sum(metrics, "catalog_webhook_due{partner=\"hang-" + i + "\"}"))
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
            awaitTime(start + i * 1_000_000_000L / EVENTS_A_SECOND);
            written[i] = Received.now();
            topics.change(events, Received.EVENT + events);
            events++;
        }
        sink.await("delivering the changes", () -> received().length == count);
        long[] micros = new long[count];
        for (String received : received()) {
            int colon = received.indexOf(':');
            int event = Integer.parseInt(received.substring(0, colon)) - from;
            micros[event] = Long.parseLong(received.substring(colon + 1)) - written[event];
        }
        Arrays.sort(micros);
        System.err.printf("  %.1f ms at the median%n", micros[count / 2] / 1e3);
        return micros[(int) (count * 0.99)] / 1e3;
    }

    private String[] received() throws IOException {
        return Stream.of(receiver.ask("watched").split(" ", -1))
                .filter(word -> !word.isEmpty())
                .distinct()
                .toArray(String[]::new);
    }

    private static void awaitTime(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
