package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.UncommittedRows;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed task leaves in its store, which the next start keeps. */
class KilledTaskTest {

    @TempDir
    Path folder;

    @Test
    void its_store_on_the_disk_holds_nothing_that_its_changelog_lacks() {
        try (RocksDbMemory memory = new RocksDbMemory(64L << 20)) {
            KafkaSettings kafka = new KafkaSettings("none:0", new TopicSettings("t.", 1, (short) 1), Map.of());
            WebhookSinkSettings settings =
                    WebhookSinkSettings.of(kafka, URI.create("http://none"), folder, folder.resolve("master.key"));
            assertThat(UncommittedRows.onDisk(StreamsProperties.of(settings, memory)))
                    .isZero();
        }
    }
}
