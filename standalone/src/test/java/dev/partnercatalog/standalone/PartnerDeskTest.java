package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.operations.operation.ClientOperations.Credentials;
import dev.partnercatalog.query.AcceptedTokens;
import dev.partnercatalog.query.AddressSettings;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.SignedEndpoint.Reaction;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A partner's engineer at the desk of two instances. */
@ExtendWith(CatalogExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartnerDeskTest {

    private static final Duration SOON = Duration.ofMinutes(3);

    /** So many of a partner's idempotency keys are remembered. */
    private static final int KEYS_KEPT = 100;

    private final CatalogAddresses catalog;
    private final QueryApi second;

    PartnerDeskTest(CatalogAddresses catalog, @TempDir Path folder) {
        this.catalog = catalog;
        second = QueryApi.start(QueryApiSettings.of(catalog.kafka(), catalog.registry(), folder, catalog.secrets())
                .at(AddressSettings.ofPorts(0, 0))
                .accepting(new AcceptedTokens(catalog.auth(), null, AcceptedTokens.DEFAULT_AUDIENCE)));
        await().atMost(SOON).until(second::isReady);
    }

    @AfterAll
    void stop() {
        second.close();
    }

    @Test
    void an_engineer_sees_why_the_webhook_fails_and_makes_it_go() throws Exception {
        Credentials client = catalog.createClient("desk-hook");
        try (RawReceiver gone = RawReceiver.start(catalog.webhookSecret("desk-hook"), () -> Reaction.GONE);
                RawReceiver right = RawReceiver.start(catalog.webhookSecret("desk-hook"))) {
            catalog.publish(
                    CatalogTopic.PARTNERS, partner("desk-hook", gone.url().toString(), 7_710));
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("desk-1", "n"));
            catalog.publish(CatalogTopic.LISTINGS, listing(7_710, "d-1", "desk-1"));
            DeskClient engineer = signedIn(client);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(engineer.page("/desk"))
                            .contains("Suspended", "asks us to stop", "Variants due"));
            String delivery = engineer.firstDelivery();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(engineer.page(delivery))
                            .contains("410", "webhook-signature: …", "desk-1", "Send its variant again"));

            assertThat(engineer.changeAddress(right.url().toString(), "enabled", "yes")
                            .body())
                    .contains("The address is changed.");
            await().atMost(SOON).untilAsserted(() -> assertThat(right.held()).containsOnlyKeys("7710/7711/desk-1"));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(engineer.page("/desk")).contains("You have everything"));
            assertThat(engineer.submit("/desk/webhook/ping").body()).contains("accepted the ping");
            int before = right.received();
            assertThat(engineer.submit("/desk/webhook/resync", "company", "7710")
                            .body())
                    .contains("Resync company 7710", "1 locations");
            assertThat(engineer.submit("/desk/webhook/resync/now", "company", "7710")
                            .statusCode())
                    .isEqualTo(200);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(right.received()).isGreaterThan(before));
            assertThat(right.faults()).isEmpty();
        }
    }

    @Test
    void a_link_signs_in_once_at_either_instance_and_its_session_holds_at_both_until_its_client_is_disabled()
            throws Exception {
        Credentials client = catalog.createClient("desk-link");
        catalog.publish(CatalogTopic.PARTNERS, partner("desk-link", "", 7_720));
        await().atMost(SOON)
                .until(() -> PartnerClient.authorized(catalog, client)
                                .at(second.api())
                                .send("GET", "/v1/partner", null)
                                .get()
                                .statusCode()
                        == 200);
        String link = PartnerClient.read(CommandRun.on(
                                catalog,
                                "partner",
                                "link",
                                "desk-link",
                                "--secrets=" + catalog.secrets(),
                                "--base-url=" + second.api())
                        .endedWith(0))
                .path("link")
                .asText();
        String code = link.substring(link.indexOf('=') + 1);
        DeskClient there = new DeskClient(second.api());
        assertThat(there.page(link.substring(second.api().toString().length()))).contains(client.clientId());
        assertThat(there.signIn("/desk/link", "code", code).statusCode()).isEqualTo(303);
        assertThat(there.page("/desk")).contains("Nothing is sent");
        DeskClient here = there.at(catalog.api());
        assertThat(here.page("/desk/configuration")).contains("desk-link", "7721");
        for (int change = 0; change <= KEYS_KEPT; change++) {
            assertThat(here.changeAddress("https://1.1.1.1/" + change).statusCode())
                    .as("each change has an idempotency key")
                    .isEqualTo(200);
        }
        for (DeskClient again : new DeskClient[] {new DeskClient(catalog.api()), new DeskClient(second.api())}) {
            assertThat(again.signIn("/desk/link", "code", code).statusCode()).isEqualTo(403);
        }

        DeskClient other = signedIn(client);
        assertThat(other.submit("/desk/sign-out-everywhere").statusCode()).isEqualTo(200);
        for (DeskClient each : new DeskClient[] {here, there, other}) {
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(each.get("/desk").statusCode()).isEqualTo(303));
        }
        here = signedIn(client);
        there = here.at(second.api());
        assertThat(there.get("/desk").statusCode()).isEqualTo(200);

        CommandRun.on(catalog, "client", "disable", client.clientId()).endedWith(0);
        for (DeskClient each : new DeskClient[] {here, there}) {
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(each.get("/desk").statusCode()).isEqualTo(303));
        }
    }

    @Test
    void an_engineer_is_refused_what_is_another_partner_s_and_forms_and_sessions_of_others() throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, partner("desk-own", "", 7_730), partner("desk-other", "", 7_740));
        DeskClient engineer = signedIn(catalog.createClient("desk-own"));
        DeskClient other = signedIn(catalog.createClient("desk-other"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(
                                other.get("/desk/configuration/7740/7741").statusCode())
                        .isEqualTo(200));
        for (String page : new String[] {
            "/desk/configuration/7740/7741",
            "/desk/configuration/7730/7741",
            "/desk/variants?company=7740&location=7741&kind=barcodes&id=x",
            "/desk/deliveries/msg_x"
        }) {
            assertThat(engineer.get(page).statusCode()).as(page).isEqualTo(404);
        }
        for (String path : new String[] {"/desk/webhook/resync", "/desk/webhook/resync/now"}) {
            assertThat(engineer.submit(path, "company", "7740").statusCode()).isEqualTo(404);
        }

        String theirs = other.formToken();
        assertThat(engineer.post("/desk/webhook/rotate-secret", "form-token", theirs)
                        .statusCode())
                .isEqualTo(403);
        assertThat(engineer.from("https://elsewhere.example")
                        .post("/desk/webhook/rotate-secret", "form-token", engineer.formToken())
                        .statusCode())
                .isEqualTo(403);
        assertThat(engineer.page("/desk")).doesNotContain("The previous one also signs until");

        DeskClient fixed = new DeskClient(catalog.api(), "catalog-desk=fixed");
        assertThat(fixed.get("/desk").statusCode()).isEqualTo(303);
        DeskClient again = signedIn(catalog.createClient("desk-own"));
        assertThat(again.cookie()).isNotEqualTo(engineer.cookie());
    }

    /** A client that was just created is known a moment later. */
    private DeskClient signedIn(Credentials credentials) {
        DeskClient engineer = new DeskClient(catalog.api());
        await().atMost(SOON).until(() -> {
            HttpResponse<String> answer = engineer.signIn(
                    "/desk/sign-in", "client_id", credentials.clientId(), "client_secret", credentials.clientSecret());
            return answer.statusCode() == 303;
        });
        return engineer;
    }
}
