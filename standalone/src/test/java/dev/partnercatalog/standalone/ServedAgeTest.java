package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** D22: what is served says that it is old, for whatever reason, and only then. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class ServedAgeTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration NOTABLE = Duration.ofSeconds(11);

    @TempDir
    private Path folder = Path.of("");

    private Site site;
    private KafkaSettings kafka;
    private CatalogAddresses catalog;
    private KafkaProducer<byte[], byte[]> somebody;

    @BeforeEach
    void start(CatalogAddresses shared, TestInfo test) throws Exception {
        Path secrets = folder.resolve("master.key");
        MasterKey.loadOrCreate(secrets);
        site = Site.at(shared, folder, secrets);
        kafka = site.kafka("aged-" + test.getDisplayName().length() + ".", 1);
        catalog = site.addresses(kafka);
        Properties properties = kafka.properties();
        properties.put("transactional.id", kafka.topics().prefix());
        somebody = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
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
            await().atMost(SOON).until(() -> status(api).contains("UP"));
            assertThat(age(client)).isEmpty();

            begin();
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("aged", "hidden"));
            await().atMost(SOON).until(() -> status(api).contains("DEGRADED"));
            assertThat(age(client))
                    .hasValueSatisfying(seconds -> assertThat(seconds).isGreaterThanOrEqualTo(10));

            somebody.commitTransaction();
            await().atMost(SOON).until(() -> status(api).contains("UP"));
            assertThat(age(client)).isEmpty();
            await().atMost(SOON).until(() -> batchGet(client).body().contains("hidden"));
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
                    .atMost(SOON)
                    .until(() -> status(api).contains("UP"));

            catalog.publish(CatalogTopic.BPD_VARIANTS, product("aged", "waiting"));
            await().atMost(SOON).until(() -> status(api).contains("DEGRADED"));
            try (StreamsApp resolver = site.startResolver(kafka)) {
                await().atMost(SOON).until(() -> status(api).contains("UP"));
                assertThat(resolver.isReady()).isTrue();
            }
        }
    }

    /** Leaves a record in a transaction that is open. */
    private void begin() throws Exception {
        somebody.initTransactions();
        somebody.beginTransaction();
        somebody.send(new ProducerRecord<>(
                        CatalogTopic.BPD_VARIANTS.name(kafka.topics().prefix()), new byte[1], new byte[1]))
                .get();
    }

    private static String status(QueryApi api) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(api.api().resolve("/v1/service/health")).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static HttpResponse<String> batchGet(PartnerClient client) throws Exception {
        return client.batchGet(7_800, 7_801, List.of("aged"), List.of());
    }

    private static Optional<Integer> age(PartnerClient client) throws Exception {
        return batchGet(client).headers().firstValue("Catalog-Age").map(Integer::valueOf);
    }
}
