package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AcceptedTokens;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Partners change their own configuration through two instances at the same time. */
@ExtendWith(CatalogExtension.class)
@DisplayName("D18: over two instances")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartnerChangesTest {

    private static final int CHANGES = 200;
    private static final int AT_ONCE = 100;
    private static final int FIRST_COMPANY = 7_200;
    private static final String PARTNER = """
            {"partnerId": "%s", "partnerName": "before", "enabled": true, "webhook": {"enabled": false, "url": ""},\
             "allowedCompanies": []}""";
    private static final String COMPANY = """
            {"companyId": %d, "name": "c", "provider": "cova", "providerId": "changes-%d",\
             "locations": [], "sharedWithPartnerIds": ["changes"]}""";

    private final QueryApi second;

    PartnerChangesTest(CatalogAddresses catalog, @TempDir Path folder) {
        second = QueryApi.start(QueryApiSettings.of(catalog.kafka(), catalog.registry(), folder, catalog.secrets())
                .with(
                        AddressSettings.ofPorts(0, 0),
                        new AcceptedTokens(
                                catalog.auth(),
                                null,
                                AcceptedTokens.DEFAULT_AUDIENCE,
                                AcceptedTokens.DEFAULT_ALLOW_ORIGIN),
                        Environment.PRODUCTION,
                        ChangeSettings.DEFAULT,
                        TableSettings.DEFAULT));
        await().until(second::isReady);
    }

    @AfterAll
    void stop() {
        second.close();
    }

    @Test
    void hundreds_of_changes_at_once_lose_none(CatalogAddresses catalog) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, PARTNER.formatted("changes"));
        catalog.publish(CatalogTopic.COMPANIES, CHANGES, i -> COMPANY.formatted(FIRST_COMPANY + i, i));
        PartnerClient here = catalog.client("changes");
        PartnerClient there = here.at(second.api());
        awaitKnown(here, CHANGES - 1);
        awaitKnown(there, CHANGES - 1);

        Semaphore room = new Semaphore(AT_ONCE);
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < CHANGES - 1; i++) {
            room.acquire();
            answers.add(enable(i % 2 == 0 ? here : there, i).whenComplete((answer, fault) -> room.release()));
        }

        for (int i = 0; i < answers.size(); i++) {
            HttpResponse<String> answer =
                    answers.get(i).exceptionally(fault -> null).get();
            if (answer == null || answer.statusCode() == 503) {
                // Not confirmed in time, or the connection was lost, because the machine is busy: sent again until it
                // is confirmed, as any client would.
                int number = i;
                answer = await().until(
                                () -> enable(here, number)
                                        .exceptionally(fault -> null)
                                        .get(),
                                again -> again != null && again.statusCode() != 503);
            }
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
        assertThat(companies(here)).hasSize(CHANGES).isEqualTo(companies(there));
    }

    @Test
    void what_one_instance_confirmed_is_what_the_other_shows_next(CatalogAddresses catalog) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, PARTNER.formatted("reads"));
        PartnerClient here = catalog.client("reads");
        PartnerClient there = here.at(second.api());
        await().until(() -> there.get("/v1/partner").statusCode() == 200
                && here.get("/v1/partner").statusCode() == 200);
        for (int i = 0; i < 30; i++) {
            String name = "name " + i;
            PartnerClient writer = i % 2 == 0 ? here : there;
            HttpResponse<String> changed =
                    writer.send("PUT", "/v1/partner", partner("reads", name)).get();
            assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);

            HttpResponse<String> read = (i % 2 == 0 ? there : here).get("/v1/partner");
            assertThat(read.body()).isEqualTo(changed.body());
            assertThat(read.headers().firstValue("ETag"))
                    .isEqualTo(changed.headers().firstValue("ETag"));
        }
    }

    @Test
    void of_two_changes_on_the_same_condition_one_is_made(CatalogAddresses catalog) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, PARTNER.formatted("races"));
        PartnerClient here = catalog.client("races");
        PartnerClient there = here.at(second.api());
        await().until(() -> there.get("/v1/partner").statusCode() == 200
                && here.get("/v1/partner").statusCode() == 200);
        for (int i = 0; i < 20; i++) {
            String tag = here.get("/v1/partner").headers().firstValue("ETag").orElseThrow();
            var one = here.send("PUT", "/v1/partner", partner("races", "one " + i), "If-Match", tag);
            var other = there.send("PUT", "/v1/partner", partner("races", "other " + i), "If-Match", tag);
            assertThat(List.of(one.get().statusCode(), other.get().statusCode()))
                    .containsExactlyInAnyOrder(200, 412);
            String winner = one.get().statusCode() == 200 ? "one " + i : "other " + i;
            assertThat(PartnerClient.read(there.get("/v1/partner").body())
                            .path("partnerName")
                            .asText())
                    .isEqualTo(winner);
        }
    }

    /** Waits until an instance knows the last of the companies. */
    private static void awaitKnown(PartnerClient partner, int last) {
        await().until(() -> enable(partner, last).get().statusCode() == 200);
    }

    private static CompletableFuture<HttpResponse<String>> enable(PartnerClient partner, int number) {
        String body = "{\"provider\": \"cova\", \"providerId\": \"changes-" + number + "\"}";
        return partner.send("POST", "/v1/partner/enabled-shared-customer", body);
    }

    private static Set<Integer> companies(PartnerClient partner) throws Exception {
        Set<Integer> companies = new TreeSet<>();
        for (JsonNode company :
                PartnerClient.read(partner.get("/v1/partner").body()).path("allowedCompanies")) {
            companies.add(company.path("id").asInt());
        }
        return companies;
    }

    private static String partner(String id, String name) {
        return ((ObjectNode) PartnerClient.read(PARTNER.formatted(id)))
                .put("partnerName", name)
                .toString();
    }
}
