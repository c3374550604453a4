package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.UncommittedRows;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed resolver leaves in its stores, which the next start keeps. */
class KilledStoresTest {

    @TempDir
    Path folder;

    @Test
    void a_store_on_the_disk_holds_nothing_that_was_not_committed() {
        try (RocksDbMemory memory = new RocksDbMemory(64L << 20)) {
            KafkaSettings kafka = new KafkaSettings("none:0", new TopicSettings("t.", 1, (short) 1), Map.of());
            Properties properties =
                    StreamsApp.properties(StreamsAppSettings.of(kafka, URI.create("http://none"), folder), memory);
            assertThat(UncommittedRows.onDisk(properties)).isZero();
            properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "other");
            properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, false);
            assertThat(UncommittedRows.onDisk(properties)).as("otherwise").isPositive();
        }
    }
}
