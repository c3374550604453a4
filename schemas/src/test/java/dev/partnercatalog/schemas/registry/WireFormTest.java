package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireFormTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "'',                   the value is empty",
        "00,                   it has only 1 byte",
        "00000001,             it has only 4 bytes",
        "0000000000,           0 is not a registry content id",
        "00ffffffff62,         -1 is not a registry content id",
        "00000000000000006162, perhaps with the 8-byte id 97",
        "7b2261223a317d,       it looks like JSON text",
        "5b5d,                 it looks like JSON text",
        "2261,                 it looks like JSON text",
        "c301aabbcc,           single-object encoding",
        "4f626a0104,           an Avro container file",
        "0262026e,             apicurio.registry.headers.enabled=false",
    })
    void what_was_found_is_named(String hex, String found) {
        assertThat(WireForm.problem(HexFormat.of().parseHex(hex))).contains(found);
    }

    @Test
    void a_content_id_behind_a_zero_byte_is_no_problem() {
        assertThat(WireForm.problem(HexFormat.of().parseHex("0000000001"))).isNull();
        assertThat(WireForm.problem(HexFormat.of().parseHex("000000000100000000000000")))
                .isNull();
    }
}
