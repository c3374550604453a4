package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which look-ups read the store, and that none is answered with what a change has replaced. */
class RecentListingsTest {

    private final RecentListings listings = new RecentListings();
    private final Map<String, String> store = new HashMap<>(Map.of("7/70/A", "1", "7/70/B", "2"));
    private final List<String> read = new ArrayList<>();

    @Test
    void a_listing_is_read_once_whether_it_exists_or_not() {
        assertThat(find("7/70/A", "7/70/C")).isEqualTo(Map.of("7/70/A", "1"));
        assertThat(find("7/70/A", "7/70/B", "7/70/C")).isEqualTo(Map.of("7/70/A", "1", "7/70/B", "2"));
        assertThat(read).containsExactly("7/70/A", "7/70/C", "7/70/B");
    }

    @Test
    void a_changed_listing_is_read_again() {
        find("7/70/A", "7/70/C");
        change("7/70/A", null);
        change("7/70/C", "3");
        assertThat(find("7/70/A", "7/70/C")).isEqualTo(Map.of("7/70/C", "3"));
    }

    @Test
    void what_was_read_before_a_change_is_not_kept() {
        Map<String, String> before = listings.find(List.of("7/70/A"), keys -> {
            List<byte @Nullable []> rows = rows(keys);
            change("7/70/A", "9");
            return rows;
        });
        assertThat(before).isEqualTo(Map.of("7/70/A", "1"));
        assertThat(find("7/70/A")).isEqualTo(Map.of("7/70/A", "9"));
    }

    private Map<String, String> find(String... keys) {
        return listings.find(List.of(keys), this::rows);
    }

    private void change(String key, @Nullable String barcode) {
        if (barcode == null) {
            store.remove(key);
        } else {
            store.put(key, barcode);
        }
        listings.changed(List.of(key));
    }

    private List<byte @Nullable []> rows(List<String> keys) {
        read.addAll(keys);
        List<byte @Nullable []> rows = new ArrayList<>();
        for (String key : keys) {
            String barcode = store.get(key);
            rows.add(barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII));
        }
        return rows;
    }
}
