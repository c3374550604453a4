package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeldTest {

    private static final Hash A = hash("a");
    private static final Hash B = hash("b");
    private static final long HERE = 1;
    private static final long THERE = 2;

    @Test
    void what_was_accepted_is_had_at_that_endpoint_and_in_that_content_alone() {
        Held held = Held.accepted(A, HERE);

        assertThat(held.has(A, HERE)).isTrue();
        assertThat(held.has(B, HERE)).isFalse();
        assertThat(held.has(A, THERE)).isFalse();
        assertThat(held.mayHaveAny()).isTrue();
    }

    @Test
    void what_is_in_doubt_is_not_had_and_may_be_had() {
        Held doubted = Held.accepted(A, HERE).doubted();

        assertThat(doubted.has(A, HERE)).isFalse();
        assertThat(doubted.mayHaveAny()).isTrue();
        assertThat(Held.NOTHING.doubted().mayHaveAny()).isTrue();
        assertThat(Held.NOTHING.mayHaveAny()).isFalse();
    }

    @Test
    void an_accepted_removal_leaves_nothing() {
        assertThat(Held.accepted(Hash.NONE, HERE)).isEqualTo(Held.NOTHING);
    }

    @Test
    void every_state_is_read_as_it_was_written() {
        for (Held held : new Held[] {
            Held.NOTHING,
            Held.NOTHING.doubted(),
            Held.accepted(A, HERE),
            Held.accepted(B, THERE).doubted()
        }) {
            assertThat(Held.decode(held.encode())).isEqualTo(held);
        }
    }

    @Test
    void a_format_of_a_later_version_is_refused_and_not_misread() {
        byte[] written = Held.accepted(A, HERE).encode();
        written[0] = 99;

        assertThatThrownBy(() -> Held.decode(written))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("format 99");
    }

    private static Hash hash(String text) {
        return Hash.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
