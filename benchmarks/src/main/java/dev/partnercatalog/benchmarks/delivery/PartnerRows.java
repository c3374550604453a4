package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.ApiInstance;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.runtime.KafkaSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** How soon a change of one of 1,000 partners holds, and for how long it holds up another one. */
public final class PartnerRows {

    private static final String API = "partners-1000-query-api";
    private static final String SINK = "partners-1000-webhook-sink";
    private static final String PAUSE = "partners-1000-pause";

    private static final double LIMIT_MS = 1_000;
    private static final double LIMIT_PAUSE_MS = 50;
    private static final int CHANGES = 5;
    private static final int WARM_UPS = 2;

    /** The neighbour's, while one change is made or none. */
    private static final int EVENTS = 100;

    private static final int EVENTS_A_SECOND = 100;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Run run;
    private final ManyPartners partners;
    private final JavaProcess receiver;
    private final ApiInstance api;
    private final HttpClient http = HttpClient.newHttpClient();
    private int events;

    private PartnerRows(Run run, ManyPartners partners, JavaProcess receiver, ApiInstance api) {
        this.run = run;
        this.partners = partners;
        this.receiver = receiver;
        this.api = api;
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return List.of(API, SINK, PAUSE);
            }

            @Override
            public void measure(Run run) throws Exception {
                BenchmarkEnvironment.Part environment = run.environment().part("partners");
                KafkaSettings kafka = environment.kafka(run.pace().partitions());
                try (TopicWriter topics = new TopicWriter(kafka, environment.registry());
                        JavaProcess receiver = Receiver.start(environment)) {
                    String url = "http://127.0.0.1:" + receiver.line() + "/";
                    start(run, environment, kafka, new ManyPartners(run.pace(), topics, url), receiver);
                }
            }
        };
    }

    private static void start(
            Run run,
            BenchmarkEnvironment.Part environment,
            KafkaSettings kafka,
            ManyPartners partners,
            JavaProcess receiver)
            throws Exception {
        System.err.println("writing partners ...");
        long start = System.nanoTime();
        receiver.ask("watch");
        try (CatalogProcess resolver = CatalogProcess.start(
                        "streams-app", environment, kafka, environment.folder().resolve("streams-app"), List.of());
                ApiInstance api = ApiInstance.start(
                        environment, kafka, environment.folder().resolve("query-api"));
                Sink sink = new Sink(environment, kafka)) {
            partners.write();
            resolver.awaitReady();
            api.awaitServing();
            api.process().awaitCaughtUp();
            sink.awaitCaughtUp();
            sink.process().await("delivering", () -> received(receiver).size() >= partners.due());
            System.err.printf(
                    "partners written, and their first messages sent, after %.1f s%n",
                    (System.nanoTime() - start) / 1e9);
            new PartnerRows(run, partners, receiver, api).measure();
        }
    }

    private void measure() throws Exception {
        String token = api.token(ManyPartners.CHANGING);
        List<Double> atApi = new ArrayList<>();
        List<Double> atSink = new ArrayList<>();
        for (int i = -WARM_UPS; i < CHANGES; i++) {
            String tag = tag(token, "");
            receiver.ask("watch");
            long start = Received.now();
            partners.change();
            await(() -> !tag(token, tag).equals(tag));
            double api = (Received.now() - start) / 1e3;
            await(() -> !received(receiver).isEmpty());
            double sink = (received(receiver).get(0).micros() - start) / 1e3;
            System.err.printf("  a partner's change: %.0f ms at query-api, %.0f at webhook-sink%n", api, sink);
            if (i >= 0) {
                atApi.add(api);
                atSink.add(sink);
            }
        }
        List<Double> limits = atApi.stream().map(each -> LIMIT_MS).toList();
        if (run.wants(API)) {
            run.measured(Row.of(API, "ms", atApi, limits, 1, Row.Better.LOWER));
        }
        if (run.wants(SINK)) {
            run.measured(Row.of(SINK, "ms", atSink, limits, 1, Row.Better.LOWER));
        }
        if (run.wants(PAUSE)) {
            run.measured(pauses());
        }
    }

    /** How long a neighbour waits while a partner changes, compared with a little more than it waits otherwise. */
    private Row pauses() throws Exception {
        neighbour(false);
        List<Double> meanwhile = new ArrayList<>();
        List<Double> limits = new ArrayList<>();
        for (int i = 0; i < run.pace().rounds(); i++) {
            double alone = neighbour(false);
            meanwhile.add(neighbour(true));
            System.err.printf("  a neighbour waits %.0f ms at most, and %.0f meanwhile%n", alone, meanwhile.get(i));
            limits.add(alone + LIMIT_PAUSE_MS);
        }
        return Row.of(PAUSE, "ms", meanwhile, limits, 1, Row.Better.LOWER);
    }

    /** The longest time from an event to its receipt, in milliseconds. */
    private double neighbour(boolean partnerChanges) throws Exception {
        receiver.ask("watch");
        int from = events;
        long[] written = new long[EVENTS];
        long start = System.nanoTime();
        for (int i = 0; i < EVENTS; i++) {
            LockSupport.parkNanos(start + i * 1_000_000_000L / EVENTS_A_SECOND - System.nanoTime());
            if (partnerChanges && i == EVENTS / 4) {
                partners.change();
            }
            written[i] = Received.now();
            partners.changeOfNeighbour(events++);
        }
        int expected = EVENTS + (partnerChanges ? 1 : 0);
        await(() -> received(receiver).size() >= expected);
        return received(receiver).stream()
                        .filter(event -> event.number() != ManyPartners.SHARED_EVENT)
                        .mapToLong(event -> event.micros() - written[event.number() - from])
                        .max()
                        .orElseThrow()
                / 1e3;
    }

    /** An event that arrived. */
    private record Event(int number, long micros) {}

    private static List<Event> received(JavaProcess receiver) throws IOException {
        return Stream.of(receiver.ask("watched").split(" ", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> word.split(":", -1))
                .map(word -> new Event(Integer.parseInt(word[0]), Long.parseLong(word[1])))
                .toList();
    }

    /** The tag of the partner's configuration at the query API, which answers with little if it is still this one. */
    private String tag(String token, String known) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port() + "/v1/partner"))
                        .header("Authorization", "Bearer " + token)
                        .header("If-None-Match", known.isEmpty() ? "\"none\"" : known)
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        return answer.headers().firstValue("ETag").orElseThrow();
    }

    private static void await(CatalogProcess.Condition condition) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("a change of a partner doesn't arrive");
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
