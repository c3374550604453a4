package dev.partnercatalog.partner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CopyProofTest {

    /** Two barcodes in one range, and one in another. */
    private static final String FIRST = "0";

    private static final String SECOND = barcodeLike(FIRST, true);
    private static final String OTHER = barcodeLike(FIRST, false);

    private static String barcodeLike(String barcode, boolean same) {
        int number = 1;
        while ((CopyProof.range("" + number) == CopyProof.range(barcode)) != same) {
            number++;
        }
        return "" + number;
    }

    private static String record(String barcode) {
        return "{\"barcode\":\"" + barcode + "\",\"companyId\":7,\"locationId\":7,\"unitSize\":1.0}";
    }

    private static JsonNode parsed(String record) {
        return Json.read(record.getBytes(UTF_8));
    }

    private static String digests(CopyProof proof) {
        return proof.digests().stream()
                .map(digest -> "{\"digest\":\"" + digest + "\"}")
                .collect(Collectors.joining(",", "{\"ranges\":[", "]}"));
    }

    private static String hashes(List<String> records) {
        return records.stream()
                .map(CopyProofTest::parsed)
                .map(record ->
                        "{\"barcode\":" + record.get("barcode") + ",\"hash\":\"" + CopyProof.hash(record) + "\"}")
                .collect(Collectors.joining(",", "{\"records\":[", "]}"));
    }

    private static CopyProof of(List<String> records) {
        CopyProof proof = new CopyProof();
        records.forEach(proof::add);
        return proof;
    }

    @Test
    void the_same_records_in_any_order_and_form_prove_each_other() {
        List<String> records = List.of(record(FIRST), record(SECOND), record(OTHER));
        CopyProof theirs = of(records);
        List<String> stored = new ArrayList<>();
        stored.add(record(OTHER).replace("1.0", "1"));
        stored.add(record(SECOND).replace("}", ", \"changedFields\": [\"name\"]}"));
        stored.add(record(FIRST));

        assertThat(of(stored).differing(digests(theirs))).isEmpty();
        assertThat(theirs.count()).isEqualTo(3);
    }

    @Test
    void a_range_with_a_wrong_record_differs_and_shows_which_record_it_is() {
        List<String> theirs = List.of(record(FIRST), record(SECOND));
        CopyProof spoiled = of(List.of(record(FIRST).replace("1.0", "2"), record(OTHER)));

        assertThat(spoiled.differing(digests(of(theirs))))
                .containsExactlyInAnyOrder(CopyProof.range(FIRST), CopyProof.range(OTHER));
        assertThat(CopyProof.wrong(List.of(parsed(record(FIRST).replace("1.0", "2"))), hashes(theirs)))
                .containsExactlyInAnyOrder(FIRST, SECOND);
        assertThat(CopyProof.wrong(List.of(parsed(record(OTHER))), hashes(List.of())))
                .containsExactly(OTHER);
        assertThat(CopyProof.wrong(theirs.stream().map(CopyProofTest::parsed).toList(), hashes(theirs)))
                .isEmpty();
    }

    @Test
    void input_that_is_not_a_record_or_a_response_is_refused() {
        CopyProof proof = new CopyProof();
        for (String record : List.of("", "3", "{}", "{\"barcode\":3}")) {
            assertThatThrownBy(() -> proof.add(record)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> proof.differing("{\"range\":1,\"records\":[]}"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CopyProof.wrong(List.of(), digests(proof)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(proof.count()).isZero();
    }
}
