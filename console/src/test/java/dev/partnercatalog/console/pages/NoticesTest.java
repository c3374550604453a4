package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NoticesTest {

    private final Notices notices = new Notices();

    @Test
    void a_notice_is_told_once() {
        String id = notices.put(List.of("done"));
        assertThat(notices.take(id)).containsExactly("done");
        assertThat(notices.take(id)).isEmpty();
        assertThat(notices.take(null)).isEmpty();
    }

    @Test
    void the_oldest_is_forgotten_where_many_wait() {
        String first = notices.put(List.of("first"));
        String last = first;
        for (int i = 0; i < 100; i++) {
            last = notices.put(List.of("later"));
        }
        assertThat(notices.take(first)).isEmpty();
        assertThat(notices.take(last)).containsExactly("later");
    }
}
