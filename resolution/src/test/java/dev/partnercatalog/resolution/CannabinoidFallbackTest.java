package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CannabinoidFallbackTest {

    /** Comparing each name with each other would take minutes. */
    @Test
    @Timeout(20)
    void many_names_with_equal_hash_codes_cost_no_more_than_others() {
        Map<String, MeasuredRange> ranges = new TreeMap<>();
        MeasuredRange range = new MeasuredRange("1", "", "");
        for (int i = 0; i < 1 << 18; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 18; bit++) {
                name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            ranges.put(name.toString(), range);
        }
        assertThat(ranges.keySet().stream().map(String::hashCode).distinct()).hasSize(1);
        CannabinoidFallback fallback = new CannabinoidFallback(range, range, range, ranges, "%");
        assertThat(fallback.secondaryCannabinoids()).hasSize(1 << 18);
    }
}
