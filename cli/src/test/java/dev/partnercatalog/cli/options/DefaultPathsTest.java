package dev.partnercatalog.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefaultPathsTest {

    private static final Path HOME = Path.of("/home/op");

    @Test
    void state_lives_where_xdg_says_and_else_in_the_home_folder() {
        assertThat(DefaultPaths.stateFolder(Map.of("XDG_STATE_HOME", "/var/state"), HOME))
                .isEqualTo(Path.of("/var/state/partner-catalog"));
        assertThat(DefaultPaths.stateFolder(Map.of(), HOME))
                .isEqualTo(Path.of("/home/op/.local/state/partner-catalog"));
    }

    @Test
    void an_empty_or_relative_state_home_is_ignored() {
        for (String ignored : new String[] {"", "state"}) {
            assertThat(DefaultPaths.stateFolder(Map.of("XDG_STATE_HOME", ignored), HOME))
                    .isEqualTo(Path.of("/home/op/.local/state/partner-catalog"));
        }
    }
}
