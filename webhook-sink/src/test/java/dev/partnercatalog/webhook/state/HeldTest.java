package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.webhook.state.Held.Receipt;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldTest {

    private static final Hash A = hash("a");
    private static final Hash B = hash("b");
    private static final long HERE = 1;
    private static final long THERE = 2;
    private static final RecordFields CHOSEN = RecordFields.of(List.of("name", "thc", "variantType"));
    private static final FieldHashes HASHES =
            FieldHashes.of("{\"barcode\":\"1\",\"name\":\"a\",\"variantType\":\"\"}".getBytes(StandardCharsets.UTF_8));

    @Test
    void what_was_accepted_is_had_at_that_endpoint_and_in_that_content_alone() {
        Held held = accepted(A, HERE);

        assertThat(held.known(HERE)).isEqualTo(Receipt.whole(A, HERE));
        assertThat(held.known(THERE)).isNull();
        assertThat(held.mayHaveAny()).isTrue();
    }

    @Test
    void what_is_in_doubt_is_not_had_and_may_be_had() {
        Held doubted = accepted(A, HERE).doubted();

        assertThat(doubted.known(HERE)).isNull();
        assertThat(doubted.mayHaveAny()).isTrue();
        assertThat(Held.NOTHING.doubted().mayHaveAny()).isTrue();
        assertThat(Held.NOTHING.mayHaveAny()).isFalse();
    }

    @Test
    void an_accepted_removal_leaves_nothing() {
        assertThat(Held.accepted(null)).isEqualTo(Held.NOTHING);
    }

    @Test
    void every_state_is_read_as_it_was_written() {
        for (Held held : new Held[] {
            Held.NOTHING,
            Held.NOTHING.doubted(),
            accepted(A, HERE),
            accepted(B, THERE).doubted(),
            Held.accepted(new Receipt(A, HERE, CHOSEN, null)),
            Held.accepted(new Receipt(A, HERE, CHOSEN, HASHES)),
            Held.accepted(new Receipt(A, HERE, RecordFields.ALL, HASHES)).doubted()
        }) {
            assertThat(Held.decode(held.encode())).isEqualTo(held);
        }
    }

    /** docs/sizing.md relies on these sizes. */
    @Test
    void what_is_kept_of_a_variant_is_small_unless_the_partner_asks_for_more() {
        assertThat(accepted(A, HERE).encode()).hasSize(26);
        assertThat(Held.accepted(new Receipt(A, HERE, CHOSEN, null)).encode()).hasSize(34);
        assertThat(Held.accepted(new Receipt(A, HERE, CHOSEN, HASHES)).encode()).hasSize(50);
    }

    private static Held accepted(Hash content, long endpoint) {
        return Held.accepted(Receipt.whole(content, endpoint));
    }

    @Test
    void a_format_of_a_later_version_is_refused_and_not_misread() {
        byte[] written = accepted(A, HERE).encode();
        written[0] = 99;

        assertThatThrownBy(() -> Held.decode(written))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("format 99");
    }

    private static Hash hash(String text) {
        return Hash.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
