package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchGetVariantsTest {

    private static final String PATH = "/v1/1/variants/batch-get";

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void catalog() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11", "12"));
        api.lookup.variant("A");
        api.lookup.variant("B");
        api.lookup.variant("C");
        api.lookup.list(11, "sku-a", "A");
        api.lookup.list(1, "sku-a", "B");
        api.lookup.list(1, "sku-b", "B");
        api.lookup.list(11, "sku-gone", "gone");
    }

    @Test
    void a_variant_is_returned_as_the_one_function_for_partners_renders_it() {
        JsonNode answer = ok("{\"locationId\":11,\"barcodes\":[\"A\"]}");
        byte[] expected = PartnerView.json(
                "A",
                Objects.requireNonNull(api.lookup.variants.get("A")),
                api.configurations.resolve(
                        Objects.requireNonNull(api.configurations.partner("p1")),
                        InMemoryConfigurations.company("1"),
                        11),
                Scope.of(1, 11));
        assertThat(answer.path("variants").get(0).toString()).isEqualTo(new String(expected, StandardCharsets.UTF_8));
    }

    @Test
    void the_response_has_exactly_the_four_fields_of_the_specification_and_declares_its_length() {
        ApiAnswer answer = api.post(PATH, "{\"locationId\":11,\"barcodes\":[\"A\",\"B\",\"x\"]}");
        assertThat(answer.json().properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("variants", "failedBarcodes", "failedSkus", "mappedSkuBarcodes");
        assertThat(answer.header("Content-Length"))
                .isEqualTo(String.valueOf(answer.body().length()));
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void a_response_that_may_be_outdated_says_by_how_much_and_no_other_does() {
        String batch = "{\"locationId\":11,\"barcodes\":[\"A\"]}";
        assertThat(api.post(PATH, batch).header("Catalog-Age")).isNull();
        api.lookup.age = Duration.ofMillis(12_345);
        assertThat(api.post(PATH, batch).header("Catalog-Age")).isEqualTo("12");
    }

    @Test
    void D11_D12_the_ids_of_a_variant_are_the_requests_and_equal_at_company_scope() {
        assertThat(ok("{\"locationId\":12,\"barcodes\":[\"A\"]}")
                        .at("/variants/0/locationId")
                        .asLong())
                .isEqualTo(12);
        JsonNode atCompany = ok("{\"locationId\":1,\"barcodes\":[\"A\"]}").at("/variants/0");
        assertThat(atCompany.path("locationId").asLong()).isEqualTo(1);
        assertThat(atCompany.path("companyId").asLong()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"locationId\":11}",
                "{\"locationId\":11,\"barcodes\":[],\"skus\":[]}",
                "{\"locationId\":11,\"barcodes\":null,\"skus\":null}",
                "{\"locationId\":11,\"skus\":[]}"
            })
    void D12_an_empty_batch_is_an_invalid_request(String body) {
        api.post(PATH, body).error(ErrorCode.INVALID_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"locationId\":11,\"barcodes\":[\"A\"],\"skus\":null}",
                "{\"locationId\":11,\"barcodes\":[\"A\"],\"skus\":[]}",
                "{\"locationId\":11,\"skus\":[\"sku-a\"],\"barcodes\":null}",
                "{\"locationId\":11,\"barcodes\":[\"A\"],\"stateCode\":null,\"unknown\":{\"x\":[1]}}"
            })
    void D12_D20_optional_fields_may_be_absent_null_or_empty_and_unknown_fields_are_ignored(String body) {
        assertThat(ok(body).path("variants")).hasSize(1);
    }

    @Test
    void D12_more_identifiers_than_allowed_are_a_batch_too_large() {
        JsonNode error = api.post(PATH, batchOf(ApiHarness.MAX_BATCH, 1)).error(ErrorCodes.BATCH_TOO_LARGE);
        assertThat(error.path("message").asText()).contains("11", "10");
        assertThat(api.post(PATH, batchOf(ApiHarness.MAX_BATCH - 1, 1)).status())
                .isEqualTo(200);
    }

    @Test
    void D36_fields_that_are_no_array_or_have_many_wrong_names_are_an_invalid_request() {
        String batch = "{\"locationId\":11,\"barcodes\":[\"A\"],\"fields\":";
        assertThat(api.post(PATH, batch + "{\"name\":true}}")
                        .error(ErrorCode.INVALID_REQUEST)
                        .at("/body/violations/0/field")
                        .asText())
                .isEqualTo("fields");
        assertThat(api.post(PATH, batch + "[" + "\"\",".repeat(200) + "\"\"]}")
                        .error(ErrorCode.INVALID_REQUEST)
                        .at("/body/violations"))
                .hasSize(20);
    }

    @Test
    void records_that_are_too_large_together_are_a_batch_too_large() {
        String batch = "{\"locationId\":11,\"barcodes\":[\"A\"]}";
        api.lookup.bytes = 72 << 20;
        assertThat(api.post(PATH, batch).status()).isEqualTo(200);
        api.lookup.bytes = (72 << 20) + 1;
        JsonNode error = api.post(PATH, batch).error(ErrorCodes.BATCH_TOO_LARGE);
        assertThat(error.path("message").asText()).contains("64 MiB");
        api.lookup.bytes = 72 << 20;
        assertThat(api.post(PATH, batch).status()).isEqualTo(200);
    }

    @Test
    void D12_D15_a_duplicate_identifier_counts_once() {
        String barcodes = "\"A\",".repeat(ApiHarness.MAX_BATCH) + "\"B\"";
        assertThat(texts(ok("{\"locationId\":11,\"barcodes\":[" + barcodes + "]}"), "/variants", "barcode"))
                .containsExactly("A", "B");
    }

    @Test
    void D13_a_SKU_maps_by_the_locations_listing_else_by_the_company_wide_one() {
        JsonNode answer = ok("{\"locationId\":11,\"skus\":[\"sku-a\",\"sku-b\"]}");
        assertThat(answer.path("mappedSkuBarcodes").toString()).isEqualTo("{\"sku-a\":\"A\",\"sku-b\":\"B\"}");
        assertThat(texts(answer, "/variants", "barcode")).containsExactly("A", "B");
    }

    @Test
    void D13_at_company_scope_a_SKU_maps_only_by_the_company_wide_listing() {
        JsonNode answer = ok("{\"locationId\":1,\"skus\":[\"sku-a\",\"sku-gone\"]}");
        assertThat(answer.path("mappedSkuBarcodes").toString()).isEqualTo("{\"sku-a\":\"B\"}");
        assertThat(texts(answer, "/failedSkus")).containsExactly("sku-gone");
    }

    @Test
    void D13_a_SKU_that_has_a_listing_but_no_variant_is_mapped_and_failed() {
        JsonNode answer = ok("{\"locationId\":11,\"skus\":[\"sku-gone\",\"never-listed\"]}");
        assertThat(answer.path("mappedSkuBarcodes").toString()).isEqualTo("{\"sku-gone\":\"gone\"}");
        assertThat(texts(answer, "/failedSkus")).containsExactly("sku-gone", "never-listed");
        assertThat(answer.path("failedBarcodes")).isEmpty();
    }

    @Test
    void D13_a_malformed_identifier_fails_and_is_returned_exactly_as_sent() {
        String body = "{\"locationId\":11,\"barcodes\":[\"\",\"a b\",\"a/b\",\"é😀\",\"\\ud800\",\"" + "x".repeat(65)
                + "\"],\"skus\":[\"\",\"a/b\",\"\\u0000\"]}";
        JsonNode answer = ok(body);
        assertThat(texts(answer, "/failedBarcodes")).containsExactly("", "a b", "a/b", "é😀", "\ud800", "x".repeat(65));
        assertThat(texts(answer, "/failedSkus")).containsExactly("", "a/b", "\u0000");
        assertThat(answer.path("variants")).isEmpty();
    }

    @Test
    void D14_a_variant_not_sold_in_the_requested_state_does_not_resolve() {
        api.lookup.variant("A", "CA", "NV");
        String asked = "{\"locationId\":11,\"barcodes\":[\"A\",\"B\"],\"skus\":[\"sku-a\"],\"stateCode\":\"%s\"}";
        JsonNode elsewhere = ok(asked.formatted("or"));
        assertThat(texts(elsewhere, "/variants", "barcode")).containsExactly("B");
        assertThat(texts(elsewhere, "/failedBarcodes")).containsExactly("A");
        assertThat(texts(elsewhere, "/failedSkus")).containsExactly("sku-a");
        assertThat(texts(ok(asked.formatted("nV")), "/variants", "barcode")).containsExactly("A", "B");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"C\"", "\"CAL\"", "\"C1\"", "\"Ça\"", "6", "[\"CA\"]", "true"})
    void D14_a_malformed_state_code_is_an_invalid_request(String stateCode) {
        JsonNode error = api.post(PATH, "{\"locationId\":11,\"barcodes\":[\"A\"],\"stateCode\":" + stateCode + "}")
                .error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("stateCode");
    }

    @Test
    void D15_variants_are_in_the_requested_order_barcodes_first_and_each_once() {
        api.lookup.list(11, "sku-c", "C");
        JsonNode answer = ok(
                "{\"locationId\":11,\"barcodes\":[\"B\",\"x\",\"B\",\"y\"],\"skus\":[\"sku-c\",\"sku-b\",\"z\",\"sku-a\",\"sku-c\"]}");
        assertThat(texts(answer, "/variants", "barcode")).containsExactly("B", "C", "A");
        assertThat(texts(answer, "/failedBarcodes")).containsExactly("x", "y");
        assertThat(texts(answer, "/failedSkus")).containsExactly("z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"barcodes\":[\"A\"]}",
                "{\"locationId\":null,\"barcodes\":[\"A\"]}",
                "{\"locationId\":\"11\",\"barcodes\":[\"A\"]}",
                "{\"locationId\":11.0,\"barcodes\":[\"A\"]}",
                "{\"locationId\":1.1e1,\"barcodes\":[\"A\"]}",
                "{\"locationId\":true,\"barcodes\":[\"A\"]}",
                "{\"locationId\":[11],\"barcodes\":[\"A\"]}"
            })
    void D20_a_location_that_is_not_a_whole_number_is_not_coerced_into_one(String body) {
        JsonNode error = api.post(PATH, body).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("locationId");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"A\"", "{}", "7", "[7]", "[null]", "[\"A\",null]", "[[\"A\"]]", "[true]"})
    void D20_identifiers_that_are_not_an_array_of_strings_are_not_coerced_into_one(String value) {
        for (String field : List.of("barcodes", "skus")) {
            JsonNode error = api.post(PATH, "{\"locationId\":11,\"" + field + "\":" + value + "}")
                    .error(ErrorCode.INVALID_REQUEST);
            assertThat(error.at("/body/violations/0/field").asText()).startsWith(field);
        }
    }

    @Test
    void D20_each_violation_is_reported_with_its_value() {
        JsonNode error = api.post(PATH, "{\"locationId\":\"x\",\"barcodes\":[\"A\",7],\"skus\":{},\"stateCode\":\"?\"}")
                .error(ErrorCode.INVALID_REQUEST);
        assertThat(texts(error, "/body/violations", "field"))
                .containsExactly("locationId", "barcodes[1]", "skus", "stateCode");
        assertThat(texts(error, "/body/violations", "problem"))
                .allSatisfy(problem -> assertThat(problem).contains("expected", "got"));
        assertThat(error.path("message").asText()).contains("locationId", "\"x\"", "and 1 more");
    }

    @Test
    void D20_the_number_of_violations_is_limited() {
        JsonNode error = api.post(PATH, "{\"locationId\":11,\"barcodes\":[" + "1,".repeat(500) + "1]}")
                .error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations")).hasSize(20);
    }

    @Test
    void an_unavailable_table_makes_the_whole_batch_unavailable() {
        api.lookup.available = false;
        ApiAnswer answer = api.post(PATH, "{\"locationId\":11,\"barcodes\":[\"A\"]}");
        answer.error(ErrorCode.CATALOG_UNAVAILABLE);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void a_batch_is_looked_up_together() {
        ok("{\"locationId\":11,\"barcodes\":[\"A\",\"B\",\"x\"],\"skus\":[\"sku-a\",\"sku-b\"]}");
        assertThat(api.lookup.variantLookups).hasValue(1);
    }

    private JsonNode ok(String body) {
        ApiAnswer answer = api.post(PATH, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static String batchOf(int barcodes, int skus) {
        return "{\"locationId\":11,\"barcodes\":" + numbered("b", barcodes) + ",\"skus\":" + numbered("s", skus) + "}";
    }

    private static String numbered(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + prefix + i + "\"")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static List<String> texts(JsonNode node, String pointer) {
        return node.at(pointer).valueStream().map(JsonNode::asText).toList();
    }

    private static List<String> texts(JsonNode node, String pointer, String field) {
        return node.at(pointer)
                .valueStream()
                .map(element -> element.path(field).asText())
                .toList();
    }
}
