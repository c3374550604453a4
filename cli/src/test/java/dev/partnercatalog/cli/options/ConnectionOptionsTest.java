package dev.partnercatalog.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class ConnectionOptionsTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void the_options_name_brokers_registry_and_prefix() {
        ConnectionOptions options =
                parse("--kafka", "a:1,b:2", "--registry", "https://r.example/x", "--topic-prefix", "eu.");
        assertThat(options.kafka().bootstrapServers()).isEqualTo("a:1,b:2");
        assertThat(options.registrySettings().url()).isEqualTo(URI.create("https://r.example/x"));
        assertThat(options.kafka().topics().prefix()).isEqualTo("eu.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a:", ":1", "http://a:1", "a:1, b:2", "a:1,", ""})
    void a_kafka_address_out_of_form_is_wrong_usage(String address) {
        assertThatThrownBy(() -> parse("--kafka", address))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("host:port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8082", "ftp://a", "http://", "http://a b", ""})
    void a_registry_url_out_of_form_is_wrong_usage(String url) {
        assertThatThrownBy(() -> parse("--registry", url)).isInstanceOf(ParameterException.class);
    }

    @Test
    void a_properties_file_goes_to_every_client() throws IOException {
        Path file =
                Files.writeString(folder.resolve("client.properties"), "\uFEFFsecurity.protocol=SSL\nssl.key=s=1\n");
        assertThat(parse("--kafka-config", file.toString()).kafka().clientProperties())
                .isEqualTo(Map.of("security.protocol", "SSL", "ssl.key", "s=1"));
    }

    @Test
    void a_properties_file_that_is_not_there_is_a_fault_with_its_name() {
        assertThatThrownBy(() -> parse("--kafka-config", "/nowhere/x").kafka())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("--kafka-config", "/nowhere/x");
    }

    @Test
    void a_prefix_that_no_topic_can_have_is_a_fault() {
        assertThatThrownBy(() -> parse("--topic-prefix", "a/").kafka())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("a/");
    }

    @Test
    void state_lives_where_xdg_says_and_else_in_the_home_folder() {
        assertThat(DefaultPaths.stateFolder(Map.of("XDG_STATE_HOME", "/var/state"), Path.of("/home/op")))
                .isEqualTo(Path.of("/var/state/partner-catalog"));
        assertThat(DefaultPaths.stateFolder(Map.of(), Path.of("/home/op")))
                .isEqualTo(Path.of("/home/op/.local/state/partner-catalog"));
    }

    @Test
    void an_empty_or_relative_state_home_is_ignored() {
        for (String ignored : new String[] {"", "state"}) {
            assertThat(DefaultPaths.stateFolder(Map.of("XDG_STATE_HOME", ignored), Path.of("/home/op")))
                    .isEqualTo(Path.of("/home/op/.local/state/partner-catalog"));
        }
    }

    private static ConnectionOptions parse(String... arguments) {
        Probe probe = new Probe();
        new CommandLine(probe).parseArgs(arguments);
        return probe.options;
    }

    @Command
    private static final class Probe {
        @Mixin
        private final ConnectionOptions options = new ConnectionOptions();
    }
}
