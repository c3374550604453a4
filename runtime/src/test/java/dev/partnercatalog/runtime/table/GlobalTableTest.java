package dev.partnercatalog.runtime.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("it reads the log, which all classes share")
class GlobalTableTest {

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ZERO);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final UnreadableRecords unreadable = new UnreadableRecords(meters, "catalog.");
    private final GlobalTable<Client> table =
            new GlobalTable<>(CatalogTopic.CLIENTS, Client.class, registry, "catalog.", 1);
    private final Logger log = (Logger) LoggerFactory.getLogger(UnreadableRecords.class);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final TopologyTestDriver driver = start(table);

    @BeforeEach
    void listen() {
        logged.start();
        log.addAppender(logged);
    }

    @AfterEach
    void close() {
        log.detachAppender(logged);
        driver.close();
        registryServer.close();
    }

    @Test
    void a_record_that_cannot_be_read_counts_as_absent_and_so_does_the_one_it_replaced() {
        put("c", client("c"));
        assertThat(table.get("c")).isEqualTo(client("c"));
        for (byte[] poison : List.of(
                new byte[0],
                new byte[40],
                new byte[] {9, 9, 9},
                new byte[] {0, 0, 0, 0, 99, 1, 2},
                new byte[] {0, -1, -1, -1, -1, 1, 2},
                written("another"))) {
            put("c", client("c"));
            putBytes("c".getBytes(StandardCharsets.UTF_8), poison);
            assertThat(table.get("c")).isNull();
            assertThat(table.isUnreadable("c")).isTrue();
            assertThat(table.isUnreadable("absent")).isFalse();
        }
        put("c", client("c"));
        assertThat(table.get("c")).isEqualTo(client("c"));
        assertThat(table.isUnreadable("c")).isFalse();
    }

    @Test
    void it_is_logged_once_with_its_position_and_the_command_that_removes_it_and_counted_until_it_is_gone() {
        put("good", client("good"));
        putBytes("c\u001b[2J".getBytes(StandardCharsets.UTF_8), new byte[] {1});
        putBytes(new byte[] {(byte) 0xff, (byte) 0xfe}, written("x"));
        putBytes("c".getBytes(StandardCharsets.UTF_8), new byte[] {1, 2, 3});
        for (int i = 0; i < 3; i++) {
            unreadable.examine();
            assertThat(table.get("c")).isNull();
            assertThat(table.get("good")).isNotNull();
        }
        assertThat(logged.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .hasSize(3)
                .anyMatch(line ->
                        line.contains("clients 0-3, key c: ") && line.contains("a deletion of its key removes it"))
                .anyMatch(line -> line.contains("clients 0-1, key c\\u001b[2J: ") && line.contains("is invalid"))
                .anyMatch(line -> line.contains("clients 0-2, key 0xfffe: its key is not UTF-8"));
        assertThat(counted()).isEqualTo(3);
        putBytes("c".getBytes(StandardCharsets.UTF_8), null);
        putBytes("c\u001b[2J".getBytes(StandardCharsets.UTF_8), null);
        putBytes(new byte[] {(byte) 0xff, (byte) 0xfe}, null);
        assertThat(counted()).isZero();
        assertThat(table.keys()).containsExactly("good");
    }

    @Test
    void an_unavailable_registry_makes_no_record_unreadable() {
        byte[] record = written("c");
        registryServer.failNext(2);
        putBytes("c".getBytes(StandardCharsets.UTF_8), record);
        unreadable.examine();
        assertThatThrownBy(() -> table.get("c")).isInstanceOf(RegistryUnavailableException.class);
        assertThat(counted()).isZero();
        assertThat(table.get("c")).isEqualTo(client("c"));
        unreadable.examine();
        assertThat(counted()).isZero();
        assertThat(logged.list).isEmpty();
    }

    @Test
    void a_record_in_a_partition_other_than_its_keys_hides_and_deletes_nothing() {
        // The driver knows the first of two partitions.
        GlobalTable<Client> divided = new GlobalTable<>(CatalogTopic.CLIENTS, Client.class, registry, "catalog.", 2);
        try (TopologyTestDriver other = start(divided)) {
            for (String key : List.of("a", "b", "c", "d", "e", "f")) {
                var input =
                        other.createInputTopic("catalog.clients", new ByteArraySerializer(), new ByteArraySerializer());
                input.pipeInput(key.getBytes(StandardCharsets.UTF_8), written(key));
                boolean isInPlace = Partitioning.byKey(key, 2) == 0;
                assertThat(divided.get(key) != null).as(key).isEqualTo(isInPlace);
            }
        }
        assertThat(counted()).isBetween(1.0, 5.0);
    }

    @Test
    void a_flood_of_them_does_not_fill_the_log_and_all_are_left_out() {
        for (int i = 0; i < 2_500; i++) {
            putBytes(("c" + i).getBytes(StandardCharsets.UTF_8), new byte[] {1});
        }
        unreadable.examine();
        assertThat(logged.list).hasSize(101);
        assertThat(logged.list.get(100).getFormattedMessage()).contains("further records that can't be read");
        assertThat(counted()).isEqualTo(1_000);
        assertThat(table.get("c2400")).isNull();
    }

    private double counted() {
        return meters.get("catalog.unreadable.records")
                .tag("topic", "catalog.clients")
                .gauge()
                .value();
    }

    private static Client client(String id) {
        return new Client(id, "p", ByteBuffer.wrap(new byte[32]), true, Instant.EPOCH);
    }

    private byte[] written(String id) {
        // Not the reader's registry, so that the reader still has to request the schema.
        SchemaRegistry writers = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
        try (var serializer = new RecordSerializer<Client>(writers, CatalogTopic.CLIENTS)) {
            return Objects.requireNonNull(serializer.serialize("catalog.clients", client(id)));
        }
    }

    private void put(String key, Client client) {
        putBytes(key.getBytes(StandardCharsets.UTF_8), written(client.getClientId()));
    }

    private void putBytes(byte[] key, byte @Nullable [] value) {
        driver.createInputTopic("catalog.clients", new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(key, value);
    }

    private TopologyTestDriver start(GlobalTable<Client> started) {
        Topology topology = new Topology();
        started.addTo(topology, unreadable);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        TopologyTestDriver opened = new TopologyTestDriver(topology, properties);
        started.bind(opened::getKeyValueStore);
        return opened;
    }
}
