package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkerTest {

    @Test
    void the_markers_of_all_layers_are_found_wherever_they_are() {
        String record = "x" + Marker.LOCATION_ATTRIBUTES.text(7) + "…" + Marker.BPD.text(0)
                + Marker.OVERRIDE.text(999_999) + Marker.COMPANY_ATTRIBUTES.text(12_345);
        assertThat(Marker.in(record.getBytes(StandardCharsets.UTF_8))).isEqualTo(List.of(0, 999_999, 12_345, 7));
    }

    @Test
    void a_record_without_markers_has_none() {
        byte[] record = "#1 of all, bpd #000001, bpd#1".getBytes(StandardCharsets.UTF_8);
        assertThat(Marker.in(record)).isEqualTo(Collections.nCopies(4, Marker.NONE));
    }
}
