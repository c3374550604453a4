package dev.partnercatalog.benchmarks.feed;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.ApiInstance;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.CatalogTopics;
import dev.partnercatalog.benchmarks.setup.CpuTime;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.Metrics;
import java.io.IOException;
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
    static final String WAITERS = "waiters";
    static final String DIGEST_RANGE = "digest-range";

    private static final List<String> OPTIONS =
            List.of("-Xmx1536m", "-Xmn192m", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages");
    private static final int MOST_LISTED = 50_000;
    private static final int CLIENTS = 1_000;
    private static final int CHANGES_IN_A_ROUND = 3;
    private static final long PATIENCE_SECONDS = 60;

    /** Of two partners, as one may have no more than 2,000 at an instance. */
    private static final List<String> PARTNERS = List.of(CatalogTopics.CLIENT_ID, CatalogTopics.CLIENT_WITH_FLAGS);

    private static final int WAITERS_OF_ALL = 10_000;
    private static final int QUICK_WAITERS = 600;

    /** Of a partner at an instance: of many more than are answered at the same time, some would be refused. */
    private static final int AT_ONCE = 200;

    private static final double LIMIT_WAITERS_MS = 3_000;
    private static final int RANGES = 256;

    /** Ranges that are requested before something changes again. */
    private static final int RANGES_OF_A_CHANGE = 16;

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
                return List.of(SNAPSHOT, CHANGES, WAITERS, DIGEST_RANGE);
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
        try (ApiInstance api = start("query-api")) {
            api.awaitServing();
            FeedClient ours = new FeedClient(api.port(), api.token());
            FeedClient.Streamed whole = warmUp(ours);
            if (whole.lines() != listed + 1L) {
                throw new IllegalStateException(whole.lines() + " lines for " + listed + " variants");
            }
            String cursor = cursor(whole.end());
            topics.change(0);
            String answer = ours.changes(cursor).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (run.wants(SNAPSHOT) || run.wants(CHANGES)) {
                compareWithBare(api, ours, whole, answer);
            }
            if (run.wants(DIGEST_RANGE)) {
                run.measured(digests(api));
            }
            if (run.wants(WAITERS)) {
                waiters(api);
            }
        }
    }

    private void compareWithBare(ApiInstance api, FeedClient ours, FeedClient.Streamed whole, String answer)
            throws Exception {
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

    private ApiInstance start(String name) throws IOException {
        return ApiInstance.start(
                environment,
                environment.kafka(pace.partitions()),
                environment.folder().resolve(name));
    }

    /** A digest of one range that is kept, compared with one that has to be computed. */
    private Row digests(ApiInstance api) throws Exception {
        double whole = 0;
        double range = 0;
        // The first partner's are for warming up: of a partner, only the first one is computed as a whole.
        for (String partner : PARTNERS) {
            FeedClient client = new FeedClient(api.port(), api.token(partner));
            whole = client.digest("");
            range = 0;
            for (int i = 0; i < RANGES; i++) {
                if (i % RANGES_OF_A_CHANGE == 0) {
                    topics.change(i);
                }
                range += client.digest("?range=" + i) / RANGES;
            }
        }
        return Row.of(DIGEST_RANGE, "ms", List.of(range * 1e3), List.of(whole * 1e3), 0.02, Row.Better.LOWER);
    }

    private void waiters(ApiInstance first) throws Exception {
        try (ApiInstance second = start("second");
                ApiInstance third = start("third")) {
            second.awaitServing();
            third.awaitServing();
            run.measured(waiters(List.of(first, second, third)));
        }
    }

    /** The time from publishing a change until all clients have it that wait at three instances. */
    private Row waiters(List<ApiInstance> instances) throws Exception {
        int all = pace.equals(Pace.QUICK) ? QUICK_WAITERS : WAITERS_OF_ALL;
        int each = all / instances.size() / PARTNERS.size();
        List<FeedClient> clients = new ArrayList<>();
        for (ApiInstance instance : instances) {
            for (String partner : PARTNERS) {
                clients.add(new FeedClient(instance.port(), instance.token(partner)));
            }
        }
        double last = 0;
        // The first round is for warming up.
        for (int round = 0; round < 2; round++) {
            List<String> cursors = new ArrayList<>();
            for (FeedClient client : clients.subList(0, PARTNERS.size())) {
                cursors.add(cursor(client.stream().end()));
            }
            List<CompletableFuture<String>> waiting = new ArrayList<>();
            for (int asked = 0; asked < each; asked += AT_ONCE) {
                int more = Math.min(AT_ONCE, each - asked);
                for (int i = 0; i < clients.size(); i++) {
                    // A cursor is good at every instance.
                    waiting.addAll(ask(clients.get(i), cursors.get(i % cursors.size()), more));
                }
                for (ApiInstance instance : instances) {
                    awaitWaiting(instance, waiting, (asked + more) * PARTNERS.size());
                }
            }
            long servers = cpuNanos(instances);
            long client = CpuTime.ofThisProcess();
            long begun = System.nanoTime();
            topics.change(round);
            await(waiting);
            last = (System.nanoTime() - begun) / 1e6;
            System.err.printf(
                    "  %,d waiters: %.0f ms; %.0f µs of processor each in the servers, %.0f in the client%n",
                    waiting.size(),
                    last,
                    (cpuNanos(instances) - servers) / 1e3 / waiting.size(),
                    (CpuTime.ofThisProcess() - client) / 1e3 / waiting.size());
        }
        return Row.of(WAITERS, "ms", List.of(last), List.of(LIMIT_WAITERS_MS), 1, Row.Better.LOWER);
    }

    private static long cpuNanos(List<ApiInstance> instances) {
        return instances.stream().map(ApiInstance::pid).mapToLong(CpuTime::of).sum();
    }

    private static void awaitWaiting(ApiInstance api, List<CompletableFuture<String>> answers, int clients)
            throws IOException, InterruptedException {
        api.process().await("waiting", () -> {
            if (answers.stream().anyMatch(CompletableFuture::isDone)) {
                throw new IllegalStateException("a request for changes was answered although nothing had changed");
            }
            return Metrics.sum(api.process().metrics(), "catalog_changes_waiting") == clients;
        });
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
                List<CompletableFuture<String>> waiting = ask(ours, cursor, CLIENTS);
                awaitWaiting(api, waiting, CLIENTS);
                long begun = System.nanoTime();
                topics.change(1 + i);
                cursor = cursor(await(waiting));
                total += (System.nanoTime() - begun) / 1e6;
                begun = System.nanoTime();
                await(ask(against, cursor, CLIENTS));
                totalAgainst += (System.nanoTime() - begun) / 1e6;
            }
            millis.add(total / CHANGES_IN_A_ROUND);
            millisAgainst.add(totalAgainst / CHANGES_IN_A_ROUND);
        }
        return Row.of(CHANGES, "ms", millis, millisAgainst, 5, Row.Better.LOWER);
    }

    private static List<CompletableFuture<String>> ask(FeedClient client, String cursor, int clients) {
        return IntStream.range(0, clients).mapToObj(i -> client.changes(cursor)).toList();
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
