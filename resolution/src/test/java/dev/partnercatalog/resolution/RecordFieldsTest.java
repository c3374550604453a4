package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecordFieldsTest {

    @Test
    void D36_the_fields_to_choose_from_are_those_of_a_variant_and_where_they_come_from() {
        assertThat(RecordFields.ALL.names())
                .containsExactlyElementsOf(Stream.concat(
                                VariantField.all().stream().map(VariantField::jsonName), Stream.of("catalogSource"))
                        .sorted()
                        .toList());
        assertThat(RecordFields.of(RecordFields.ALL.names()).isAll()).isTrue();
    }

    @Test
    void D36_ids_are_members_of_every_record_and_no_fields() {
        assertThat(RecordFields.of(List.of("thc", "barcode", "colour")).names()).containsExactly("thc");
        assertThat(RecordFields.isMember("barcode")).isTrue();
        assertThat(RecordFields.isMember("thc")).isTrue();
        assertThat(RecordFields.isMember("colour")).isFalse();
    }
}
