package dev.partnercatalog.runtime.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrintableTextTest {

    @Test
    void characters_on_which_a_terminal_acts_are_escaped_and_others_are_kept() {
        assertThat(PrintableText.of("Crème ☃ 𝄞")).isEqualTo("Crème ☃ 𝄞");
        assertThat(PrintableText.of("\u001b[2J\n\u009b\u202e\u2028"))
                .isEqualTo("\\u001b[2J\\u000a\\u009b\\u202e\\u2028");
    }

    @Test
    void for_any_bytes_nothing_is_printed_on_which_a_terminal_acts() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            String shown =
                    PrintableText.of(bytes, 40) + PrintableText.of(new String(bytes, StandardCharsets.ISO_8859_1));
            assertThat(shown.chars()).as("seed " + seed).noneMatch(Character::isISOControl);
        }
    }

    @Test
    void bytes_that_are_not_text_are_shown_in_hexadecimal_and_long_ones_are_cut() {
        assertThat(PrintableText.of(new byte[] {(byte) 0xff, 0x0a}, 40)).isEqualTo("0xff0a");
        assertThat(PrintableText.of("abcdef".getBytes(StandardCharsets.UTF_8), 4))
                .isEqualTo("abc…");
    }
}
