package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.InMemoryConfigurations.company;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.http.RawClient;
import dev.partnercatalog.query.feed.Cursor;
import dev.partnercatalog.query.feed.Cursors;
import dev.partnercatalog.query.operation.ApiHarness.Answer;
import dev.partnercatalog.query.table.CatalogPosition;
import dev.partnercatalog.resolution.AssetConfiguration;
import dev.partnercatalog.resolution.CompanyConfiguration;
import dev.partnercatalog.resolution.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantFeedTest {

    private static final String AT_LOCATION = "/v1/7/location/70/variants";
    private static final String AT_COMPANY = "/v1/7/variants";

    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void set() {
        api.configurations.put("p1", true, company("7", "70", "71"));
        for (String barcode : new String[] {"A", "B", "C"}) {
            api.lookup.variant(barcode);
            api.lookup.list(70, "sku-" + barcode, barcode);
        }
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void D29_a_snapshot_comes_in_pages_in_order_of_barcode_and_ends_with_the_cursor_for_changes() {
        JsonNode first = api.get(AT_LOCATION + "?limit=2").json();
        assertThat(first.path("variants"))
                .extracting(each -> each.path("barcode").asText())
                .containsExactly("A", "B");
        assertThat(first.has("changes")).isFalse();
        assertThat(first.has("skus")).isFalse();
        JsonNode last = api.get(
                        AT_LOCATION + "?limit=2&cursor=" + first.path("next").asText())
                .json();
        assertThat(last.path("variants"))
                .extracting(each -> each.path("barcode").asText())
                .containsExactly("C");
        assertThat(last.has("next")).isFalse();
        JsonNode changes = changes(last.path("changes").asText());
        assertThat(changes.path("variants")).isEmpty();
        assertThat(changes.path("removed")).isEmpty();
        assertThat(changes.path("more").asBoolean()).isFalse();
    }

    @Test
    void D29_SKUs_are_returned_if_requested_and_what_does_not_resolve_is_not_returned() {
        api.lookup.list(70, "another", "A");
        api.lookup.list(70, "gone", "nothing");
        JsonNode page = api.get(AT_LOCATION + "?skus=true").json();
        assertThat(page.path("skus"))
                .hasToString("{\"A\":[\"another\",\"sku-A\"],\"B\":[\"sku-B\"],\"C\":[\"sku-C\"]}");
        assertThat(page.path("variants")).hasSize(3);
        assertThat(stream(AT_LOCATION + "?skus=true").body().lines().findFirst().orElse(""))
                .startsWith("{\"skus\":[\"another\",\"sku-A\"],\"variant\":{");
    }

    @Test
    void D29_company_wide_listings_are_only_listed_at_company_scope() {
        api.lookup.variant("W");
        api.lookup.list(7, "wide", "W");
        for (String path : new String[] {AT_COMPANY, "/v1/7/location/7/variants"}) {
            JsonNode page = api.get(path).json();
            assertThat(page.path("variants")).hasSize(1);
            assertThat(page.at("/variants/0/barcode").asText()).isEqualTo("W");
            assertThat(page.at("/variants/0/locationId").asLong()).isEqualTo(7);
        }
        assertThat(api.get(AT_LOCATION).json().path("variants")).hasSize(3);
    }

    @Test
    void D29_a_stream_includes_cursors_from_which_it_can_be_continued() {
        String[] lines = stream(AT_LOCATION + "?limit=1").body().split("\n", -1);
        assertThat(lines).hasSize(5);
        assertThat(lines[0]).startsWith("{\"next\":\"").contains("\"barcode\":\"A\"");
        assertThat(lines[2]).startsWith("{\"variant\":{").contains("\"barcode\":\"C\"");
        assertThat(lines[3]).startsWith("{\"changes\":\"");
        String next = lines[0].replaceAll("^\\{\"next\":\"([^\"]*)\".*", "$1");
        assertThat(stream(AT_LOCATION + "?cursor=" + next).body().lines())
                .hasSize(3)
                .first()
                .asString()
                .contains("\"barcode\":\"B\"");
    }

    @Test
    void a_stream_whose_reader_loses_its_access_is_cut_off_so_that_nobody_mistakes_it_for_complete() {
        AtomicInteger pages = new AtomicInteger();
        api.lookup.beforePage = () -> {
            if (pages.incrementAndGet() == 2) {
                api.configurations.put("p1", false, company("7", "70"));
            }
        };
        assertThatThrownBy(() -> stream(AT_LOCATION + "?limit=1")).isInstanceOf(UncheckedIOException.class);
        assertThat(pages).hasValue(2);
    }

    @Test
    void a_stream_of_a_client_that_is_disabled_is_cut_off() {
        AtomicInteger pages = new AtomicInteger();
        api.lookup.beforePage = () -> {
            if (pages.incrementAndGet() == 2) {
                api.client("c1", "p1", false);
            }
        };
        assertThatThrownBy(() -> stream(AT_LOCATION + "?limit=1")).isInstanceOf(UncheckedIOException.class);
        assertThat(pages).hasValue(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            application/x-ndjson                                  | application/x-ndjson
            Application/X-NDJSON;q=1                              | application/x-ndjson
            application/x-ndjson, */*                             | application/x-ndjson
            application/x-ndjson;q=0.9, application/json; q=0.5   | application/x-ndjson
            application/json, application/x-ndjson                | application/json
            application/json, application/x-ndjson;q=0.1          | application/json
            application/x-ndjson;q=0.0                            | application/json
            application/x-ndjson;q=much                           | application/json
            */*                                                   | application/json
            """)
    void D29_lines_are_sent_to_callers_that_prefer_them_to_pages(String accepted, String sent) {
        Answer answer = api.call(api.request(AT_LOCATION)
                .header("Authorization", ApiHarness.bearer())
                .header("Accept", accepted));
        assertThat(answer.header("Content-Type")).startsWith(sent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cursor=%zz", "cursor=%", "limit=5&limit=%zz", "%zz=1", "limit=%C3%28"})
    void D20_a_query_that_cannot_be_decoded_is_refused(String query) throws IOException {
        assertThat(raw(AT_LOCATION + "?" + query, "").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain; charset=nonsense", "text/plain; charset", "text/plain; charset=utf-16"})
    void D20_the_content_type_of_a_body_affects_no_parameter(String contentType) throws IOException {
        RawClient.Response page = raw(AT_LOCATION + "?limit=1", "Content-Type: " + contentType + "\r\n");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("\"next\"");
    }

    private RawClient.Response raw(String target, String headers) throws IOException {
        return RawClient.send(
                api.address(),
                "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: "
                        + ApiHarness.bearer() + "\r\n" + headers + "\r\n");
    }

    @Test
    void HEAD_of_a_stream_reads_nothing() {
        AtomicInteger pages = new AtomicInteger();
        api.lookup.beforePage = pages::incrementAndGet;
        Answer answer = api.call(api.request(AT_LOCATION)
                .head()
                .header("Authorization", ApiHarness.bearer())
                .header("Accept", "application/x-ndjson"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(pages).hasValue(0);
    }

    @Test
    void D30_changes_are_returned_in_their_current_state_and_unlisted_variants_as_removed() {
        String cursor = cursor(AT_LOCATION);
        api.lookup.variant("B");
        api.lookup.variant("elsewhere");
        api.lookup.unlist(70, "sku-C");
        JsonNode changes = changes(cursor);
        assertThat(changes.path("variants")).hasSize(1);
        assertThat(changes.at("/variants/0/barcode").asText()).isEqualTo("B");
        assertThat(changes.path("removed").get(0))
                .hasToString("{\"barcode\":\"elsewhere\",\"companyId\":7,\"locationId\":70}");
        assertThat(changes.path("removed").get(1).path("barcode").asText()).isEqualTo("C");
        assertThat(changes(changes.path("next").asText()).path("removed")).isEmpty();
    }

    @Test
    void D30_a_changed_configuration_is_returned_as_a_change_of_everything_listed() {
        String cursor = cursor(AT_LOCATION);
        api.configurations.companies.put(7L, new CompanyConfiguration(AssetConfiguration.NONE, "mg/g", null));
        JsonNode first = changes(cursor + "&limit=2");
        assertThat(first.path("variants")).hasSize(2);
        assertThat(first.path("more").asBoolean()).isTrue();
        // The other unit is removed: what was returned with it is returned again.
        api.configurations.companies.remove(7L);
        JsonNode again = changes(first.path("next").asText() + "&limit=2");
        assertThat(again.path("variants"))
                .extracting(each -> each.path("barcode").asText())
                .containsExactly("A", "B");
        JsonNode rest = changes(again.path("next").asText() + "&limit=2");
        assertThat(rest.path("variants"))
                .extracting(each -> each.path("barcode").asText())
                .containsExactly("C");
        assertThat(changes(rest.path("next").asText()).path("variants")).isEmpty();
    }

    @Test
    void D30_a_configuration_that_changes_and_reverts_during_a_snapshot_is_returned_after_it() {
        JsonNode first = api.get(AT_LOCATION + "?limit=1").json();
        api.configurations.companies.put(7L, new CompanyConfiguration(AssetConfiguration.NONE, "mg/g", null));
        JsonNode second = api.get(
                        AT_LOCATION + "?limit=1&cursor=" + first.path("next").asText())
                .json();
        api.configurations.companies.remove(7L);
        JsonNode last =
                api.get(AT_LOCATION + "?cursor=" + second.path("next").asText()).json();
        assertThat(changes(last.path("changes").asText()).path("variants")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?limit=0",
                "?limit=1001",
                "?limit=",
                "?limit=-1",
                "?limit=1e3",
                "?limit=99999999999999999999",
                "?limit=1&limit=2",
                "?skus=1",
                "?skus=TRUE",
                "?cursor=",
                "?cursor=abc",
                "?cursor=a&cursor=b",
                "/changes",
                "/changes?since=",
                "/changes?since=%00",
                "/changes?since=a&wait=31",
                "/changes?since=a&wait=-1",
                "/changes?since=a&wait=1.5",
                "/changes?since=a&limit=0"
            })
    void D20_a_malformed_parameter_is_named(String query) {
        JsonNode error = api.get(AT_LOCATION + query).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isIn("limit", "skus", "cursor", "since", "wait");
    }

    @Test
    void D30_a_cursor_of_another_scope_partner_or_operation_is_refused() {
        String changes = cursor(AT_LOCATION);
        String next = api.get(AT_LOCATION + "?limit=1").json().path("next").asText();
        for (String query : new String[] {
            AT_COMPANY + "/changes?since=" + changes,
            "/v1/7/location/71/variants/changes?since=" + changes,
            AT_LOCATION + "/changes?since=" + next,
            AT_LOCATION + "?cursor=" + changes,
            AT_LOCATION + "/changes?since=" + changes.substring(1),
        }) {
            api.get(query).error(ErrorCode.INVALID_REQUEST);
        }
        api.configurations.put("p2", true, company("7", "70"));
        api.client("c1", "p2", true);
        api.get(AT_LOCATION + "/changes?since=" + changes).error(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void D30_a_cursor_that_is_too_old_or_for_which_too_little_is_known_is_gone() {
        String cursor = cursor(AT_LOCATION);
        String next = api.get(AT_LOCATION + "?limit=1").json().path("next").asText();
        api.now = ApiHarness.NOW.plus(ApiHarness.RETENTION);
        assertThat(changes(cursor).path("variants")).isEmpty();
        api.now = api.now.plus(Duration.ofSeconds(1));
        JsonNode error = api.get(AT_LOCATION + "/changes?since=" + cursor).error(ErrorCode.CURSOR_EXPIRED);
        assertThat(error.path("message").asText()).contains("2026-01-01T00:00:00Z", "7 days");
        assertThat(error.path("suggestion").asText()).contains("snapshot");
        api.get(AT_LOCATION + "?cursor=" + next).error(ErrorCode.CURSOR_EXPIRED);
        api.now = ApiHarness.NOW;
        api.lookup.floor = 100;
        api.get(AT_LOCATION + "/changes?since=" + cursor).error(ErrorCode.CURSOR_EXPIRED);
    }

    @Test
    void D30_a_cursor_of_topics_that_were_made_anew_is_gone_whatever_its_position() {
        Cursors ofOthers = new Cursors(ApiHarness.MASTER_KEY.derive("cursors"), ApiHarness.TOPICS + 1);
        Cursor cursor = Cursor.snapshot(0, new CatalogPosition(0, 0), ApiHarness.NOW.getEpochSecond());
        String next = ofOthers.text(cursor, "p1", new Scope(7, 70));
        String changes = ofOthers.text(cursor.walked(0), "p1", new Scope(7, 70));
        for (String request : List.of("?cursor=" + next, "/changes?since=" + changes)) {
            JsonNode error = api.get(AT_LOCATION + request).error(ErrorCode.CURSOR_EXPIRED);
            assertThat(error.path("message").asText()).contains("topics that have been replaced");
            assertThat(error.path("suggestion").asText()).contains("snapshot");
        }
    }

    @Test
    void D30_an_instance_behind_a_cursor_asks_to_retry_and_one_that_never_reaches_it_says_so() {
        api.lookup.variant("D");
        String cursor = cursor(AT_LOCATION);
        String next = api.get(AT_LOCATION + "?limit=1").json().path("next").asText();
        api.lookup.changes.remove(api.lookup.changes.size() - 1);
        api.get(AT_LOCATION + "?cursor=" + next).error(ErrorCode.CATALOG_UNAVAILABLE);
        Answer behind = api.get(AT_LOCATION + "/changes?since=" + cursor);
        behind.error(ErrorCode.CATALOG_UNAVAILABLE);
        assertThat(behind.header("Retry-After")).isNotNull();
        api.now = ApiHarness.NOW.plusSeconds(61);
        api.get(AT_LOCATION + "/changes?since=" + cursor).error(ErrorCode.CURSOR_EXPIRED);
        api.lookup.variant("D");
        assertThat(changes(cursor).path("variants")).isEmpty();
    }

    @Test
    void an_instance_that_catches_up_with_a_cursor_in_a_moment_answers() throws Exception {
        api.lookup.list(70, "sku-D", "D");
        api.lookup.variant("D");
        String cursor = cursor(AT_LOCATION);
        String next = api.get(AT_LOCATION + "?limit=1").json().path("next").asText();
        for (String query : new String[] {"?limit=1&cursor=" + next, "/changes?wait=1&since=" + cursor}) {
            String last = api.lookup.changes.remove(api.lookup.changes.size() - 1);
            CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> api.get(AT_LOCATION + query));
            await().until(() -> api.watch.waiting() == 1);
            api.lookup.changes.add(last);
            assertThat(answer.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
        }
    }

    @Test
    void D16_callers_that_may_not_see_a_scope_get_neither_its_variants_nor_its_changes() {
        String cursor = cursor(AT_LOCATION);
        for (String rest : new String[] {"", "/changes?since=" + cursor}) {
            api.get("/v1/8/variants" + rest).error(ErrorCode.COMPANY_NOT_ALLOWED);
            api.get("/v1/8/location/80/variants" + rest).error(ErrorCode.COMPANY_NOT_ALLOWED);
            api.get("/v1/7/location/79/variants" + rest).error(ErrorCode.LOCATION_NOT_ALLOWED);
            api.call(api.request(AT_LOCATION + rest)).error(ErrorCode.UNAUTHENTICATED);
        }
        api.configurations.put("p1", false, company("7", "70"));
        api.get(AT_LOCATION).error(ErrorCode.PARTNER_DISABLED);
        api.get(AT_LOCATION + "/changes?since=" + cursor).error(ErrorCode.PARTNER_DISABLED);
    }

    @Test
    void a_response_that_may_be_outdated_says_so_and_an_incomplete_one_is_not_sent() {
        String cursor = cursor(AT_LOCATION);
        api.lookup.age = Duration.ofSeconds(12);
        assertThat(api.get(AT_LOCATION).header("Catalog-Age")).isEqualTo("12");
        assertThat(api.get(AT_LOCATION + "/changes?since=" + cursor).header("Catalog-Age"))
                .isEqualTo("12");
        api.lookup.available = false;
        api.get(AT_LOCATION).error(ErrorCode.CATALOG_UNAVAILABLE);
        api.get(AT_LOCATION + "/changes?since=" + cursor).error(ErrorCode.CATALOG_UNAVAILABLE);
    }

    private String cursor(String path) {
        return api.get(path).json().path("changes").asText();
    }

    private JsonNode changes(String since) {
        Answer answer = api.get(AT_LOCATION + "/changes?since=" + since);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private Answer stream(String path) {
        return api.call(api.request(path)
                .header("Authorization", ApiHarness.bearer())
                .header("Accept", "application/x-ndjson"));
    }
}
