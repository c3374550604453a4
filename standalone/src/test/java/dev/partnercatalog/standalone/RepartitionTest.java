package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.operations.operation.ClientOperations.Credentials;
import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.webhook.WebhookSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From four partitions to eight, as the guide describes, while upstream publishes and a partner receives. {@code
 * -Drepartition.from=24 -Drepartition.to=48} sets other numbers.
 */
@Tag("long")
class RepartitionTest {

    private static final Logger LOG = LoggerFactory.getLogger(RepartitionTest.class);
    private static final String FEW = "few.";
    private static final String MANY = "many.";
    private static final int FROM = Integer.getInteger("repartition.from", 4);
    private static final int TO = Integer.getInteger("repartition.to", 8);
    private static final int LISTED = 300;
    private static final int UNLISTED = 20_000;
    private static final int MOVING = 10;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void partners_notice_nothing_of_another_number_of_partitions_and_a_copy_that_is_killed_goes_on() throws Exception {
        Path secrets = folder.resolve("master.key");
        MasterKey masterKey = MasterKey.loadOrCreate(secrets);
        Path file = folder.resolve("switch.backup");
        Map<String, String> catalog = new TreeMap<>();
        IntStream.range(0, LISTED).forEach(i -> catalog.put("still-" + i, "name " + i));
        IntStream.range(0, MOVING).forEach(i -> catalog.put("moving-" + i, "0"));
        try (Site site = Site.start(folder.resolve("site"), secrets);
                PartnerEnd partnerEnd = new PartnerEnd(masterKey.webhookSecret("moved", 0))) {
            KafkaSettings few = site.kafka(FEW, FROM);
            KafkaSettings many = site.kafka(MANY, TO);
            StreamsApp fewResolver = site.startResolver(few);
            WebhookSink fewSink = site.startSink(few);
            CatalogAddresses upstream = site.addresses(few);
            Credentials credentials;
            String configuration;
            try (QueryApi fewApi = site.startApi(few)) {
                upstream.publish(
                        CatalogTopic.PARTNERS,
                        BackupRestoreTest.partner("moved", partnerEnd.url().toString()));
                credentials = upstream.createClient("moved");
                PartnerClient partner = PartnerClient.authorized(site.addresses(few, fewApi), credentials);
                await().untilAsserted(() -> assertThat(
                                partner.send("GET", "/v1/partner", null).get().statusCode())
                        .isEqualTo(200));
                configuration = partner.send("GET", "/v1/partner", null)
                        .get()
                        .body()
                        .replace("As published", "As it calls itself");
                assertThat(partner.send("PUT", "/v1/partner", configuration)
                                .get()
                                .statusCode())
                        .isEqualTo(200);
            }
            BackupRestoreTest.publish(upstream, catalog);
            upstream.publish(
                    CatalogTopic.BPD_VARIANTS,
                    IntStream.range(0, UNLISTED)
                            .mapToObj(i -> "{\"barcode\": \"unlisted-%d\", \"name\": \"n\"}".formatted(i))
                            .toArray(String[]::new));
            await().untilAsserted(() -> assertThat(partnerEnd.names()).isEqualTo(catalog));
            partnerEnd.forgetChanges();

            Trickle trickle = new Trickle(upstream);
            Process copy = copy(site, "first");
            try {
                await().until(() -> copied(many) > 100);
                copy.destroyForcibly().waitFor();
                assertThat(site.run(
                                1,
                                FEW,
                                "topic",
                                "repartition",
                                "--to-prefix=" + MANY,
                                "--partitions=" + (TO - 1),
                                "--once"))
                        .contains(String.valueOf(TO));
                copy = copy(site, "second");
                StreamsApp manyResolver = site.startResolver(many);
                await().untilAsserted(() -> assertThat(said("second")).contains("caught up: all keys"));

                trickle.awaitMore(20);
                long begun = System.nanoTime();
                fewResolver.close();
                fewSink.close();
                manyResolver.close();
                upstream.publish(CatalogTopic.PARTNERS, BackupRestoreTest.partner("late", ""));
                site.run(0, FEW, "backup", file.toString(), "--secrets=" + secrets);
                site.run(0, MANY, "restore", file.toString(), "--partitions=" + TO, "--secrets=" + secrets);
                try (StreamsApp resolver = site.startResolver(many)) {
                    site.run(0, MANY, "restore", file.toString(), "--webhooks", "--secrets=" + secrets);
                    try (WebhookSink sink = site.startSink(many);
                            QueryApi api = site.startApi(many)) {
                        PartnerClient partner = PartnerClient.authorized(site.addresses(many, api), credentials);
                        assertThat(partner.send("GET", "/v1/partner", null)
                                        .get()
                                        .body())
                                .isEqualTo(configuration);
                        LOG.info(
                                "the switch from {} to {} partitions took {} ms",
                                FROM,
                                TO,
                                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
                        // Upstream still publishes to the old topics, and then stops.
                        trickle.awaitMore(20);
                        Map<String, String> last = trickle.stop();
                        catalog.putAll(last);
                        await().untilAsserted(
                                        () -> assertThat(partnerEnd.names()).isEqualTo(catalog));
                        await().untilAsserted(
                                        () -> assertThat(partners(site, many)).containsKeys("moved", "late"));

                        assertThat(copy.isAlive()).as(said("second")).isTrue();
                        copy.destroy();
                        assertThat(copy.waitFor(30, TimeUnit.SECONDS)).isTrue();
                        assertThat(copy.exitValue()).isEqualTo(143);
                        assertThat(site.run(
                                        0,
                                        FEW,
                                        "topic",
                                        "repartition",
                                        "--to-prefix=" + MANY,
                                        "--partitions=" + TO,
                                        "--once"))
                                .contains("the same")
                                .doesNotContain("DIFFERENT");
                        catalog.put("still-0", "published to the new topics");
                        site.addresses(many)
                                .publish(
                                        CatalogTopic.BPD_VARIANTS,
                                        "{\"barcode\": \"still-0\", \"name\": \"published to the new topics\"}");
                        await().untilAsserted(
                                        () -> assertThat(partnerEnd.names()).isEqualTo(catalog));
                        assertOnlyNews(partnerEnd);
                        assertThat(resolver.hasFailed() || sink.hasFailed()).isFalse();
                    }
                }
            } finally {
                copy.destroyForcibly();
                trickle.stop();
            }
        }
    }

    /**
     * What didn't change didn't arrive, what changed arrived in order, and only what may have been in a message arrived
     * twice.
     */
    private static void assertOnlyNews(PartnerEnd partnerEnd) {
        Map<String, Integer> newest = new HashMap<>();
        Map<String, Integer> repeated = new HashMap<>();
        for (String change : partnerEnd.changes()) {
            assertThat(change).doesNotContain("removed");
            String barcode = change.substring(0, change.indexOf('='));
            String name = change.substring(change.indexOf('=') + 1);
            if (barcode.startsWith("moving-")) {
                int number = Integer.parseInt(name);
                int before = newest.getOrDefault(barcode, 0);
                assertThat(number).as(change).isGreaterThanOrEqualTo(before);
                newest.put(barcode, number);
                if (number == before) {
                    repeated.merge(barcode, 1, Integer::sum);
                }
            } else {
                assertThat(change).isEqualTo("still-0=published to the new topics");
            }
        }
        assertThat(repeated.values()).allMatch(times -> times == 1);
        assertThat(partnerEnd.refused()).isEmpty();
    }

    private Process copy(Site site, String name) throws IOException {
        return StandaloneProcess.run(
                Files.createDirectories(folder.resolve("tmp")),
                ProcessBuilder.Redirect.to(folder.resolve(name + ".log").toFile()),
                List.of(),
                List.of(site.arguments(FEW, "topic", "repartition", "--to-prefix=" + MANY, "--partitions=" + TO)));
    }

    private String said(String name) throws IOException {
        Path log = folder.resolve(name + ".log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /** Records of products in the new topics. */
    private static long copied(KafkaSettings many) throws Exception {
        String topic = CatalogTopic.BPD_VARIANTS.name(MANY);
        try (Admin admin = Admin.create(many.properties())) {
            if (!admin.listTopics().names().get().contains(topic)) {
                return 0;
            }
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            IntStream.range(0, TO).forEach(i -> ends.put(new TopicPartition(topic, i), OffsetSpec.latest()));
            return admin.listOffsets(ends).all().get().values().stream()
                    .mapToLong(end -> end.offset())
                    .sum();
        }
    }

    private static Map<String, PartnerConfig> partners(Site site, KafkaSettings kafka) {
        return new RecordTopic<>(
                        CatalogTopic.PARTNER_CONFIGS,
                        PartnerConfig.class,
                        kafka,
                        site.addresses(kafka).schemas())
                .contents()
                .records();
    }

    /** Upstream, which renames some products every few moments, one after the other. */
    private static final class Trickle {

        private final CatalogAddresses upstream;
        private final Thread thread = new Thread(this::run, "trickle");
        private final Map<String, String> names = new TreeMap<>();
        private volatile boolean stopped;
        private final AtomicInteger published = new AtomicInteger();

        Trickle(CatalogAddresses upstream) {
            this.upstream = upstream;
            thread.start();
        }

        private void run() {
            while (!stopped) {
                String barcode = "moving-" + published.get() % MOVING;
                String name = "" + (published.get() + 1);
                try {
                    upstream.publish(
                            CatalogTopic.BPD_VARIANTS,
                            "{\"barcode\": \"%s\", \"name\": \"%s\"}".formatted(barcode, name));
                } catch (IOException e) {
                    throw new UncheckedIOException("upstream can't publish", e);
                }
                names.put(barcode, name);
                published.incrementAndGet();
            }
        }

        void awaitMore(int count) {
            int before = published.get();
            await().until(() -> published.get() >= before + count);
        }

        /** The last name of each product. */
        Map<String, String> stop() throws InterruptedException {
            stopped = true;
            thread.join();
            return Map.copyOf(names);
        }
    }
}
