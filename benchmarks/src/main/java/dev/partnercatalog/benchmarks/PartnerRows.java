package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * How soon a change of one of 1,000 partners holds, and for how long it holds up another one. The partners have the same
 * companies and locations, of which the first company lists a product; a neighbour has other companies, each of which
 * lists some. The first partner's configuration comes through {@code streams-app}, the others' are written as it writes
 * them.
 */
final class PartnerRows {

    private static final double LIMIT_MS = 1_000;
    private static final double LIMIT_PAUSE_MS = 50;
    private static final int CHANGES = 5;
    private static final int WARM_UPS = 2;
    /** The neighbour's, while one change is made or none. */
    private static final int EVENTS = 100;

    private static final int EVENTS_A_SECOND = 100;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);
    /** The partner that changes. */
    private static final String CHANGING = "partner-0";
    /** The event in whatever the partners get. */
    private static final int SHARED_EVENT = 1_000_000;

    private static final int NEIGHBOUR_COMPANIES = 24;
    /** More than a company changes of them until the neighbour has them. */
    private static final int PRODUCTS_OF_A_COMPANY = 5;

    private final Run run;
    private final TopicWriter topics;
    private final JavaProcess receiver;
    private final WebhookSetting webhook;
    private final int companies;
    private final int locations;
    private final HttpClient http = HttpClient.newHttpClient();
    private boolean displayNames;
    private long revision = 1;
    private int events;

    private PartnerRows(Run run, TopicWriter topics, JavaProcess receiver) throws IOException {
        this.run = run;
        this.topics = topics;
        this.receiver = receiver;
        this.webhook = new WebhookSetting(true, "http://127.0.0.1:" + receiver.line() + "/");
        this.companies = run.pace().of(GeneratedCatalog.COMPANIES, 50);
        this.locations = run.pace().of(11, 3);
    }

    static void measure(Run run) throws Exception {
        BenchmarkEnvironment.Part part = run.environment().part("partners");
        try (TopicWriter topics = TopicWriter.of(part);
                JavaProcess receiver = Receiver.start(part)) {
            new PartnerRows(run, topics, receiver).measure(part);
        }
    }

    private void measure(BenchmarkEnvironment.Part part) throws Exception {
        System.err.println("writing partners ...");
        receiver.ask("watch");
        try (CatalogProcess resolver = CatalogProcess.start(part, "streams-app");
                ApiInstance api = ApiInstance.start(part);
                Sink sink = new Sink(part)) {
            int due = write();
            resolver.awaitReady();
            api.awaitServing();
            api.process().awaitCaughtUp();
            sink.awaitCaughtUp();
            sink.process()
                    .await("delivering", () -> Receiver.Event.ask(receiver).size() >= due);
            changes(api);
            if (run.wants(Row.PARTNERS_1000_PAUSE)) {
                pauses();
            }
        }
    }

    private void changes(ApiInstance api) throws Exception {
        String token = api.token(CHANGING);
        List<Double> atApi = new ArrayList<>();
        List<Double> atSink = new ArrayList<>();
        for (int i = -WARM_UPS; i < CHANGES; i++) {
            String tag = tag(api, token, "\"none\"");
            receiver.ask("watch");
            long start = Receiver.now();
            change();
            await(() -> !tag(api, token, tag).equals(tag));
            double answered = (Receiver.now() - start) / 1e3;
            await(() -> !Receiver.Event.ask(receiver).isEmpty());
            double delivered = (Receiver.Event.ask(receiver).get(0).micros() - start) / 1e3;
            if (i >= 0) {
                atApi.add(answered);
                atSink.add(delivered);
            }
        }
        run.measured(Row.PARTNERS_1000_QUERY_API, atApi, LIMIT_MS);
        run.measured(Row.PARTNERS_1000_WEBHOOK_SINK, atSink, LIMIT_MS);
    }

    /** How long a neighbour waits while a partner changes, compared with a little more than it waits otherwise. */
    private void pauses() throws Exception {
        neighbour(false);
        List<Double> meanwhile = new ArrayList<>();
        List<Double> limits = new ArrayList<>();
        for (int i = 0; i < run.pace().rounds(); i++) {
            limits.add(neighbour(false) + LIMIT_PAUSE_MS);
            meanwhile.add(neighbour(true));
        }
        run.measured(Row.PARTNERS_1000_PAUSE, meanwhile, limits);
    }

    /** The longest time from an event to its receipt, in milliseconds. */
    private double neighbour(boolean partnerChanges) throws Exception {
        receiver.ask("watch");
        int from = events;
        long[] written = new long[EVENTS];
        long start = System.nanoTime();
        for (int i = 0; i < EVENTS; i++) {
            Pace.await(start + i * 1_000_000_000L / EVENTS_A_SECOND);
            if (partnerChanges && i == EVENTS / 4) {
                change();
            }
            written[i] = Receiver.now();
            putOfNeighbour(events++);
            topics.flush();
        }
        int expected = EVENTS + (partnerChanges ? 1 : 0);
        await(() -> Receiver.Event.ask(receiver).size() >= expected);
        return Receiver.Event.ask(receiver).stream()
                        .filter(event -> event.number() != SHARED_EVENT)
                        .mapToLong(event -> event.micros() - written[event.number() - from])
                        .max()
                        .orElseThrow()
                / 1e3;
    }

    /** The tag of the partner's configuration at the query API, which answers with little if it is still this one. */
    private String tag(ApiInstance api, String token, String known) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port() + "/v1/partner"))
                        .header("Authorization", "Bearer " + token)
                        .header("If-None-Match", known)
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

    /** Returns the number of partners that get the first company's product, and of what the neighbour gets. */
    private int write() throws IOException {
        int partners = run.pace().of(1_000, 20);
        int ofNeighbour = NEIGHBOUR_COMPANIES * PRODUCTS_OF_A_COMPANY;
        put(0, 0, SHARED_EVENT);
        for (int i = 0; i < ofNeighbour; i++) {
            putOfNeighbour(SHARED_EVENT + 1 + i);
        }
        topics.put(CatalogTopic.CLIENTS, CHANGING, CHANGING, Partners.client(CHANGING));
        change();
        for (int i = 1; i < partners; i++) {
            Partners.configure(topics, partner("partner-" + i, 0, companies, locations, false), revision, 0);
        }
        Partners.configure(topics, partner("neighbour", companies, NEIGHBOUR_COMPANIES, 0, false), revision, 0);
        topics.flush();
        return partners + ofNeighbour;
    }

    /** Publishes the first partner with a flag toggled that changes the product's record. */
    private void change() throws IOException {
        displayNames = !displayNames;
        topics.put(CatalogTopic.PARTNERS, CHANGING, CHANGING, partner(CHANGING, 0, companies, locations, displayNames));
        topics.flush();
    }

    private Partner partner(String id, int first, int count, int ofLocations, boolean names) {
        AllowedFields fields = new AllowedFields(false, false, names, false);
        return Partners.partner(
                id,
                webhook,
                IntStream.range(first, first + count)
                        .mapToObj(company -> Partners.company(company, ofLocations, fields)));
    }

    /** Changes what the neighbour gets, at one of its companies. */
    private void putOfNeighbour(int event) {
        int company = companies + event % NEIGHBOUR_COMPANIES;
        put(company, event / NEIGHBOUR_COMPANIES % PRODUCTS_OF_A_COMPANY, event);
    }

    private void put(int company, int product, int event) {
        long companyId = GeneratedCatalog.companyId(company);
        String barcode = GeneratedCatalog.barcode(product);
        ScopedVariant key = new ScopedVariant(new Scope.Company(companyId), barcode);
        DisplayAttributes attributes =
                new DisplayAttributes("Renamed", null, Receiver.EVENT + event, null, null, null, null);
        topics.put(
                key, VariantRecords.companyVariant(key, ++revision, GeneratedCatalog.resolved(product, attributes), 0));
        topics.putListing(companyId, companyId, GeneratedCatalog.sku(product), barcode);
    }
}
