package dev.partnercatalog.operations.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearIdsTest {

    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource({
        "4006381333931, 04006381333931",
        "0012345678905, 012345678905",
        "12345678905, 012345678905",
        "400638133393, 4006381333931",
        "4006381333931.0, 4006381333931",
        "4-006381-333931, 4006381333931",
        // UPC-E 0 425261 4 stands for UPC-A 042100005264.
        "04252614, 042100005264",
        "4252614, 042100005264",
        "04252614, 00042100005264",
        "01234565, 012345000065",
        "abc-1, ABC-1",
    })
    void numbers_that_are_written_in_another_way_are_near_and_are_found(String one, String other) {
        assertThat(NearIds.areNear(one, other)).isTrue();
        assertThat(NearIds.areNear(other, one)).isTrue();
        if (!one.contains(".") && !one.contains("-4") && !other.contains("-")) {
            assertThat(NearIds.barcodesNear(one)).contains(other);
        }
    }

    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource({
        "Caf\u00e9, Cafe\u0301",
        "'a b', 'a\u00a0b'",
        "'a b', ' a  b '",
        "ab, a\u200bb",
        "'\uff21-1', A-1",
    })
    void texts_that_look_the_same_are_near(String one, String other) {
        assertThat(NearIds.areNear(one, other)).isTrue();
    }

    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource({
        "4006381333931, 4006381333932",
        "400638133393, 4006381333932",
        "4001, 40015",
        "4001, 4001",
        "A-1, A-2",
        "1234567890128, 1234567890135",
        "Cafe, Caf\u00e9",
    })
    void others_are_not(String one, String other) {
        assertThat(NearIds.areNear(one, other)).isFalse();
    }

    @Test
    void few_barcodes_are_looked_for_and_never_the_same_one() {
        for (String barcode : List.of("4006381333931", "04252614", "0".repeat(40), "9".repeat(64), "abc", "1")) {
            assertThat(NearIds.barcodesNear(barcode)).doesNotContain(barcode).hasSizeLessThan(60);
        }
    }

    @Test
    void among_others_the_near_ones_are_named_in_order() {
        assertThat(NearIds.among(List.of("Cafe\u0301", "tea", "CAFÉ"), "Café")).containsExactly("CAFÉ", "Cafe\u0301");
    }
}
