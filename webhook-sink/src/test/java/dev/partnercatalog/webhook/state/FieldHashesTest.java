package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("D24: which fields of a record have changed")
class FieldHashesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'name':'a','thc':{'avg':'1'} | 'name':'a','thc':{'avg':'1'} | ``",
                "'name':'a','thc':{'avg':'1'} | 'name':'b','thc':{'avg':'1'} | name",
                "'name':'a','thc':{'avg':'1'} | 'name':'a','thc':{'avg':'2'} | thc",
                "'name':'a','thc':{'avg':'1'} | 'name':'a'                   | thc",
                "'name':'a'                   | 'aromas':[],'name':'b'       | aromas,name",
                "'variantType':''             | 'appearance':['x']           | appearance,variantType"
            })
    void are_those_with_another_value_and_those_that_one_of_the_two_lacks(String before, String after, String changed) {
        FieldHashes earlier = of(before);
        assertThat(String.join(",", earlier.changedIn(of(after)).names())).isEqualTo(changed);
        assertThat(String.join(",", of(after).changedIn(earlier).names())).isEqualTo(changed);
    }

    @Test
    void is_read_as_it_was_written_at_four_bytes_a_field() {
        FieldHashes hashes = of("'aromas':[],'name':'b','variantType':'x'");
        ByteBuffer written = ByteBuffer.allocate(hashes.size());
        hashes.write(written);
        assertThat(hashes.size()).isEqualTo(8 + 3 * 4);
        assertThat(FieldHashes.read(written.flip())).isEqualTo(hashes);
        assertThat(FieldHashes.read(written.rewind()).changedIn(hashes).names()).isEqualTo(List.of());
    }

    private static FieldHashes of(String members) {
        return FieldHashes.of(("{" + members + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
