package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.Bandwidth;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {

    private static final int MOST = 3;

    private final ManualTime time = new ManualTime();
    private final TokenBuckets buckets = new TokenBuckets(
            Bandwidth.builder()
                    .capacity(2)
                    .refillGreedy(1, Duration.ofSeconds(1))
                    .build(),
            MOST,
            time);

    @Test
    void each_name_has_its_own_bucket_which_refills() {
        assertThat(take("a")).isTrue();
        assertThat(take("a")).isTrue();
        assertThat(take("a")).isFalse();
        assertThat(take("b")).isTrue();
        time.pass(Duration.ofSeconds(1));
        assertThat(take("a")).isTrue();
        assertThat(take("a")).isFalse();
    }

    @Test
    void without_room_new_names_share_one_bucket_and_no_other_is_forgotten() {
        for (String name : new String[] {"a", "b", "c"}) {
            assertThat(take(name)).isTrue();
            assertThat(take(name)).isTrue();
        }
        assertThat(take("d")).isTrue();
        assertThat(take("e")).isTrue();
        assertThat(take("f")).isFalse();
        assertThat(take("a")).isFalse();
        assertThat(buckets.size()).isEqualTo(MOST);
    }

    @Test
    void a_bucket_that_is_full_again_makes_room() {
        take("a");
        take("b");
        time.pass(Duration.ofSeconds(1));
        take("c");
        take("c");
        take("d");
        assertThat(buckets.size()).isEqualTo(2);
        assertThat(take("c")).isFalse();
    }

    @Test
    void a_flood_of_names_does_not_grow_beyond_the_limit() {
        for (int i = 0; i < 10_000; i++) {
            take("name-" + i);
            time.pass(Duration.ofMillis(i % 7));
        }
        assertThat(buckets.size()).isLessThanOrEqualTo(MOST);
    }

    private boolean take(String name) {
        return buckets.of(name).tryConsume(1);
    }
}
