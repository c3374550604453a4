package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
