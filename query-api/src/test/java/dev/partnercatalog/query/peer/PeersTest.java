package dev.partnercatalog.query.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.query.table.CatalogUnavailableException;
import dev.partnercatalog.query.table.HeldPartition;
import dev.partnercatalog.query.table.LocalRecords;
import dev.partnercatalog.query.table.PartitionedStore;
import dev.partnercatalog.query.table.RecordSource;
import dev.partnercatalog.query.table.Table;
import dev.partnercatalog.records.PeerQuery;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances that hold some partitions each, over real connections. */
class PeersTest {

    private static final int PARTITIONS = 6;
    private static final Scope SCOPE = new Scope(1, 1);
    private static final long LAG = 7;

    @TempDir
    Path folder;

    private final List<Instance> instances = new ArrayList<>();
    private final Set<StreamsMetadata> strangers = new HashSet<>();

    @BeforeEach
    void start() {
        for (int i = 0; i < 3; i++) {
            instances.add(new Instance(MasterKey.loadOrCreate(folder.resolve("key"))));
        }
        for (int partition = 0; partition < PARTITIONS; partition++) {
            instances.get(partition % 3).holds(partition);
            instances.get((partition + 1) % 3).standsBy(partition);
        }
    }

    @AfterEach
    void stop() {
        instances.forEach(Instance::close);
    }

    @Test
    void a_batch_is_found_wherever_its_partitions_are_with_one_request_to_each_instance() {
        assertThat(instances.get(0).find(everything())).containsExactlyInAnyOrderElementsOf(all());
        assertThat(instances.get(1).queries).hasValue(1);
        assertThat(instances.get(2).queries).hasValue(1);
        assertThat(instances.get(0).queries).hasValue(0);
    }

    @Test
    void what_does_not_exist_is_not_found_and_no_fault() {
        assertThat(instances.get(0).find(Map.of(1, List.of("unknown"), 2, List.of("b-2"))))
                .containsExactly("b-2");
    }

    @Test
    void an_owner_that_is_gone_is_stood_in_for() {
        instances.get(1).close();
        assertThat(instances.get(0).find(everything())).containsExactlyInAnyOrderElementsOf(all());
    }

    @Test
    void how_far_a_copy_is_behind_is_told_when_it_is_read_here_or_elsewhere_and_only_then() {
        assertThat(instances.get(0).lag(everything())).isZero();
        instances.get(1).close();
        // Partition 1's copy is at the third instance.
        assertThat(instances.get(0).lag(Map.of(1, List.of("b-1")))).isEqualTo(LAG);
        assertThat(instances.get(2).lag(Map.of(1, List.of("b-1")))).isEqualTo(LAG);
        assertThat(instances.get(0).lag(Map.of(0, List.of("b-0"), 2, List.of("b-2"))))
                .isZero();
    }

    @Test
    void an_owner_that_no_longer_has_the_partition_says_so_and_the_next_one_is_asked() {
        instances.get(1).records.remove(4);
        assertThat(instances.get(0).find(everything())).containsExactlyInAnyOrderElementsOf(all());
    }

    @Test
    void an_owner_that_is_not_loaded_yet_is_not_believed() {
        instances.get(1).loaded = false;
        assertThat(instances.get(0).find(everything())).containsExactlyInAnyOrderElementsOf(all());
    }

    @Test
    void a_part_never_passes_for_the_whole() {
        instances.get(1).records.remove(4);
        instances.get(2).records.remove(4);
        assertThatExceptionOfType(CatalogUnavailableException.class)
                .isThrownBy(() -> instances.get(0).find(everything()))
                .withMessageContaining("Partition 4");
    }

    @Test
    void a_partition_that_nobody_is_known_to_have_is_looked_for_here() {
        instances.get(0).records.put(9, Map.of("b-9", new byte[] {9}));
        assertThat(instances.get(0).find(Map.of(9, List.of("b-9")))).containsExactly("b-9");
        assertThatExceptionOfType(CatalogUnavailableException.class)
                .isThrownBy(() -> instances.get(1).find(Map.of(9, List.of("b-9"))));
    }

    @Test
    void an_instance_with_another_master_key_learns_nothing() {
        Instance stranger = new Instance(MasterKey.loadOrCreate(folder.resolve("other")));
        instances.add(stranger);
        assertThatExceptionOfType(CatalogUnavailableException.class).isThrownBy(() -> stranger.find(everything()));
    }

    @Test
    void an_instance_that_keeps_a_table_in_another_form_says_so() {
        var query = new PeerQuery("variant-images-0", 1L, 1L, Map.of("1", List.of("b-1")));
        var signature = new PeerSignature(MasterKey.loadOrCreate(folder.resolve("key")), InstantSource.system());
        try (PeerClient client = new PeerClient(signature, Duration.ofSeconds(10));
                PendingAnswer answer = client.ask(instances.get(1).self, query)) {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> answer.await(TimeUnit.SECONDS.toNanos(10)))
                    .withCauseInstanceOf(OtherVersionException.class)
                    .withMessageContaining("of another version, which keeps no variant-images-0");
        }
    }

    @Test
    void an_owner_that_hangs_is_stood_in_for() throws IOException {
        try (ServerSocket hanging = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            instances.get(1).active.remove(partition(1));
            strangers.add(
                    new Metadata(new HostInfo("127.0.0.1", hanging.getLocalPort()), Set.of(partition(1)), Set.of()));
            assertThat(instances.get(0).find(Map.of(1, List.of("b-1")))).containsExactly("b-1");
            assertThat(instances.get(2).queries).hasValue(1);
        }
    }

    private static Map<Integer, List<String>> everything() {
        return IntStream.range(0, PARTITIONS)
                .boxed()
                .collect(Collectors.toMap(partition -> partition, partition -> List.of("b-" + partition)));
    }

    private static List<String> all() {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> "b-" + partition)
                .toList();
    }

    private static TopicPartition partition(int number) {
        return new TopicPartition("catalog.resolved-variants", number);
    }

    private final class Instance implements AutoCloseable {
        private final Map<Integer, Map<String, byte[]>> records = new HashMap<>();
        private final Set<TopicPartition> active = new HashSet<>();
        private final Set<TopicPartition> standby = new HashSet<>();
        private final HostInfo self;
        private final Peers peers;
        private final RecordSource source;
        private volatile boolean loaded = true;
        private final AtomicInteger queries = new AtomicInteger();

        Instance(MasterKey key) {
            PeerServer server = PeerServer.bind("127.0.0.1", 0);
            self = new HostInfo("127.0.0.1", server.address().getPort());
            LocalRecords local = new LocalRecords(Map.of(Table.VARIANTS, number -> {
                Map<String, byte[]> here = records.get(number);
                if (here == null) {
                    throw new CatalogUnavailableException("Partition " + number + " is not here.");
                }
                return partitionOf(here, standby.contains(partition(number)) ? LAG : 0);
            }));
            peers = new Peers(self, local, server, key);
            peers.start(this::countedLoaded, new ReadyProbes());
            source = peers.records(PeersTest.this::metadata, "catalog.");
        }

        private boolean countedLoaded() {
            queries.incrementAndGet();
            return loaded;
        }

        void holds(int number) {
            active.add(partition(number));
            records.put(number, Map.of("b-" + number, ("record " + number).getBytes(StandardCharsets.UTF_8)));
        }

        void standsBy(int number) {
            standby.add(partition(number));
            records.put(number, Map.of("b-" + number, ("record " + number).getBytes(StandardCharsets.UTF_8)));
        }

        Set<String> find(Map<Integer, List<String>> identifiers) {
            return source.find(Table.VARIANTS, SCOPE, identifiers).found().keySet();
        }

        long lag(Map<Integer, List<String>> identifiers) {
            return source.find(Table.VARIANTS, SCOPE, identifiers).lag();
        }

        @Override
        public void close() {
            peers.close();
        }
    }

    private static PartitionedStore.Partition partitionOf(Map<String, byte[]> records, long lag) {
        return new PartitionedStore.Partition() {
            @Override
            public byte @Nullable [] find(Scope scope, String barcode) {
                return records.get(barcode);
            }

            @Override
            public long lag() {
                return lag;
            }
        };
    }

    private List<StreamsMetadata> metadata() {
        List<StreamsMetadata> all = new ArrayList<>(strangers);
        instances.forEach(instance ->
                all.add(new Metadata(instance.self, Set.copyOf(instance.active), Set.copyOf(instance.standby))));
        return all;
    }

    private static final class ReadyProbes implements Probes {

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public boolean isLive() {
            return true;
        }

        @Override
        public String metrics() {
            return "measured 1\n";
        }

        @Override
        public List<HeldPartition> held() {
            return List.of();
        }
    }

    private record Metadata(
            HostInfo hostInfo, Set<TopicPartition> topicPartitions, Set<TopicPartition> standbyTopicPartitions)
            implements StreamsMetadata {

        @Override
        public Set<String> stateStoreNames() {
            return Set.of();
        }

        @Override
        public Set<String> standbyStateStoreNames() {
            return Set.of();
        }

        @Override
        public String host() {
            return hostInfo.host();
        }

        @Override
        public int port() {
            return hostInfo.port();
        }
    }
}
