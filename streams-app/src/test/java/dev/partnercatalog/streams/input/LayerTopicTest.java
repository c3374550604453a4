package dev.partnercatalog.streams.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerTopicTest {

    private static final Scope COMPANY = new Scope.Company(7);
    private static final Scope LOCATION = new Scope.Location(7, 70);

    @ParameterizedTest
    @CsvSource({
        "BPD, 0001",
        "COMPANY_OVERRIDE, 7/0001",
        "COMPANY_ATTRIBUTES, 7/0001",
        "LOCATION_ATTRIBUTES, 7/70/0001",
    })
    void a_key_says_of_which_variant_and_scope_a_record_is_the_layer(LayerTopic topic, String key) {
        assertThat(topic.variant(key).barcode()).isEqualTo("0001");
        assertThat(LayerTopic.of(topic.topic())).isEqualTo(topic);
        assertThatThrownBy(() -> topic.variant("7/x/y/z")).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    void D1_at_a_scope_count_its_own_layers_and_those_of_what_it_is_part_of() {
        assertThat(counting(Scope.everywhere())).containsExactly(Layer.BPD);
        assertThat(counting(COMPANY)).containsExactly(Layer.BPD, Layer.COMPANY_OVERRIDE, Layer.COMPANY_ATTRIBUTES);
        assertThat(counting(LOCATION)).containsExactly(Layer.values());
    }

    @Test
    void what_is_listed_is_no_layer() {
        assertThat(LayerTopic.of(CatalogTopic.LISTINGS)).isNull();
    }

    private static List<Layer> counting(Scope scope) {
        return Stream.of(Layer.values()).filter(layer -> layer.countsAt(scope)).toList();
    }
}
