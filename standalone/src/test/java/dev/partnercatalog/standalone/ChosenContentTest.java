package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.listen.WebhookReceiver;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CatalogExtension.class)
@DisplayName("D24: what a partner chooses through the API is what it receives")
class ChosenContentTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String SETTINGS = "/v1/partner/webhook/settings";
    private static final String PARTNER = """
            {"partnerId": "chooser", "partnerName": "Chooser", "enabled": true,
             "webhook": {"enabled": true, "url": "%s"},
             "allowedCompanies": [{"id": "7050", "name": "c", "provider": "cova", "providerId": "chooser",
               "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},
               "locations": [{"id": "7051", "name": "l", "providerId": "q"}]}]}""";
    private static final String LISTING = """
            {"companyId": 7050, "locationId": 7051, "sku": "%s", "barcode": "chosen-%s"}""";
    private static final String VARIANT = """
            {"barcode": "chosen-%s", "name": "%s", "brand": "%s", "variantType": "%s"}""";

    private final Queue<JsonNode> variants = new ConcurrentLinkedQueue<>();
    private final Queue<String> removed = new ConcurrentLinkedQueue<>();
    private final Queue<String> refused = new ConcurrentLinkedQueue<>();

    @Test
    void fields_types_and_the_names_of_changed_fields(CatalogAddresses catalog) throws Exception {
        PartnerClient partner = catalog.client("chooser");
        try (WebhookReceiver receiver =
                WebhookReceiver.start(catalog.webhookSecret("chooser"), this::receive, refused::add)) {
            catalog.publish(CatalogTopic.PARTNERS, PARTNER.replace("\n", "").formatted(receiver.url()));
            catalog.publish(CatalogTopic.LISTINGS, LISTING.formatted("a", "a"), LISTING.formatted("b", "b"));
            catalog.publish(
                    CatalogTopic.BPD_VARIANTS,
                    VARIANT.formatted("a", "one", "brand", "Flower"),
                    VARIANT.formatted("b", "one", "brand", "Vape"));
            await().atMost(SOON).until(() -> variants.stream().anyMatch(variant -> isOf(variant, "b")));
            await().atMost(SOON).until(() -> variants.stream().anyMatch(variant -> isOf(variant, "a")));
            assertThat(variants)
                    .allSatisfy(variant -> assertThat(variant.has("brand")).isTrue());
            variants.clear();

            HttpResponse<String> chosen = partner.send(
                            "PUT",
                            SETTINGS,
                            "{\"fields\": [\"name\"], \"variantTypes\": [\"Flower\"], \"changedFields\": true}",
                            "If-Match",
                            "\"0\"")
                    .get();
            assertThat(chosen.statusCode()).as(chosen.body()).isEqualTo(200);
            await().atMost(SOON).untilAsserted(() -> assertThat(removed).containsExactly("chosen-b"));

            // The change that isn't sent comes before the one that is, and the sink reads them in this order.
            catalog.publish(CatalogTopic.BPD_VARIANTS, VARIANT.formatted("a", "one", "another brand", "Flower"));
            catalog.publish(CatalogTopic.BPD_VARIANTS, VARIANT.formatted("a", "two", "another brand", "Flower"));
            await().atMost(SOON).untilAsserted(() -> assertThat(variants).hasSize(1));
            assertThat(variants.element())
                    .isEqualTo(PartnerClient.read("{\"barcode\":\"chosen-a\",\"companyId\":7050,\"locationId\":7051,"
                            + "\"name\":\"two\",\"changedFields\":[\"name\"]}"));

            HttpResponse<String> late =
                    partner.send("PUT", SETTINGS, "{}", "If-Match", "\"0\"").get();
            assertThat(late.statusCode()).isEqualTo(412);
            assertThat(partner.send("PUT", SETTINGS, "{}").get().statusCode()).isEqualTo(200);
            List<JsonNode> whole = PartnerClient.read(
                            partner.batchGet(7_050, 7_051, List.of("chosen-a", "chosen-b"), List.of())
                                    .body())
                    .path("variants")
                    .valueStream()
                    .toList();
            assertThat(whole).hasSize(2);
            await().atMost(SOON).untilAsserted(() -> assertThat(variants).containsAll(whole));
            assertThat(refused).isEmpty();
        }
    }

    private void receive(JsonNode message) {
        message.at("/data/variants").forEach(variants::add);
        message.at("/data/removed")
                .forEach(variant -> removed.add(variant.path("barcode").asText()));
    }

    private static boolean isOf(JsonNode variant, String name) {
        return variant.path("barcode").asText().equals("chosen-" + name);
    }
}
