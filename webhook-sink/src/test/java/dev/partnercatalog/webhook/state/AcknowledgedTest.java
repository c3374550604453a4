package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.webhook.state.Acknowledged.Receipt;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AcknowledgedTest {

    private static final Hash A = hash("a");
    private static final Hash B = hash("b");
    private static final long HERE = 1;
    private static final long THERE = 2;

    @Test
    void what_was_accepted_is_had_at_that_endpoint_and_in_that_content_alone() {
        Acknowledged acknowledged = Acknowledged.accepted(A, HERE);

        assertThat(acknowledged.known(HERE)).isEqualTo(new Receipt(A, HERE));
        assertThat(acknowledged.known(THERE)).isNull();
        assertThat(acknowledged.mayHaveAny()).isTrue();
    }

    @Test
    void what_is_in_doubt_is_not_had_and_may_be_had() {
        Acknowledged doubted = Acknowledged.accepted(A, HERE).doubted();

        assertThat(doubted.known(HERE)).isNull();
        assertThat(doubted.mayHaveAny()).isTrue();
        assertThat(Acknowledged.NOTHING.doubted().mayHaveAny()).isTrue();
        assertThat(Acknowledged.NOTHING.mayHaveAny()).isFalse();
    }

    @Test
    void an_accepted_removal_leaves_nothing() {
        assertThat(Acknowledged.accepted(Hash.NONE, HERE)).isEqualTo(Acknowledged.NOTHING);
    }

    @Test
    void every_state_is_read_as_it_was_written() {
        for (Acknowledged acknowledged : new Acknowledged[] {
            Acknowledged.NOTHING,
            Acknowledged.NOTHING.doubted(),
            Acknowledged.accepted(A, HERE),
            Acknowledged.accepted(B, THERE).doubted()
        }) {
            assertThat(Acknowledged.decode(acknowledged.encode())).isEqualTo(acknowledged);
        }
    }

    /** docs/sizing.md relies on this size. */
    @Test
    void what_is_kept_of_a_variant_is_small() {
        assertThat(Acknowledged.accepted(A, HERE).encode()).hasSize(26);
    }

    @Test
    void a_format_of_a_later_version_is_refused_and_not_misread() {
        byte[] written = Acknowledged.accepted(A, HERE).encode();
        written[0] = 99;

        assertThatThrownBy(() -> Acknowledged.decode(written))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("format 99");
    }

    private static Hash hash(String text) {
        return Hash.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
