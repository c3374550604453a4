package dev.partnercatalog.operations.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterFilterTest {

    private static final String REASON = "sku is \"a-1\" in the key, but \"b\" in the value, at byte 17";

    private static boolean selects(String reason) {
        return new DeadLetterFilter(null, null, null, reason)
                .matches(new DeadLetter(
                        new LogPosition(0, 7), Instant.EPOCH, REASON, null, null, null, 0, new RecordHeaders()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sku", "\"a-1\"", "byte 17", "a-1", REASON})
    void a_part_of_the_reason_selects_it(String part) {
        assertThat(selects(part)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"nothing like this\"", "18", "byte 1 ", "\"a-2\" in the key", "barcode"})
    void what_the_reason_does_not_contain_does_not_select_it(String other) {
        assertThat(selects(other)).isFalse();
    }

    @Test
    void a_reason_of_the_summary_selects_all_of_its_kind() {
        assertThat(selects(DeadLetterKind.general(REASON))).isTrue();
        assertThat(selects("but … in")).isTrue();
        assertThat(selects("but … in the key")).isFalse();
        assertThat(selects("… in the key, but \"c\""))
                .as("with a detail of another event")
                .isFalse();
    }
}
