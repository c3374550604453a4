package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeldTest {

    private static final Hash A = hash("a");
    private static final Hash B = hash("b");
    private static final Hash HERE = hash("https://here.example/");
    private static final Hash THERE = hash("https://there.example/");

    @Test
    void what_was_accepted_is_had_at_that_endpoint_and_in_that_content_alone() {
        Held held = Held.accepted(A, HERE);

        assertThat(held.has(A, HERE)).isTrue();
        assertThat(held.has(B, HERE)).isFalse();
        assertThat(held.has(A, THERE)).isFalse();
        assertThat(held.mayHaveAny()).isTrue();
    }

    @Test
    void what_is_had_is_known_at_the_endpoint_that_accepted_it_until_another_attempt() {
        Held held = Held.accepted(A, HERE);

        assertThat(held.isKnownAt(HERE)).isTrue();
        assertThat(held.isKnownAt(THERE)).isFalse();
        assertThat(held.trying(new Held.Attempt(B, HERE, 5)).isKnownAt(HERE)).isFalse();
        assertThat(Held.NOTHING.isKnownAt(HERE)).isFalse();
    }

    @Test
    void an_attempt_leaves_in_doubt_what_is_had_until_its_outcome_is_known() {
        Held tried = Held.accepted(A, HERE).trying(new Held.Attempt(B, HERE, 5));

        assertThat(tried.has(A, HERE)).isFalse();
        assertThat(tried.has(B, HERE)).isFalse();
        assertThat(tried.mayHaveAny()).isTrue();
        assertThat(tried.notSent(false).has(A, HERE)).isTrue();
        assertThat(Held.afterAccepting(new Held.Attempt(B, HERE, 5)).has(B, HERE))
                .isTrue();
    }

    @Test
    void an_attempt_that_was_not_sent_leaves_an_earlier_doubt_as_it_was() {
        Held tried = Held.NOTHING.trying(new Held.Attempt(A, HERE, 5)).trying(new Held.Attempt(B, HERE, 6));

        assertThat(tried.notSent(true).mayHaveAny()).isTrue();
        assertThat(tried.notSent(false).mayHaveAny()).isFalse();
    }

    @Test
    void an_accepted_removal_leaves_nothing() {
        assertThat(Held.afterAccepting(new Held.Attempt(Hash.NONE, HERE, 5))).isEqualTo(Held.NOTHING);
    }

    @Test
    void the_same_content_at_the_same_endpoint_was_tried_since_the_first_time() {
        Held tried = Held.NOTHING.trying(new Held.Attempt(A, HERE, 5));

        assertThat(tried.triedSince(A, HERE)).isEqualTo(5);
        assertThat(tried.notSent(false).triedSince(A, HERE)).isEqualTo(5);
        assertThat(tried.triedSince(B, HERE)).isNull();
        assertThat(tried.triedSince(A, THERE)).isNull();
    }

    @Test
    void every_state_is_read_as_it_was_written() {
        for (Held held : new Held[] {
            Held.accepted(A, HERE),
            Held.NOTHING.trying(new Held.Attempt(A, HERE, Long.MAX_VALUE)),
            Held.accepted(A, HERE).trying(new Held.Attempt(Hash.NONE, THERE, -1)),
            Held.NOTHING.trying(new Held.Attempt(A, HERE, 7)).notSent(false),
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
