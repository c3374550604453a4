package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.options.DefaultPaths;
import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.streams.StreamsAppSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsAppCommandTest {

    private final ApplicationCommands commands;

    StreamsAppCommandTest(@TempDir Path folder) {
        commands = new ApplicationCommands(folder);
    }

    @Test
    void streams_app_takes_its_settings_from_flags() {
        StreamsAppSettings settings = commands.streamsApp(
                "--kafka=k:1",
                "--registry=http://r",
                "--registry-authorization=/a",
                "--topic-prefix=eu.",
                "--partitions=6",
                "--replication-factor=3",
                "--state-dir=/s",
                "--threads=7",
                "--store-memory-mib=64",
                "--commit-interval-ms=25",
                "--standbys=2",
                "--zone=eu-1",
                "--host=h",
                "--internal-port=8");
        assertThat(settings.kafka().bootstrapServers()).isEqualTo("k:1");
        assertThat(settings.kafka().topics().prefix()).isEqualTo("eu.");
        assertThat(settings.kafka().topics().partitions()).isEqualTo(6);
        assertThat(settings.kafka().topics().replicationFactor()).isEqualTo((short) 3);
        assertThat(settings.registry()).isEqualTo(new RegistrySettings(URI.create("http://r"), Path.of("/a")));
        assertThat(settings.instance().stateDir()).isEqualTo(Path.of("/s"));
        assertThat(settings.instance().threads()).isEqualTo(7);
        assertThat(settings.instance().storeMemoryBytes()).isEqualTo(64L << 20);
        assertThat(settings.commitInterval()).isEqualTo(Duration.ofMillis(25));
        assertThat(settings.instance().group()).isEqualTo(new GroupSettings(2, "eu-1"));
        assertThat(settings.instance().monitoring().host()).isEqualTo("h");
        assertThat(settings.instance().monitoring().internalPort()).isEqualTo(8);
    }

    @Test
    void streams_app_without_flags_runs_with_its_own_defaults() {
        StreamsAppSettings settings = commands.streamsApp();
        assertThat(settings)
                .isEqualTo(StreamsAppSettings.of(
                        settings.kafka(),
                        settings.registry(),
                        settings.instance().stateDir()));
        assertThat(settings.instance().stateDir()).isEqualTo(DefaultPaths.state("streams-app"));
    }
}
