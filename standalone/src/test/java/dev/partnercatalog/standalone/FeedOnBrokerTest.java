package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static dev.partnercatalog.standalone.CompanyEvents.unlisted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots and changes at several instances of the query API, which are killed and come back. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class FeedOnBrokerTest {

    private static final Scope LOCATION = Scope.of(7_200, 7_201);
    private static final String PATH = "/v1/7200/location/7201/variants";
    private static final int PRODUCTS = 60;

    @TempDir
    Path folder;

    @Test
    void D30_a_copy_that_is_kept_at_instances_that_come_and_go_stays_right(CatalogAddresses catalog) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, partner("feed", "", 7_200));
        publish(catalog, "first");
        catalog.publish(CatalogTopic.LISTINGS, PRODUCTS, i -> listing(7_200, "sku-" + i, "feed-" + i));
        PartnerClient partner = catalog.client("feed");
        FeedCopy copy = new FeedCopy(List.of(LOCATION), 7);
        awaitCopy(copy, partner, partner, PRODUCTS, "first");
        try (ApplicationProcess other =
                ApplicationProcess.queryApi(catalog, folder, "other").start()) {
            other.awaitReady();
            PartnerClient there = partner.at(other.api());
            // Its tables are younger than the cursor of the first one: the copy starts from the beginning.
            awaitCopy(copy, there, partner, PRODUCTS, "first");
            publish(catalog, "second");
            unlist(catalog, 5);
            awaitCopy(copy, there, partner, PRODUCTS - 5, "second");
            String cursor = cursor(there);
            other.terminate();
            publish(catalog, "third");
            unlist(catalog, 10);
            awaitCopy(copy, partner, partner, PRODUCTS - 10, "third");
            try (ApplicationProcess again =
                    ApplicationProcess.queryApi(catalog, folder, "other").start()) {
                again.awaitReady();
                // What changed while it was down is recorded while its stores are restored.
                PartnerClient back = partner.at(again.api());
                JsonNode changes = back.read200(PATH + "/changes?limit=1000&since=" + cursor);
                assertThat(changes.path("removed")).hasSize(5);
                assertThat(changes.path("variants")).hasSize(PRODUCTS - 10);
                CompletableFuture<HttpResponse<String>> waiting = back.send(
                        "GET",
                        PATH + "/changes?wait=25&since=" + changes.path("next").asText(),
                        null);
                catalog.publish(CatalogTopic.LISTINGS, listing(7_200, "sku-0", "feed-59"));
                JsonNode moved = PartnerClient.read(waiting.get().body());
                for (int request = 0; request < 6 && changes(moved) == 0; request++) {
                    // The machine is busy.
                    moved = back.read200(PATH + "/changes?wait=25&since="
                            + moved.path("next").asText());
                }
                assertThat(changes(moved)).isPositive();
                awaitCopy(copy, back, partner, PRODUCTS - 10, "third");
                again.kill();
            }
            publish(catalog, "fourth");
            try (ApplicationProcess afterKill =
                    ApplicationProcess.queryApi(catalog, folder, "other").start()) {
                afterKill.awaitReady();
                assertThat(groups(catalog))
                        .contains(catalog.kafka().applicationId("streams-app"))
                        .as("neither a running instance nor one that is gone has a group")
                        .noneMatch(group -> group.contains("query-api"));
                awaitCopy(copy, partner.at(afterKill.api()), partner, PRODUCTS - 10, "fourth");
            }
        }
    }

    private static int changes(JsonNode page) {
        return page.path("removed").size() + page.path("variants").size();
    }

    private static String cursor(PartnerClient partner) throws Exception {
        return partner.read200(PATH + "?limit=1000").path("changes").asText();
    }

    /** Waits until both the copy and the responses of batch-get elsewhere are this, and the same. */
    private static void awaitCopy(FeedCopy copy, PartnerClient followed, PartnerClient asked, int count, String name) {
        List<String> barcodes =
                IntStream.range(0, PRODUCTS).mapToObj(i -> "feed-" + i).toList();
        await().untilAsserted(() -> {
            copy.update(followed);
            Map<String, String> held = copy.held();
            assertThat(held)
                    .hasSize(count)
                    .allSatisfy((key, record) -> assertThat(record).contains("\"name\":\"" + name + "\""));
            Map<String, String> answered = new TreeMap<>();
            for (String record : PartnerClient.objects(
                    asked.batchGet(LOCATION.companyId(), LOCATION.locationId(), barcodes, List.of())
                            .body(),
                    "variants")) {
                answered.put(
                        "7200/7201/"
                                + PartnerClient.read(record).path("barcode").asText(),
                        record);
            }
            answered.keySet().retainAll(held.keySet());
            assertThat(held).isEqualTo(answered);
        });
    }

    private static void publish(CatalogAddresses catalog, String name) throws Exception {
        catalog.publish(CatalogTopic.BPD_VARIANTS, PRODUCTS, i -> product("feed-" + i, name));
    }

    /** Unlists the SKUs before a number. */
    private static void unlist(CatalogAddresses catalog, int before) throws Exception {
        catalog.publish(CatalogTopic.LISTINGS, before, i -> unlisted(7_200, "sku-" + i));
    }

    private static List<String> groups(CatalogAddresses catalog) throws Exception {
        try (Admin admin = Admin.create(catalog.kafka().properties())) {
            return admin.listGroups().all().get().stream()
                    .map(GroupListing::groupId)
                    .toList();
        }
    }
}
