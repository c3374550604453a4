package dev.partnercatalog.operations.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.key.Ids;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Letters with the same cause are one kind, whatever is in their keys. */
class DeadLetterKindTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "a\"b",
                "\"",
                "\"\"\"",
                "a\\",
                "\\\"",
                "a\nb",
                "7\" x 3\"",
                "\u202eabc",
                "",
                "a key that is longer than what is shown of it, \"with\" quotes, \" \" \" \" \" \" and more of them\"\"\"\""
            })
    void whatever_a_key_contains_the_kind_of_its_reason_is_the_same(String key) {
        assertThat(DeadLetterKind.general("key " + Ids.quoted(key) + " is invalid: expected partnerId/companyId"))
                .isEqualTo("key … is invalid: expected partnerId/companyId");
        assertThat(DeadLetterKind.general("the key and the value disagree: sku is " + Ids.quoted(key)
                        + " in the key, but " + Ids.quoted(key + "x") + " in the value"))
                .isEqualTo("the key and the value disagree: sku is … in the key, but … in the value");
    }

    @Test
    void a_reason_that_is_cut_within_a_quote_is_of_the_kind_of_its_beginning() {
        assertThat(DeadLetterKind.general("sku \"abc\\\"de")).isEqualTo("sku …");
        assertThat(DeadLetterKind.general("sku \"abc\\")).isEqualTo("sku …");
    }
}
