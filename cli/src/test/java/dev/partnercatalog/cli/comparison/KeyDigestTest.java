package dev.partnercatalog.cli.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyDigestTest {

    private static final int KEYS = 20_000;

    @Test
    void neither_order_nor_what_was_compacted_away_matters() {
        KeyDigest whole = new KeyDigest();
        List<Integer> keys = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            put(whole, i, "earlier");
            keys.add(i);
        }
        keys.forEach(i -> put(whole, i, i % 10 == 0 ? null : "v" + i));

        Collections.shuffle(keys, new Random(7));
        KeyDigest compacted = new KeyDigest();
        keys.stream().filter(i -> i % 10 != 0).forEach(i -> put(compacted, i, "v" + i));

        assertThat(compacted.sum()).isEqualTo(whole.sum());
        assertThat(whole.sum().keys()).isEqualTo(KEYS * 9 / 10);
    }

    @Test
    void a_value_a_key_too_many_and_two_values_that_were_swapped_are_each_seen() {
        KeyDigest.Sum right = of("a", "b", "c");
        assertThat(of("a", "b", "d")).isNotEqualTo(right);
        assertThat(of("a", "b")).isNotEqualTo(right);
        assertThat(of("b", "a", "c")).isNotEqualTo(right);
        assertThat(of("a", "b", "c")).isEqualTo(right);
    }

    private static KeyDigest.Sum of(String... values) {
        KeyDigest digest = new KeyDigest();
        for (int i = 0; i < values.length; i++) {
            put(digest, i, values[i]);
        }
        return digest.sum();
    }

    private static void put(KeyDigest digest, int key, @Nullable String value) {
        digest.put(
                ("key" + key).getBytes(StandardCharsets.UTF_8),
                value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }
}
