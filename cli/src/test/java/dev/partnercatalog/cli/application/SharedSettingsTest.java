package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.tracing.TracingSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that several applications have. */
class SharedSettingsTest {

    private final Path folder;
    private final ApplicationCommands commands;

    SharedSettingsTest(@TempDir Path folder) {
        this.folder = folder;
        commands = new ApplicationCommands(folder);
    }

    @Test
    void the_number_of_partitions_is_given_to_streams_app_and_found_by_the_others() {
        assertThat(commands.streamsApp("--partitions=3").kafka().topics().partitions())
                .isEqualTo(3);
        assertThat(commands.queryApi().kafka().topics().partitions()).isEqualTo(ApplicationCommands.PARTITIONS);
        assertThat(commands.webhookSink().kafka().topics().partitions()).isEqualTo(ApplicationCommands.PARTITIONS);
        assertThat(commands.refusedQueryApi("--partitions=6").status()).isEqualTo(2);
    }

    @Test
    void spans_are_off_until_there_is_somewhere_to_send_them_to() throws Exception {
        Path headers =
                Files.writeString(folder.resolve("headers"), "authorization=Bearer hunter2\nx-tenant: catalog\n");
        String[] flags = {"--trace-ratio=0.5", "--otlp-headers-file=" + headers, "--otlp-endpoint=http://collector:4318"
        };
        TracingSettings on = new TracingSettings(
                URI.create("http://collector:4318"),
                0.5,
                Map.of("authorization", "Bearer hunter2", "x-tenant", "catalog"));
        assertThat(commands.streamsApp(flags).instance().monitoring().tracing()).isEqualTo(on);
        assertThat(commands.queryApi(flags).tracing()).isEqualTo(on);
        assertThat(commands.webhookSink(flags).instance().monitoring().tracing())
                .isEqualTo(on);
        assertThat(commands.streamsApp(flags).toString())
                .contains("collector", "x-tenant")
                .doesNotContain("hunter2");
        assertThat(commands.streamsApp(flags[0], flags[1])
                        .instance()
                        .monitoring()
                        .tracing())
                .isEqualTo(TracingSettings.OFF);
        assertThat(commands.streamsApp(flags[2])
                        .instance()
                        .monitoring()
                        .tracing()
                        .ratio())
                .isEqualTo(TracingSettings.DEFAULT_RATIO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--otlp-endpoint=collector:4318",
                "--otlp-endpoint=http://user:password@collector:4318",
                "--trace-ratio=1.1",
                "--trace-ratio=NaN",
                "--trace-ratio=often",
                "--otlp-headers-file=/nowhere"
            })
    void settings_of_spans_that_can_not_be_used_are_refused(String flag) {
        commands.refusedStreamsApp(flag);
    }

    @Test
    void what_is_logged_of_the_settings_holds_no_secret() throws Exception {
        Path kafka = Files.writeString(
                folder.resolve("kafka.properties"),
                "sasl.jaas.config=username=\"u\" password=\"hunter2\"\nssl.keystore.password=hunter2\n");
        Path registry = Files.writeString(folder.resolve("registry"), "Bearer hunter2");
        String[] flags = {"--kafka-config=" + kafka, "--registry-authorization=" + registry};
        for (Record settings :
                List.of(commands.streamsApp(flags), commands.queryApi(flags), commands.webhookSink(flags))) {
            assertThat(settings.toString())
                    .contains("ssl.keystore.password", registry.toString())
                    .doesNotContain("hunter2")
                    .doesNotContain(Files.readString(commands.masterKey()).strip());
        }
    }
}
