package dev.partnercatalog.benchmarks.feed;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.ApiInstance;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Everything that a location lists, and its changes, compared with a bare handler, with the same client. */
public final class FeedRows {

    static final String SNAPSHOT = "snapshot";
    static final String CHANGES = "changes";

    private static final List<String> OPTIONS =
            List.of("-Xmx1536m", "-Xmn192m", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages");
    private static final int MOST_LISTED = 50_000;
    private static final int CLIENTS = 1_000;
    private static final int CHANGES_IN_A_ROUND = 3;
    private static final long PATIENCE_SECONDS = 60;
    private static final Pattern CURSOR = Pattern.compile("\"(?:changes|next)\":\"([^\"]+)\"");

    private final Run run;
    private final Pace pace;
    private final BenchmarkEnvironment.Part environment;
    private final FeedTopics topics;
    private final int listed;

    private FeedRows(Run run, BenchmarkEnvironment.Part environment, FeedTopics topics, int listed) {
        this.run = run;
        this.pace = run.pace();
        this.environment = environment;
        this.topics = topics;
        this.listed = listed;
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return List.of(SNAPSHOT, CHANGES);
            }

            @Override
            public void measure(Run run) throws Exception {
                BenchmarkEnvironment.Part environment = run.environment().part("feed");
                int listed = Math.min(MOST_LISTED, run.pace().variants());
                System.err.println("writing what a location lists ...");
                try (FeedTopics topics =
                        FeedTopics.write(environment.kafka(run.pace().partitions()), environment.registry(), listed)) {
                    new FeedRows(run, environment, topics, listed).measure();
                }
            }
        };
    }

    private void measure() throws Exception {
        try (ApiInstance api = ApiInstance.start(
                environment,
                environment.kafka(pace.partitions()),
                environment.folder().resolve("query-api"))) {
            api.awaitServing();
            FeedClient ours = new FeedClient(api.port(), api.token());
            FeedClient.Streamed whole = warmUp(ours);
            if (whole.lines() != listed + 1L) {
                throw new IllegalStateException(whole.lines() + " lines for " + listed + " variants");
            }
            String cursor = cursor(whole.end());
            topics.change(0);
            String answer = ours.changes(cursor).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            try (JavaProcess bare = JavaProcess.start(
                    environment.folder().resolve("bare.log"),
                    environment.machineOptions(OPTIONS),
                    BareFeed.class.getName(),
                    Long.toString(whole.bytes()),
                    Integer.toString(answer.length()))) {
                FeedClient against = new FeedClient(Integer.parseInt(bare.line()), api.token());
                warmUp(against);
                if (run.wants(SNAPSHOT)) {
                    run.measured(snapshots(ours, against));
                }
                if (run.wants(CHANGES)) {
                    run.measured(changes(api, ours, against, cursor(answer)));
                }
            }
        }
    }

    private FeedClient.Streamed warmUp(FeedClient client) throws Exception {
        FeedClient.Streamed last = client.stream();
        for (double seconds = last.seconds(); seconds < pace.firstWarmUpSeconds(); seconds += last.seconds()) {
            last = client.stream();
        }
        return last;
    }

    private Row snapshots(FeedClient ours, FeedClient against) throws Exception {
        List<Double> rates = new ArrayList<>();
        List<Double> ratesAgainst = new ArrayList<>();
        for (int round = 0; round < pace.fewRounds(); round++) {
            rates.add(rate(ours));
            ratesAgainst.add(rate(against));
        }
        return Row.of(SNAPSHOT, "variants/s", rates, ratesAgainst, 0.5, Row.Better.HIGHER);
    }

    private double rate(FeedClient client) throws Exception {
        double seconds = 0;
        long streams = 0;
        while (seconds < pace.seconds()) {
            seconds += client.stream().seconds();
            streams++;
        }
        return streams * listed / seconds;
    }

    /**
     * The time from publishing a change until all waiting clients have it, compared with as many requests that are
     * answered at once.
     */
    private Row changes(ApiInstance api, FeedClient ours, FeedClient against, String from) throws Exception {
        List<Double> millis = new ArrayList<>();
        List<Double> millisAgainst = new ArrayList<>();
        String cursor = from;
        for (int round = 0; round < pace.fewRounds(); round++) {
            double total = 0;
            double totalAgainst = 0;
            for (int i = 0; i < CHANGES_IN_A_ROUND; i++) {
                List<CompletableFuture<String>> waiting = ask(ours, cursor);
                api.process()
                        .await(
                                "waiting",
                                () -> Metrics.sum(api.process().metrics(), "catalog_changes_waiting") == CLIENTS);
                long begun = System.nanoTime();
                topics.change(1 + i);
                cursor = cursor(await(waiting));
                total += (System.nanoTime() - begun) / 1e6;
                begun = System.nanoTime();
                await(ask(against, cursor));
                totalAgainst += (System.nanoTime() - begun) / 1e6;
            }
            millis.add(total / CHANGES_IN_A_ROUND);
            millisAgainst.add(totalAgainst / CHANGES_IN_A_ROUND);
        }
        return Row.of(CHANGES, "ms", millis, millisAgainst, 5, Row.Better.LOWER);
    }

    private static List<CompletableFuture<String>> ask(FeedClient client, String cursor) {
        return IntStream.range(0, CLIENTS).mapToObj(i -> client.changes(cursor)).toList();
    }

    /** The last response, once all have arrived. */
    private static String await(List<CompletableFuture<String>> answers) throws Exception {
        String last = "";
        for (CompletableFuture<String> answer : answers) {
            last = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        return last;
    }

    private static String cursor(String text) {
        Matcher cursor = CURSOR.matcher(text);
        if (!cursor.find()) {
            throw new IllegalStateException("no cursor: " + text);
        }
        return cursor.group(1);
    }
}
