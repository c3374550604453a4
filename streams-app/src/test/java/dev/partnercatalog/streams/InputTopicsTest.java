package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.schemas.topic.WrongTopicException;
import dev.partnercatalog.streams.InputTopics.Form;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

/** An input topic is read on only if it is the one that was read, or nothing can be applied out of order. */
class InputTopicsTest {

    private static final String TOPIC = "catalog.listings";
    private static final Form BEFORE = new Form(Uuid.randomUuid(), 12);
    private static final Form RAISED = new Form(BEFORE.id(), 24);
    private static final Form ANEW = new Form(Uuid.randomUuid(), 12);

    @Test
    void a_topic_that_is_as_it_was_or_was_never_read_is_read() {
        assertThatCode(() -> start(BEFORE.toString(), BEFORE, true, true)).doesNotThrowAnyException();
        assertThatCode(() -> start("", RAISED, true, true)).doesNotThrowAnyException();
        assertThatCode(() -> start("of no version", ANEW, true, true)).doesNotThrowAnyException();
    }

    @Test
    void partitions_that_were_added_are_read_once_nothing_is_unread_in_the_older_ones() {
        assertThatThrownBy(() -> start(BEFORE.toString(), RAISED, true, true))
                .isInstanceOf(WrongTopicException.class)
                .hasMessage("topic catalog.listings has 24 partitions, and had 12, and there are unread records in"
                        + " those that it had: see docs/operators/upgrades.md#input-topics-that-change");
        assertThatCode(() -> start(BEFORE.toString(), RAISED, true, false)).doesNotThrowAnyException();
    }

    @Test
    void a_topic_that_was_made_anew_is_read_if_the_positions_are_not_those_in_the_old_one() {
        assertThatThrownBy(() -> start(BEFORE.toString(), ANEW, true, false))
                .isInstanceOf(WrongTopicException.class)
                .hasMessageContaining("topic catalog.listings was deleted and made anew")
                .hasMessageContaining("docs/operators/upgrades.md");
        assertThatCode(() -> start(BEFORE.toString(), ANEW, false, true)).doesNotThrowAnyException();
    }

    @Test
    void what_a_topic_is_can_be_read_back() {
        assertThat(Form.parse(RAISED.toString())).isEqualTo(RAISED);
    }

    private static void start(String note, Form now, boolean begun, boolean unread) {
        InputTopics.requireReadable(Map.of(TOPIC, note), Map.of(TOPIC, now), new InputTopics.Reading() {
            @Override
            public boolean hasBegun(String topic, int partitions) {
                return begun;
            }

            @Override
            public boolean hasUnread(String topic, int partitions) {
                assertThat(partitions).isEqualTo(BEFORE.partitions());
                return unread;
            }
        });
    }
}
