package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(CatalogExtension.class)
class GlobalApplicationTest {

    private static final String NAME = "global-application-test";
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void it_runs_only_once_its_reader_can_read_the_stores(CatalogAddresses catalog) throws Exception {
        Properties properties = catalog.kafka().properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, NAME);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        CompletableFuture<Boolean> ranBefore = new CompletableFuture<>();
        CompletableFuture<GlobalApplication> made = new CompletableFuture<>();
        GlobalApplication.Reader reader = new GlobalApplication.Reader() {
            @Override
            public void loaded(KafkaStreams streams) {
                ranBefore.complete(made.join().isRunning());
            }

            @Override
            public void unloaded() {}
        };
        try (GlobalApplication application =
                new GlobalApplication(NAME, () -> topology(catalog), Set.of(), properties, Set::of, reader)) {
            made.complete(application);
            application.start();
            assertThat(ranBefore.get(SOON.toSeconds(), TimeUnit.SECONDS)).isFalse();
            assertThat(application.awaitRunning(SOON)).isTrue();
        }
    }

    private static Topology topology(CatalogAddresses catalog) {
        return new Topology()
                .addGlobalStore(
                        Stores.keyValueStoreBuilder(
                                        Stores.inMemoryKeyValueStore(NAME), Serdes.ByteArray(), Serdes.ByteArray())
                                .withLoggingDisabled(),
                        NAME + "-source",
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        CatalogTopic.AUDIT.name(catalog.kafka().topics().prefix()),
                        NAME + "-table",
                        Ignoring::new);
    }

    private static final class Ignoring implements Processor<byte[], byte[], Void, Void> {

        @Override
        public void process(Record<byte[], byte[]> record) {}
    }
}
