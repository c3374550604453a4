package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Priority;
import dev.partnercatalog.webhook.reconcile.Repeats.Repeat;
import dev.partnercatalog.webhook.state.Intent;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RepeatsTest {

    private static final Intent ONE = intent(1);
    private static final Intent OTHER = intent(2);

    private final Repeats repeats = new Repeats();

    @ParameterizedTest
    @EnumSource(names = {"LIVE", "BACKLOG"})
    @DisplayName("D37: a message that has failed is tried again before others, until it is suspected")
    void a_message_that_has_failed_is_the_next_one_until_it_is_suspected(Priority priority) {
        repeats.add(priority, new Repeat(ONE, 0), true);
        repeats.add(priority, new Repeat(OTHER, 0), true);
        assertThat(repeats.poll(priority)).isEqualTo(new Repeat(ONE, 0));

        repeats.add(priority, new Repeat(ONE, 1), true);
        assertThat(repeats.poll(priority)).isEqualTo(new Repeat(ONE, 1));

        repeats.add(priority, new Repeat(ONE, 2), true);
        assertThat(repeats.poll(priority)).isEqualTo(new Repeat(OTHER, 0));
        assertThat(repeats.poll(Priority.SUSPECT)).isEqualTo(new Repeat(ONE, 2));
        assertThat(repeats.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"LIVE", "BACKLOG"})
    void a_message_for_which_there_is_no_room_among_the_suspects_goes_behind_the_others(Priority priority) {
        repeats.add(priority, new Repeat(OTHER, 0), true);
        repeats.add(priority, new Repeat(ONE, 2), false);
        assertThat(repeats.poll(priority)).isEqualTo(new Repeat(OTHER, 0));
        assertThat(repeats.poll(priority)).isEqualTo(new Repeat(ONE, 2));
    }

    private static Intent intent(long number) {
        return new Intent(number, "p", 0, 0, false, List.of());
    }
}
