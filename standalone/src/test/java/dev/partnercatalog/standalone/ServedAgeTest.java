package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.progress.ClusterState;
import dev.partnercatalog.runtime.progress.WaitingRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** D22: what is served says that it is old, for whatever reason, and only then. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class ServedAgeTest {

    private static final Duration NOTABLE = Duration.ofSeconds(11);

    @TempDir
    private Path folder = Path.of("");

    private Site site;
    private KafkaSettings kafka;
    private CatalogAddresses catalog;
    private Producer<byte[], byte[]> somebody;

    @BeforeEach
    void start(CatalogAddresses shared) throws Exception {
        site = Site.at(shared, folder);
        kafka = site.kafka("aged-" + UUID.randomUUID() + ".", 1);
        catalog = site.addresses(kafka);
        Properties properties = kafka.properties();
        properties.put("transactional.id", kafka.topics().prefix());
        // On a busy machine brokers would end one sooner than the test.
        properties.put("transaction.timeout.ms", 600_000);
        somebody = TopicRecords.producer(properties);
    }

    @AfterEach
    void stop() {
        somebody.close(Duration.ZERO);
        site.close();
    }

    @Test
    void D22_an_open_transaction_on_an_input_makes_the_catalog_old_until_it_ends() throws Exception {
        try (StreamsApp resolver = site.startResolver(kafka);
                QueryApi api = site.startApi(kafka)) {
            assertThat(resolver.isReady()).isTrue();
            catalog.createClient("aged");
            catalog.publish(CatalogTopic.PARTNERS, partner("aged", "", 7_800));
            catalog.publish(CatalogTopic.LISTINGS, listing(7_800, "s", "aged"));
            PartnerClient client = site.addresses(kafka, api).client("aged");
            awaitUp(api, client);

            begin();
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("aged", "hidden"));
            await().until(() -> status(api).contains("DEGRADED"));
            awaitLag(resolver, 2);
            assertThat(resolver.isReady()).isTrue();
            assertThat(age(client))
                    .hasValueSatisfying(seconds -> assertThat(seconds).isGreaterThanOrEqualTo(10));

            somebody.commitTransaction();
            awaitLag(resolver, 0);
            awaitUp(api, client);
            await().until(() -> batchGet(client).body().contains("hidden"));
        }
    }

    @Test
    void D22_resolvers_that_are_away_make_the_catalog_old_only_while_records_wait() throws Exception {
        try (StreamsApp resolver = site.startResolver(kafka)) {
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("aged", "before"));
            assertThat(resolver.isReady()).isTrue();
        }
        try (QueryApi api = site.startApi(kafka)) {
            begin();
            somebody.abortTransaction();
            await("nothing waits in what was aborted")
                    .during(NOTABLE)
                    .until(() -> status(api).contains("UP"));

            catalog.publish(CatalogTopic.BPD_VARIANTS, product("aged", "waiting"));
            await().until(() -> status(api).contains("DEGRADED"));
            try (StreamsApp resolver = site.startResolver(kafka)) {
                await().until(() -> status(api).contains("UP"));
                assertThat(resolver.isReady()).isTrue();
            }
        }
    }

    private static void awaitUp(QueryApi api, PartnerClient client) {
        await().untilAsserted(() -> {
            assertThat(status(api)).contains("UP");
            assertThat(age(client)).isEmpty();
        });
    }

    /** An open tail isn't readable; what was aborted, and the markers, are no records. */
    @ParameterizedTest
    @CsvSource({"open, 0, 0", "aborted, 3, 0", "committed, 3, 3", "read, 1, 0"})
    void only_records_between_a_position_and_an_end_count_as_waiting(String tail, int offsets, int waiting)
            throws Exception {
        TopicPartition partition = new TopicPartition(input(), 0);
        Properties properties = kafka.properties();
        properties.put("isolation.level", "read_committed");
        try (Admin admin = Admin.create(properties);
                Producer<byte[], byte[]> upstream = TopicRecords.producer(properties)) {
            TopicRecords.create(properties, input());
            send(upstream);
            begin();
            send(somebody);
            if (tail.equals("aborted")) {
                somebody.abortTransaction();
            } else if (!tail.equals("open")) {
                somebody.commitTransaction();
            }
            long position = tail.equals("read") ? 3 : 1;
            WaitingRecords records = new WaitingRecords(() -> TopicRecords.consumer(properties));
            await().untilAsserted(() -> {
                Map<TopicPartition, Long> ends =
                        new ClusterState(admin, false).ends(List.of(partition), IsolationLevel.READ_COMMITTED);
                assertThat(ends).containsEntry(partition, position + offsets);
                assertThat(records.count(Map.of(partition, position), ends)).isEqualTo(waiting);
            });
        }
    }

    private String input() {
        return CatalogTopic.BPD_VARIANTS.name(kafka.topics().prefix());
    }

    private void send(Producer<byte[], byte[]> producer) throws Exception {
        producer.send(new ProducerRecord<>(input(), new byte[1], new byte[1])).get();
    }

    /** Leaves a record in a transaction that is open. */
    private void begin() throws Exception {
        somebody.initTransactions();
        somebody.beginTransaction();
        send(somebody);
    }

    /** What is in an open transaction counts as lag, and so does what is behind it. */
    private void awaitLag(StreamsApp resolver, int records) {
        await().until(() -> get(resolver.internal().resolve("/metrics"))
                .contains("catalog_streams_lag_records{topic=\"" + input() + "\"} " + records));
    }

    private static String status(QueryApi api) throws Exception {
        return get(api.api().resolve("/v1/service/health"));
    }

    private static String get(URI address) throws Exception {
        return PartnerClient.get(address).body();
    }

    private static HttpResponse<String> batchGet(PartnerClient client) throws Exception {
        return client.batchGet(7_800, 7_801, List.of("aged"), List.of());
    }

    private static Optional<Integer> age(PartnerClient client) throws Exception {
        return batchGet(client).headers().firstValue("Catalog-Age").map(Integer::valueOf);
    }
}
