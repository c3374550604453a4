package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.DamagedSite.Damage;
import dev.partnercatalog.streams.StreamsApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Local stores are damaged, or another version's, while an application is down: it restores them from Kafka, and
 * continues as before.
 */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class DamagedStoreTest {

    private static final int PRODUCTS = 200;
    private static final List<String> BARCODES =
            IntStream.range(0, PRODUCTS).mapToObj(i -> "damaged-" + i).toList();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatever_is_damaged_is_rebuilt_and_nothing_is_served_or_sent_otherwise_than_before(CatalogAddresses shared)
            throws Exception {
        try (DamagedSite site = DamagedSite.at(shared, folder)) {
            site.startAll();
            CatalogAddresses catalog = site.addresses();
            try (RawReceiver receiver = RawReceiver.start(catalog.webhookSecret("damaged"))) {
                catalog.createClient("damaged");
                publishAll(catalog, receiver);
                await().untilAsserted(() -> {
                    assertThat(receiver.held()).hasSize(PRODUCTS);
                    assertThat(receiver.held().values().stream().filter(record -> record.contains("\"own\"")))
                            .hasSize(PRODUCTS / 2);
                });
                awaitNames(site, Map.of("first", PRODUCTS));
                int received = receiver.received();
                takeForAnotherVersion(site, receiver);
                site.damageAll(List.of(Damage.values()), ".sst");
                awaitNames(site, Map.of("first", PRODUCTS - 1, "third", 1));
                catalog.publish(CatalogTopic.BPD_VARIANTS, product("damaged-0", "second"));
                awaitNames(site, Map.of("first", PRODUCTS - 2, "second", 1, "third", 1));
                await().untilAsserted(() ->
                        assertThat(receiver.held().values()).anyMatch(v -> v.contains("\"name\":\"second\"")));
                site.damageAll(List.of(Damage.GARBAGE), "CURRENT");
                awaitNames(site, Map.of("first", PRODUCTS - 2, "second", 1, "third", 1));
                assertThat(receiver.received())
                        .as("only what changed was sent again")
                        .isEqualTo(received + 2);
                site.damageRunning("webhook-sink", Damage.GARBAGE, ".sst");
                assertThat(site.addresses()
                                .client("damaged")
                                .send(
                                        "POST",
                                        "/v1/partner/webhook/resync",
                                        "{\"companyId\": 7500}",
                                        "Content-Type",
                                        "application/json")
                                .get()
                                .statusCode())
                        .isEqualTo(200);
                site.awaitReport("webhook-sink");
                await().untilAsserted(() -> assertThat(receiver.received())
                        .as("what was in doubt comes again")
                        .isGreaterThanOrEqualTo(received + 2 + PRODUCTS));
            }
        }
    }

    /** Images that are of another version of the program are as good as damaged ones. */
    private static void takeForAnotherVersion(DamagedSite site, RawReceiver receiver) throws Exception {
        int images = site.restart("webhook-sink", state -> {
            site.addresses().publish(CatalogTopic.BPD_VARIANTS, product("damaged-1", "third"));
            return OtherImageVersion.changeImages(state);
        });
        assertThat(images).isGreaterThanOrEqualTo(PRODUCTS);
        await().untilAsserted(
                        () -> assertThat(receiver.held().values()).anyMatch(v -> v.contains("\"name\":\"third\"")));
        List<Path> renamed = site.restart("query-api", OtherImageVersion::renameStores);
        assertThat(renamed).hasSize(2).noneMatch(Files::exists);
        assertThat(names(site.addresses().client("damaged")))
                .as("it was not ready before it had everything")
                .isEqualTo(Map.of("first", PRODUCTS - 1, "third", 1));
    }

    @Test
    void a_folder_that_is_in_use_or_cannot_be_made_is_told_in_one_line(CatalogAddresses shared) throws Exception {
        Site site = Site.at(shared, folder);
        KafkaSettings kafka = site.kafka("used.", 1);
        Path file = Files.writeString(site.state(kafka, "file"), "no folder");
        try (StreamsApp resolver = site.startResolver(kafka, "used")) {
            assertThat(resolver.hasFailed()).isFalse();
            assertThatThrownBy(() -> site.startResolver(kafka, "used"))
                    .isInstanceOf(StateFolderException.class)
                    .hasMessageContaining("is in use by another process: give each instance its own")
                    .hasMessageContaining(site.state(kafka, "used").toString());
            assertThatThrownBy(() -> site.startResolver(kafka, "file"))
                    .isInstanceOf(StateFolderException.class)
                    .hasMessageStartingWith("the state folder " + file)
                    .hasMessageContaining("can't be created");
        }
    }

    private static void publishAll(CatalogAddresses catalog, RawReceiver receiver) throws IOException {
        catalog.publish(CatalogTopic.PARTNERS, partner("damaged", receiver.url().toString(), 7_500));
        catalog.publish(CatalogTopic.BPD_VARIANTS, PRODUCTS, i -> product(BARCODES.get(i), "first"));
        // Half of them have an entry of the company's own.
        catalog.publish(
                CatalogTopic.COMPANY_OVERRIDES,
                PRODUCTS / 2,
                i -> "{\"companyId\": 7500, \"barcode\": \"%s\", \"brand\": \"own\"}".formatted(BARCODES.get(i)));
        catalog.publish(CatalogTopic.LISTINGS, PRODUCTS, i -> listing(7_500, BARCODES.get(i), BARCODES.get(i)));
    }

    private static void awaitNames(DamagedSite site, Map<String, Integer> expected) throws Exception {
        PartnerClient partner = site.addresses().client("damaged");
        await().untilAsserted(() -> assertThat(names(partner)).isEqualTo(expected));
    }

    /** By SKU, so that every table is queried. */
    private static Map<String, Integer> names(PartnerClient partner) throws Exception {
        Map<String, Integer> names = new TreeMap<>();
        partner.variants(7_500, 7_501, List.of(), BARCODES)
                .path("variants")
                .forEach(variant -> names.merge(variant.path("name").asText(), 1, Integer::sum));
        return names;
    }
}
