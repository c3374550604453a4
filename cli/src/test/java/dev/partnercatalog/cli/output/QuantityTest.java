package dev.partnercatalog.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuantityTest {

    @Test
    void only_one_is_in_the_singular() {
        assertThat(Quantity.of(0, "record")).isEqualTo("0 records");
        assertThat(Quantity.of(1, "record")).isEqualTo("1 record");
        assertThat(Quantity.of(2, "record")).isEqualTo("2 records");
        assertThat("1,000 " + Quantity.noun(1_000, "dead letter")).isEqualTo("1,000 dead letters");
    }
}
