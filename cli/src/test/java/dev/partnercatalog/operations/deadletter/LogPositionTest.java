package dev.partnercatalog.operations.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogPositionTest {

    @Test
    void a_position_is_read_as_it_is_written_and_nothing_else_is() {
        assertThat(LogPosition.parse("3-1042")).contains(new LogPosition(3, 1042));
        assertThat(new LogPosition(3, 1042)).hasToString("3-1042");
        for (String wrong : new String[] {"", "3", "-3-4", "3-", "a-b", "3-99999999999999999999", "٣-٤", "3-4 "}) {
            assertThat(LogPosition.parse(wrong)).as(wrong).isEmpty();
        }
    }
}
