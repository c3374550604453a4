package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartWaitTest {

    @Test
    void missing_topics_are_waited_for() {
        Iterator<List<String>> missing = List.of(List.of("a", "b", "c", "d"), List.of("d"), List.<String>of())
                .iterator();
        StartWait.until(() -> StartWait.missing(missing.next()), Duration.ZERO);
        assertThat(missing).isExhausted();
    }

    @Test
    void a_number_that_was_not_requested_is_not_made_up() {
        TopicSettings topics = new TopicSettings("catalog.", TopicSettings.NOT_ASKED, (short) 1);
        assertThatThrownBy(topics::partitions).isInstanceOf(IllegalStateException.class);
        assertThat(topics.found(6).partitions()).isEqualTo(6);
    }
}
