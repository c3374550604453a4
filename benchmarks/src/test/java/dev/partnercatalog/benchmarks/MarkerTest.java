package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkerTest {

    @Test
    void the_markers_of_all_layers_are_found_wherever_they_are() {
        assertThat(found("x" + Marker.LOCATION_ATTRIBUTES.text(7) + "…" + Marker.BPD.text(0)
                        + Marker.OVERRIDE.text(999_999) + Marker.COMPANY_ATTRIBUTES.text(12_345)))
                .containsExactly(7, 0, 999_999, 12_345);
    }

    @Test
    void a_text_without_markers_has_none() {
        assertThat(found("#1 of all, bpd#00012x4, #123456")).isEmpty();
    }

    private static List<Integer> found(String text) {
        List<Integer> found = new ArrayList<>();
        Marker.forEach(text.getBytes(StandardCharsets.UTF_8), found::add);
        return found;
    }
}
