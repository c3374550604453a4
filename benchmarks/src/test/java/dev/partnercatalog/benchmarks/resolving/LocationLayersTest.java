package dev.partnercatalog.benchmarks.resolving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

class LocationLayersTest {

    private static final CompanyOverride OVERRIDE = CompanyOverride.newBuilder()
            .setCompanyId(1)
            .setBarcode("b")
            .setBrand("brand")
            .build();
    private static final DisplayAttributes ATTRIBUTES =
            DisplayAttributes.newBuilder().setCompanyId(1).setBarcode("b").build();

    @Test
    void layers_are_read_as_they_were_written() {
        Serde<LocationLayers> serde = LocationLayers.serde();
        for (LocationLayers layers : List.of(
                new LocationLayers(ATTRIBUTES, new CompanyLayerPair(OVERRIDE, ATTRIBUTES)),
                new LocationLayers(ATTRIBUTES, new CompanyLayerPair(null, ATTRIBUTES)),
                new LocationLayers(ATTRIBUTES, CompanyLayerPair.NONE))) {
            byte[] bytes = serde.serializer().serialize("t", layers);
            assertThat(serde.deserializer().deserialize("t", bytes)).isEqualTo(layers);
        }
    }
}
