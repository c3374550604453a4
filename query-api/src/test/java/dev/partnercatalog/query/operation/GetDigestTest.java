package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.resolution.CopyDigest;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GetDigestTest {

    private static final int LISTED = 600;
    private static final String PATH = "/v1/1/location/11/variants/digest";

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    private final CopyDigest digest = new CopyDigest();

    @BeforeEach
    void list() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11", "12"));
        for (int i = 0; i < LISTED; i++) {
            api.lookup.variant("b" + i);
            api.lookup.list(11, "sku" + i, "b" + i);
        }
        api.lookup.list(11, "another sku", "b7");
        api.lookup.list(11, "of nothing", "not there");
        api.lookup.variant("company");
        api.lookup.list(1, "c", "company");
    }

    private String record(long locationId, String barcode) {
        JsonNode variants = api.post(
                        "/v1/1/variants/batch-get",
                        "{\"locationId\":" + locationId + ",\"barcodes\":[\"" + barcode + "\"]}")
                .json()
                .path("variants");
        assertThat(variants).hasSize(1);
        return variants.get(0).toString();
    }

    private String hash(String record) {
        return HexFormat.of().formatHex(digest.hash(record.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void D31_each_listed_variant_that_resolves_is_counted_once_in_the_range_of_its_barcode() {
        JsonNode answer = api.get(PATH).json();

        assertThat(answer.path("count").asInt()).isEqualTo(LISTED);
        assertThat(answer.path("ranges")).hasSize(256);
        assertThat(api.get("/v1/1/location/11/variants/changes?since="
                                + answer.path("changes").asText())
                        .json()
                        .path("more")
                        .asBoolean())
                .as("the cursor is good for changes")
                .isFalse();
        int[] counts = new int[256];
        for (int i = 0; i < LISTED; i++) {
            counts[digest.range("b" + i)]++;
        }
        for (int range = 0; range < 256; range++) {
            JsonNode one = answer.path("ranges").get(range);
            assertThat(one.path("range").asInt()).isEqualTo(range);
            assertThat(one.path("count").asInt()).isEqualTo(counts[range]);
            assertThat(one.path("digest").asText().equals("0".repeat(64))).isEqualTo(counts[range] == 0);
        }
    }

    @Test
    void D31_whatever_changed_in_the_meantime_a_digest_is_that_of_a_snapshot_s_records() {
        JsonNode first = api.get(PATH).json().path("ranges");
        assertThat(first).isEqualTo(expected());
        api.lookup.variant("b7", "CA");
        api.lookup.unlist(11, "sku8");
        api.lookup.list(11, "sku9", "b10");
        assertThat(api.get(PATH).json().path("ranges")).isEqualTo(expected()).isNotEqualTo(first);
    }

    /** The ranges of the location's records, as a snapshot has them. */
    private JsonNode expected() {
        CopyDigest records = new CopyDigest();
        JsonNode snapshot =
                api.get("/v1/1/location/11/variants?limit=1000").json().path("variants");
        for (JsonNode record : snapshot) {
            records.add(
                    records.range(record.path("barcode").asText()),
                    records.hash(record.toString().getBytes(StandardCharsets.UTF_8)));
        }
        ArrayNode ranges = JsonNodeFactory.instance.arrayNode();
        for (int range = 0; range < CopyDigest.RANGES; range++) {
            // As numbers are read from a response.
            ranges.addObject()
                    .put("count", (int) records.count(range))
                    .put("digest", records.digest(range))
                    .put("range", range);
        }
        return ranges;
    }

    @Test
    void D31_a_range_lists_the_hashes_of_its_records_which_are_those_of_batch_get_in_order_of_barcode() {
        int range = digest.range("b7");

        JsonNode answer = api.get(PATH + "?range=" + range).json();

        assertThat(answer.path("range").asInt()).isEqualTo(range);
        List<String> barcodes = answer.path("records").findValuesAsText("barcode");
        assertThat(barcodes).isSorted().doesNotHaveDuplicates().contains("b7").allMatch(b -> digest.range(b) == range);
        CopyDigest copy = new CopyDigest();
        for (JsonNode record : answer.path("records")) {
            String text = record(11, record.path("barcode").asText());
            assertThat(record.path("hash").asText()).isEqualTo(hash(text));
            copy.add(range, copy.hash(text.getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(api.get(PATH).json().path("ranges").get(range).path("digest").asText())
                .isEqualTo(copy.digest(range));
    }

    @Test
    void D31_the_company_s_own_listings_are_requested_without_a_location_or_with_the_company_s_id() {
        String range = "?range=" + digest.range("company");

        String answer = api.get("/v1/1/variants/digest" + range).body();

        assertThat(answer)
                .isEqualTo(api.get("/v1/1/location/1/variants/digest" + range).body());
        assertThat(answer).contains("\"company\"", hash(record(1, "company")));
        assertThat(api.get("/v1/1/variants/digest").json().path("count").asInt())
                .isEqualTo(1);
    }

    @Test
    void D31_a_scope_that_lists_nothing_has_256_empty_ranges() {
        JsonNode answer = api.get("/v1/1/location/12/variants/digest").json();

        assertThat(answer.path("count").asInt()).isZero();
        assertThat(answer.path("ranges").findValuesAsText("digest")).containsOnly("0".repeat(64));
        assertThat(api.get("/v1/1/location/12/variants/digest?range=0").body())
                .isEqualTo("{\"range\":0,\"records\":[]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "256", "1.0", "0x1", "a", "%F0%9F%98%80", "1&range=1", "99999999999", "+1", "٣"})
    void D20_an_invalid_range_is_refused(String range) {
        JsonNode error = api.get(PATH + "?range=" + range).error(ErrorCode.INVALID_REQUEST);

        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("range");
    }
}
