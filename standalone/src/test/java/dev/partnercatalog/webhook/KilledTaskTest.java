package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * What a killed task leaves in its store, which the next start keeps: of the rows before it commits the first of them,
 * nothing is on the disk.
 */
class KilledTaskTest {

    private static final String STORE = "rows";

    /** Several times what RocksDB keeps in memory before it writes. */
    private static final int WRITTEN = 48_000;

    @TempDir
    Path folder;

    @Test
    void its_store_on_the_disk_holds_nothing_that_its_changelog_lacks() {
        try (RocksDbMemory memory = new RocksDbMemory(64L << 20)) {
            KafkaSettings kafka = new KafkaSettings("none:0", new TopicSettings("t.", 1, (short) 1), Map.of());
            WebhookSinkSettings settings =
                    WebhookSinkSettings.of(kafka, URI.create("http://none"), folder, folder.resolve("master.key"));
            assertThat(onDisk(WebhookTopology.properties(settings, memory))).isZero();
        }
    }

    /** How many rows of a killed task are on the disk. */
    private static int onDisk(Properties properties) {
        Path folder = Path.of(
                properties.getProperty(StreamsConfig.STATE_DIR_CONFIG),
                properties.getProperty(StreamsConfig.APPLICATION_ID_CONFIG),
                "0_0",
                "rocksdb",
                STORE);
        AtomicInteger found = new AtomicInteger(-1);
        Topology topology = new Topology()
                .addSource("source", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "input")
                .addProcessor("writes", () -> new Writes(folder, found), "source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                        Stores.persistentKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray())
                                .withCachingDisabled()
                                .withLoggingEnabled(Map.of()),
                        "writes");
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, properties)) {
            driver.createInputTopic("input", new ByteArraySerializer(), new ByteArraySerializer())
                    .pipeInput(new byte[0], new byte[0]);
        }
        return found.get();
    }

    private static final class Writes extends ContextualProcessor<byte[], byte[], Void, Void> {
        private final Path folder;
        private final AtomicInteger found;

        Writes(Path folder, AtomicInteger found) {
            this.folder = folder;
            this.found = found;
        }

        @Override
        public void process(Record<byte[], byte[]> message) {
            KeyValueStore<Bytes, byte[]> store = context().getStateStore(STORE);
            Random random = new Random(1);
            for (int row = 0; row < WRITTEN; row++) {
                byte[] value = new byte[1_000];
                random.nextBytes(value);
                store.put(Bytes.wrap(Integer.toString(row).getBytes(StandardCharsets.US_ASCII)), value);
            }
            try (RocksDB disk = RocksDB.openReadOnly(folder.toString());
                    RocksIterator rows = disk.newIterator()) {
                int count = 0;
                for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                    count++;
                }
                found.set(count);
            } catch (RocksDBException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
