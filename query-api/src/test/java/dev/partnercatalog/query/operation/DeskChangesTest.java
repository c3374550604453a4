package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.http.limit.ManualTime;
import dev.partnercatalog.http.limit.RateLimit;
import dev.partnercatalog.records.RefusalCode;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The desk's forms that change something, sent as a browser sends what their pages show. */
class DeskChangesTest {

    private static final String ADDRESS = "/desk/webhook/address";

    private final WebhookOfPartner webhook = new WebhookOfPartner();
    private final ApiHarness api = webhook.api;
    private final DeskBrowser browser = new DeskBrowser(api.address());

    @BeforeEach
    void signIn() throws Exception {
        webhook.allow(InMemoryConfigurations.company("7", "70"));
        browser.signInTo(api);
    }

    @AfterEach
    void close() {
        webhook.close();
    }

    private DeskForm form(String page, String action) throws Exception {
        return DeskForm.of(browser.page(page), action);
    }

    @Test
    void an_address_that_was_changed_since_its_page_was_loaded_is_not_overwritten() throws Exception {
        DeskForm form = form("/desk", ADDRESS).without("enabled");
        api.names.addresses.put("other.example", "1.1.1.1");
        api.put("/v1/partner", api.get("/v1/partner").body().replace(WebhookOfPartner.URL, "https://other.example/"));
        api.commands.refuse(RefusalCode.PRECONDITION_FAILED);
        HttpResponse<String> late = browser.send(form);
        assertThat(api.commands.last().getIfMatch()).containsExactly(1L);
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(late.body()).contains("Someone else has changed this", "https://other.example/");

        api.commands.refusal = null;
        assertThat(browser.send(DeskForm.of(late.body(), ADDRESS).without("enabled"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(api.commands.last().getIfMatch()).containsExactly(2L);
    }

    @Test
    void a_form_without_the_tag_of_its_page_changes_nothing() throws Exception {
        assertThat(browser.send(form("/desk", ADDRESS).without("tag")).statusCode())
                .isEqualTo(400);
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void a_new_secret_is_shown_even_if_nothing_more_is_answered() throws Exception {
        try (ApiHarness busy = new ApiHarness(new RateLimit(1, 3), new ManualTime())) {
            busy.configurations.put("p1", true);
            DeskBrowser there = new DeskBrowser(busy.address());
            there.signInTo(busy);
            String token = there.formToken();
            HttpResponse<String> answer = there.post("/desk/webhook/rotate-secret", "form-token", token);
            for (int i = 0; i < 3; i++) {
                assertThat(answer.body()).contains(ApiHarness.MASTER_KEY.webhookSecret("p1", i + 1));
                answer = there.post("/desk/webhook/rotate-secret", "form-token", token);
            }
            assertThat(answer.statusCode()).as("each used up one request").isEqualTo(429);
        }
    }

    @Test
    void what_is_too_large_for_a_page_is_not_taken_for_nothing() throws Exception {
        AllowedCompany company = InMemoryConfigurations.company("7", "70");
        company.setName("x".repeat(17 << 20));
        webhook.allow(company);
        for (HttpResponse<String> answer :
                List.of(browser.get("/desk/configuration"), browser.submit("/desk/webhook/resync", "company", "7"))) {
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("too large for a page").doesNotContain("None.");
        }
        api.names.addresses.put("other.example", "1.1.1.1");
        assertThat(browser.send(form("/desk", ADDRESS).with("url", "https://other.example/"))
                        .body())
                .contains("The address is changed.", "https://other.example/");
        assertThat(browser.page("/desk/copy")).contains("Compare");
    }

    @ParameterizedTest
    @CsvSource({"'', '', A", "'', 70, ''", "'', 70, A", "7, '', A", "' ', ' ', A"})
    void a_resync_of_one_record_or_location_that_does_not_say_which_is_not_one_of_everything(
            String company, String location, String barcode) throws Exception {
        for (String path : List.of("/desk/webhook/resync", "/desk/webhook/resync/now")) {
            HttpResponse<String> refused =
                    browser.submit(path, "company", company, "location", location, "barcode", barcode);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("<h1>Webhook</h1>", "Enter the company of the location");
            assertThat(DeskForm.of(refused.body(), "/desk/webhook/resync").fields())
                    .containsEntry("location", location.strip())
                    .containsEntry("barcode", barcode);
        }
        assertThat(api.commands.received).isEmpty();
    }
}
