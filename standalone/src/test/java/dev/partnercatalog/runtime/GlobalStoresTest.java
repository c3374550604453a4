package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.UnloggedStoreBuilder;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.standalone.TopicRecords;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(CatalogExtension.class)
class GlobalStoresTest {

    private static final String TOPIC = "damaged-global-application-test";
    private static final byte[] KEY = {1};
    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void it_runs_only_once_its_reader_can_read_the_stores_and_one_that_its_thread_finds_damaged_is_loaded_anew(
            CatalogAddresses catalog) throws Exception {
        Properties properties = catalog.kafka().streams(TOPIC);
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, TOPIC);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        Semaphore loaded = new Semaphore(0);
        CompletableFuture<StreamsApplication> made = new CompletableFuture<>();
        CompletableFuture<Boolean> ranBefore = new CompletableFuture<>();
        StreamsApplication.Reader reader = new StreamsApplication.Reader() {
            @Override
            public void loaded(KafkaStreams streams) {
                ranBefore.complete(made.join().isRunning());
                loaded.release();
            }

            @Override
            public void unloaded() {}
        };
        try (Producer<byte[], byte[]> producer = TopicRecords.producer(properties);
                RocksDbMemory memory = new RocksDbMemory(8 << 20);
                StreamsApplication application =
                        new StreamsApplication(TOPIC, ofTable(() -> new Table(memory), record -> {}), properties)) {
            application.readBy(reader);
            TopicRecords.create(properties, TOPIC);
            producer.send(new ProducerRecord<>(TOPIC, KEY, new byte[1_000])).get();
            made.complete(application);
            application.start();
            assertThat(loaded.tryAcquire(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(ranBefore.join()).isFalse();

            damageBlocks();
            producer.send(new ProducerRecord<>(TOPIC, KEY, new byte[1_000])).get();
            assertThat(loaded.tryAcquire(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(application.awaitRunning(SOON)).isTrue();
        }
    }

    @Test
    void it_is_closed_while_it_loads_its_stores_even_if_the_brokers_are_gone() throws Exception {
        CountDownLatch isLoading = new CountDownLatch(1);
        CountDownLatch brokersAreGone = new CountDownLatch(1);
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
        try (RocksDbMemory memory = new RocksDbMemory(8 << 20)) {
            Properties properties = new KafkaSettings(
                            broker.bootstrapServers(), new TopicSettings("", 1, (short) 1), Map.of())
                    .streams(TOPIC);
            properties.put(StreamsConfig.APPLICATION_ID_CONFIG, TOPIC);
            properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
            // Most of the topic isn't here yet when the brokers go.
            properties.put(StreamsConfig.globalConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), 1);
            try (Producer<byte[], byte[]> producer = TopicRecords.producer(properties)) {
                TopicRecords.create(properties, TOPIC);
                for (int record = 0; record < 50; record++) {
                    producer.send(new ProducerRecord<>(TOPIC, KEY, new byte[1_000]))
                            .get();
                }
            }
            Table table = new Table(memory);
            Topology topology = ofTable(() -> table, record -> {
                isLoading.countDown();
                try {
                    brokersAreGone.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (StreamsApplication application = new StreamsApplication(TOPIC, topology, properties)) {
                application.start();
                assertThat(isLoading.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
                broker.close();
                brokersAreGone.countDown();

                CompletableFuture<Void> closing = CompletableFuture.runAsync(application::close);
                assertThat(closing).succeedsWithin(Duration.ofSeconds(30));
                assertThat(application.streams().state()).matches(KafkaStreams.State::hasCompletedShutdown);
                assertThat(table.isOpen()).isFalse();
            } finally {
                brokersAreGone.countDown();
            }
        } finally {
            broker.close();
        }
    }

    private void damageBlocks() throws IOException {
        try (Stream<Path> files =
                Files.list(folder.resolve(TOPIC).resolve("global").resolve(TOPIC))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".sst")).toList()) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.write(ByteBuffer.allocate(8), 4);
                }
            }
        }
    }

    private static Topology ofTable(Supplier<Table> tables, Consumer<Record<byte[], byte[]>> before) {
        return new Topology()
                .addGlobalStore(
                        new UnloggedStoreBuilder<>(TOPIC, tables),
                        TOPIC + "-source",
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        TOPIC,
                        TOPIC + "-table",
                        () -> new Updating(before));
    }

    /** Reads a row before it writes it, and has it on the disk at once. */
    private static final class Updating implements Processor<byte[], byte[], Void, Void> {

        private final Consumer<Record<byte[], byte[]>> before;
        private @Nullable Table table;

        Updating(Consumer<Record<byte[], byte[]>> before) {
            this.before = before;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            table = context.getStateStore(TOPIC);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            before.accept(record);
            RowStore rows = Objects.requireNonNull(table).rows();
            RowBatch batch = new RowBatch(rows);
            batch.get(Family.RECORDS, record.key());
            batch.put(Family.RECORDS, record.key(), record.value());
            rows.write(batch);
            rows.flush();
        }
    }

    /** Its topic is read from the beginning each time that it is opened. */
    private static final class Table implements StateStore {
        private final RocksDbMemory memory;
        private @Nullable RowStore rows;

        Table(RocksDbMemory memory) {
            this.memory = memory;
        }

        RowStore rows() {
            return Objects.requireNonNull(rows);
        }

        @Override
        public String name() {
            return TOPIC;
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            rows = RowStore.open(
                    context.stateDir().toPath().resolve(TOPIC), memory, Set.of(Family.RECORDS), Duration.ofDays(1));
            context.register(root, (key, value) -> {});
        }

        @Override
        public @Nullable Long committedOffset(TopicPartition partition) {
            return null;
        }

        @Override
        @SuppressWarnings("deprecation") // Kafka asks for nothing else yet
        public boolean managesOffsets() {
            return true;
        }

        @Override
        public boolean persistent() {
            return true;
        }

        @Override
        public boolean isOpen() {
            return rows != null;
        }

        @Override
        public void close() {
            if (rows != null) {
                rows.close();
                rows = null;
            }
        }
    }
}
