package dev.partnercatalog.benchmarks;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Everything that a location lists, and its changes, compared with a bare handler, with the same client. */
final class FeedRows {

    static final long COMPANY = GeneratedCatalog.companyId(0);
    static final long LOCATION = GeneratedCatalog.locationId(0, 0);

    private static final int MOST_LISTED = 50_000;
    /** In the catalog with the partner and the client. */
    private static final int OTHERS = 1_000;

    private static final int CLIENTS = 1_000;
    private static final int CHANGES_IN_A_ROUND = 3;
    private static final long PATIENCE_SECONDS = 60;
    private static final Pattern CURSOR = Pattern.compile("\"(?:changes|next)\":\"([^\"]+)\"");

    private final Run run;
    private final TopicWriter topics;
    private final ApiInstance api;
    private final int listed;
    private int changes;

    private FeedRows(Run run, TopicWriter topics, ApiInstance api) {
        this.run = run;
        this.topics = topics;
        this.api = api;
        this.listed = listed(run);
    }

    static void measure(Run run) throws Exception {
        BenchmarkEnvironment.Part part = run.environment().part("feed");
        try (TopicWriter topics = TopicWriter.of(part)) {
            System.err.println("writing what a location lists ...");
            new CatalogTopics(topics, OTHERS).write();
            for (int variant = 0; variant < listed(run); variant++) {
                put(topics, variant, GeneratedCatalog.bpd(variant));
                topics.putListing(COMPANY, LOCATION, "sku-" + variant, GeneratedCatalog.barcode(variant));
            }
            topics.flush();
            try (ApiInstance api = ApiInstance.start(part)) {
                api.awaitServing();
                new FeedRows(run, topics, api).measure(part);
            }
        }
    }

    private static int listed(Run run) {
        return Math.min(MOST_LISTED, run.pace().variants());
    }

    private void measure(BenchmarkEnvironment.Part part) throws Exception {
        String token = api.token(CatalogTopics.CLIENT_ID);
        FeedClient ours = new FeedClient(api.port(), token);
        FeedClient.Streamed whole = warmUp(ours);
        if (whole.lines() != listed + 1L) {
            throw new IllegalStateException(whole.lines() + " lines for " + listed + " variants");
        }
        change(0);
        String answer = ours.changes(cursor(whole.end())).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        try (JavaProcess bare = part.start(BareServer.class, BatchGetRows.OPTIONS, answer.length(), whole.bytes())) {
            FeedClient against = new FeedClient(Integer.parseInt(bare.line()), token);
            warmUp(against);
            if (run.wants(Row.SNAPSHOT)) {
                snapshots(ours, against);
            }
            if (run.wants(Row.CHANGES)) {
                changes(ours, against, cursor(answer));
            }
        }
    }

    /** Changes the name of a variant, to a different one each time. */
    private void change(int variant) throws IOException {
        changes++;
        put(
                topics,
                variant,
                FieldValues.builder()
                        .set(VariantField.NAME, "Change " + changes)
                        .build());
        topics.flush();
    }

    private static void put(TopicWriter topics, int variant, FieldValues values) {
        ScopedVariant key = new ScopedVariant(new Scope.Company(COMPANY), GeneratedCatalog.barcode(variant));
        VariantLayers layers = new VariantLayers(values, List.of(), null, null, null);
        topics.put(key, new CompanyVariant(null, VariantRecords.variant(key, 1, layers.resolve())));
    }

    private FeedClient.Streamed warmUp(FeedClient client) throws Exception {
        FeedClient.Streamed last = client.stream();
        for (double seconds = last.seconds(); seconds < run.pace().firstWarmUpSeconds(); seconds += last.seconds()) {
            last = client.stream();
        }
        return last;
    }

    private void snapshots(FeedClient ours, FeedClient against) throws Exception {
        List<Double> rates = new ArrayList<>();
        List<Double> ratesAgainst = new ArrayList<>();
        for (int round = 0; round < run.pace().fewRounds(); round++) {
            rates.add(rate(ours));
            ratesAgainst.add(rate(against));
        }
        run.measured(Row.SNAPSHOT, rates, ratesAgainst);
    }

    private double rate(FeedClient client) throws Exception {
        double seconds = 0;
        long streams = 0;
        while (seconds < run.pace().seconds()) {
            seconds += client.stream().seconds();
            streams++;
        }
        return streams * listed / seconds;
    }

    /**
     * The time from publishing a change until all waiting clients have it, compared with as many requests that are
     * answered at once.
     */
    private void changes(FeedClient ours, FeedClient against, String from) throws Exception {
        List<Double> millis = new ArrayList<>();
        List<Double> millisAgainst = new ArrayList<>();
        String cursor = from;
        for (int round = 0; round < run.pace().fewRounds(); round++) {
            double total = 0;
            double totalAgainst = 0;
            for (int i = 0; i < CHANGES_IN_A_ROUND; i++) {
                List<CompletableFuture<String>> waiting = ask(ours, cursor);
                api.process().await("waiting", () -> {
                    if (waiting.stream().anyMatch(CompletableFuture::isDone)) {
                        throw new IllegalStateException("a request was answered although nothing had changed");
                    }
                    return api.process().metric("catalog_changes_waiting") == CLIENTS;
                });
                long begun = System.nanoTime();
                change(1 + i);
                cursor = cursor(await(waiting));
                total += (System.nanoTime() - begun) / 1e6;
                begun = System.nanoTime();
                await(ask(against, cursor));
                totalAgainst += (System.nanoTime() - begun) / 1e6;
            }
            millis.add(total / CHANGES_IN_A_ROUND);
            millisAgainst.add(totalAgainst / CHANGES_IN_A_ROUND);
        }
        run.measured(Row.CHANGES, millis, millisAgainst);
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
