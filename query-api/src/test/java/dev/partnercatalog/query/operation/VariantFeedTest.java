package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.InMemoryConfigurations.company;
import static dev.partnercatalog.query.operation.ThreeVariants.AT_COMPANY;
import static dev.partnercatalog.query.operation.ThreeVariants.AT_LOCATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A snapshot of what a scope lists, in pages or as a stream, and what a request for it or its changes needs. */
class VariantFeedTest {

    @AutoClose
    private final ThreeVariants catalog = new ThreeVariants();

    private final ApiHarness api = catalog.api;

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
        JsonNode changes = catalog.changes(last.path("changes").asText());
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
        assertThat(catalog.stream(AT_LOCATION + "?skus=true")
                        .body()
                        .lines()
                        .findFirst()
                        .orElse(""))
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
        String[] lines = catalog.stream(AT_LOCATION + "?limit=1").body().split("\n", -1);
        assertThat(lines).hasSize(5);
        assertThat(lines[0]).startsWith("{\"next\":\"").contains("\"barcode\":\"A\"");
        assertThat(lines[2]).startsWith("{\"variant\":{").contains("\"barcode\":\"C\"");
        assertThat(lines[3]).startsWith("{\"changes\":\"");
        String next = lines[0].replaceAll("^\\{\"next\":\"([^\"]*)\".*", "$1");
        assertThat(catalog.stream(AT_LOCATION + "?cursor=" + next).body().lines())
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
        assertThatThrownBy(() -> catalog.stream(AT_LOCATION + "?limit=1")).isInstanceOf(UncheckedIOException.class);
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
        assertThatThrownBy(() -> catalog.stream(AT_LOCATION + "?limit=1")).isInstanceOf(UncheckedIOException.class);
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
        ApiAnswer answer = api.call(api.request(AT_LOCATION)
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

    @Test
    void HEAD_of_a_stream_reads_nothing() {
        AtomicInteger pages = new AtomicInteger();
        api.lookup.beforePage = pages::incrementAndGet;
        ApiAnswer answer = api.call(api.request(AT_LOCATION)
                .head()
                .header("Authorization", ApiHarness.bearer())
                .header("Accept", "application/x-ndjson"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(pages).hasValue(0);
    }

    @Test
    void D20_a_malformed_parameter_is_named() {
        String queries =
                "?limit=0 ?limit=1001 ?limit= ?limit=-1 ?limit=1e3 ?limit=99999999999999999999 ?limit=1&limit=2"
                        + " ?skus=1 ?skus=TRUE ?cursor= ?cursor=abc ?cursor=a&cursor=b /changes /changes?since= /changes?since=%00"
                        + " /changes?since=a&wait=31 /changes?since=a&wait=-1 /changes?since=a&wait=1.5 /changes?since=a&limit=0";
        for (String query : queries.split(" ", -1)) {
            JsonNode error = api.get(AT_LOCATION + query).error(ErrorCode.INVALID_REQUEST);
            assertThat(error.at("/body/violations/0/field").asText())
                    .as(query)
                    .isIn("limit", "skus", "cursor", "since", "wait");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/changes?since=", "/digest"})
    void a_response_that_may_be_outdated_says_so_and_an_incomplete_one_is_not_sent(String rest) {
        String path = AT_LOCATION + rest + (rest.endsWith("=") ? catalog.cursor() : "");
        assertThat(api.get(path).header("Catalog-Age")).isNull();
        api.lookup.age = Duration.ofSeconds(12);
        assertThat(api.get(path).header("Catalog-Age")).isEqualTo("12");
        api.lookup.available = false;
        api.get(path).error(ErrorCode.CATALOG_UNAVAILABLE);
        api.lookup.available = true;
        assertThat(api.get(path).status()).isEqualTo(200);
    }

    private RawClient.Response raw(String target, String headers) throws IOException {
        return RawClient.send(
                api.address(),
                "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: "
                        + ApiHarness.bearer() + "\r\n" + headers + "\r\n");
    }

    @ParameterizedTest
    @CsvSource({"1,''", "20,''", "60,''", "1,description", "20,description", "60,description", "60,name"})
    void a_response_says_its_length_whether_or_not_it_fits_in_a_buffer_and_fields_are_chosen(int limit, String fields) {
        // All of them are longer than a buffer; each alone, or dozens of them, are not.
        for (int i = 0; i < 60; i++) {
            var values = FieldValues.builder()
                    .set(VariantField.NAME, "Name " + i)
                    .set(VariantField.DESCRIPTION, "d".repeat(10_000 + i))
                    .build();
            api.lookup.variants.put("L" + i, new VariantLayers(values, null, null, null).resolve());
            api.lookup.list(71, "sku" + i, "L" + i);
        }
        ApiAnswer answer =
                api.get("/v1/7/location/71/variants?limit=" + limit + (fields.isEmpty() ? "" : "&fields=" + fields));
        assertThat(answer.header("Content-Length"))
                .isEqualTo(Integer.toString(answer.body().getBytes(StandardCharsets.UTF_8).length));
        assertThat(answer.json().path("variants")).hasSize(limit);
        assertThat(answer.json().at("/variants/0").has("description")).isEqualTo(!fields.equals("name"));
    }
}
