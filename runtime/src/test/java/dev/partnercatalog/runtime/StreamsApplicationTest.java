package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.store.StateFolderException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsApplicationTest {

    @TempDir
    Path folder;

    @Test
    void a_second_instance_on_the_same_state_folder_is_refused_and_the_folder_named() {
        try (StreamsApplication first = new StreamsApplication("first", topology(), properties(), Quarantine.inLog())) {
            assertThat(first.isRunning()).isFalse();
            assertThatExceptionOfType(StateFolderException.class)
                    .isThrownBy(() -> new StreamsApplication("second", topology(), properties(), Quarantine.inLog()))
                    .withMessageContaining("state folder")
                    .withMessageContaining(folder.toString());
        }
    }

    @Test
    void local_stores_are_accessible_only_to_their_owner() throws Exception {
        try (StreamsApplication application =
                new StreamsApplication("first", topology(), properties(), Quarantine.inLog())) {
            assertThat(application.isRunning()).isFalse();
            assertThat(Files.getPosixFilePermissions(folder.resolve("state-folder")))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table(
                "source",
                Consumed.with(Serdes.String(), Serdes.String()),
                Materialized.as(Stores.persistentKeyValueStore("store")));
        return builder.build();
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "state-folder");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        return properties;
    }
}
