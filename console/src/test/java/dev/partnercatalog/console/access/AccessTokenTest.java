package dev.partnercatalog.console.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessTokenTest {

    private static final String TOKEN = "twenty-characters-at-least";

    @TempDir
    Path folder;

    @Test
    void a_token_is_one_line_of_a_file() throws IOException {
        assertThat(AccessToken.load(file(TOKEN + "\n")).is(TOKEN)).isTrue();
        assertThat(AccessToken.load(file(TOKEN)).is(TOKEN + "\n")).isFalse();
    }

    @Test
    void what_can_be_guessed_is_no_token_and_is_never_told() throws IOException {
        for (String unfit : new String[] {"", "short", TOKEN + "\n" + TOKEN, "x".repeat(2000)}) {
            Path file = file(unfit);
            assertThatThrownBy(() -> AccessToken.load(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageNotContaining("short")
                    .hasMessageNotContaining(TOKEN);
        }
        assertThatThrownBy(() -> AccessToken.load(folder.resolve("nowhere")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nowhere");
        assertThat(AccessToken.load(file(TOKEN))).asString().doesNotContain(TOKEN);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "token", null), content);
    }
}
