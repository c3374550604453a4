package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.listen.WebhookReceiver;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** From an event that upstream publishes to what the partner reads and receives. */
@ExtendWith(CatalogExtension.class)
class JourneyTest {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final long COMPANY = 7_000;
    private static final long LOCATION = 7_001;
    private static final String BARCODE = "journey-1";
    private static final String PARTNER = """
            {"partnerId": "journey", "partnerName": "Journey", "enabled": true,
             "webhook": {"enabled": true, "url": "%s"},
             "allowedCompanies": [{"id": "7000", "name": "c", "provider": "cova", "providerId": "p",
               "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},
               "locations": [{"id": "7001", "name": "l", "providerId": "q"}]}]}""";

    private final Map<String, JsonNode> held = new ConcurrentHashMap<>();
    private final Queue<String> refused = new ConcurrentLinkedQueue<>();

    @Test
    void what_is_published_is_read_and_what_changes_is_sent_signed_and_the_same(CatalogAddresses catalog)
            throws Exception {
        PartnerClient partner = catalog.client("journey");
        try (WebhookReceiver receiver =
                WebhookReceiver.start(catalog.webhookSecret("journey"), this::receive, refused::add)) {
            catalog.publish(CatalogTopic.PARTNERS, PARTNER.replace("\n", "").formatted(receiver.url()));
            catalog.publish(CatalogTopic.LISTINGS, """
                    {"companyId": 7000, "locationId": 7001, "sku": "sku-1", "barcode": "journey-1"}""");
            catalog.publish(CatalogTopic.BPD_VARIANTS, """
                    {"barcode": "journey-1", "name": "Name of the database"}""");
            JsonNode first = awaitName(partner, "Name of the database");
            await().atMost(SOON).untilAsserted(() -> assertThat(held).containsValue(first));

            catalog.publish(CatalogTopic.COMPANY_OVERRIDES, """
                    {"companyId": 7000, "barcode": "journey-1", "name": "Name of the company"}""");
            JsonNode second = awaitName(partner, "Name of the company");
            assertThat(second.at("/catalogSource/name").asText()).isEqualTo("Company");
            await().atMost(SOON).untilAsserted(() -> assertThat(held).containsValue(second));

            catalog.publish(CatalogTopic.LISTINGS, """
                    {"$delete": {"companyId": 7000, "locationId": 7001, "sku": "sku-1"}}""");
            await().atMost(SOON).untilAsserted(() -> assertThat(held).isEmpty());
            assertThat(refused).isEmpty();
        }
    }

    /** Both ways to request the variant must agree. */
    private static JsonNode awaitName(PartnerClient partner, String name) {
        JsonNode answer = await().atMost(SOON)
                .until(
                        () -> PartnerClient.read(partner.batchGet(COMPANY, LOCATION, List.of(BARCODE), List.of("sku-1"))
                                .body()),
                        body -> body.at("/variants/0/name").asText().equals(name)
                                // Nothing guarantees that a listing is seen before the product, even though it was
                                // published first.
                                && body.at("/mappedSkuBarcodes/sku-1").asText().equals(BARCODE));
        assertThat(answer.path("variants")).hasSize(1);
        return answer.at("/variants/0");
    }

    private void receive(JsonNode message) {
        message.at("/data/variants").forEach(variant -> held.put(id(variant), variant));
        message.at("/data/removed").forEach(variant -> held.remove(id(variant)));
    }

    private static String id(JsonNode variant) {
        return variant.path("companyId").asText() + "/" + variant.path("locationId") + "/" + variant.path("barcode");
    }
}
