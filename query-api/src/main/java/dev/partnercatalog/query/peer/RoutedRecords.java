package dev.partnercatalog.query.peer;

import dev.partnercatalog.query.table.CatalogUnavailableException;
import dev.partnercatalog.query.table.LocalRecords;
import dev.partnercatalog.query.table.Reading;
import dev.partnercatalog.query.table.RecordSource;
import dev.partnercatalog.query.table.Table;
import dev.partnercatalog.records.PeerAnswer;
import dev.partnercatalog.records.PeerQuery;
import dev.partnercatalog.resolution.Scope;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds records wherever their partitions are: here, and with one request to each other instance that is needed, all at
 * once. What an instance can't give is asked of the next one that holds a copy, until there is none left. Thread-safe.
 */
public final class RoutedRecords implements RecordSource {

    private static final Logger LOG = LoggerFactory.getLogger(RoutedRecords.class);

    /** For so long an instance that failed is asked last. */
    private static final Duration AVOIDED = Duration.ofSeconds(2);

    /** A copy that becomes the owner can't be read for a moment; for so long a batch waits rather than being refused. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final HostInfo self;
    private final LocalRecords local;
    private final PeerClient peers;
    private final Supplier<Collection<StreamsMetadata>> instances;
    private final String topicPrefix;
    private final Duration timeout;
    private final ConcurrentMap<HostInfo, Long> failedAt = new ConcurrentHashMap<>();

    /**
     * Routes by what Kafka Streams says at the time of each batch.
     *
     * @param self this instance, as the others know it
     * @param instances all of the group, as far as this one knows
     * @param timeout of a batch
     */
    RoutedRecords(
            HostInfo self,
            LocalRecords local,
            PeerClient peers,
            Supplier<Collection<StreamsMetadata>> instances,
            String topicPrefix,
            Duration timeout) {
        this.self = self;
        this.local = local;
        this.peers = peers;
        this.instances = instances;
        this.topicPrefix = topicPrefix;
        this.timeout = timeout;
    }

    @Override
    public Reading<Map<String, byte[]>> find(
            Table table, Scope scope, Map<Integer, ? extends Collection<String>> identifiers) {
        long start = System.nanoTime();
        Batch batch = new Batch(table, scope, start + timeout.toNanos());
        identifiers.forEach((partition, here) -> batch.left.put(partition, List.copyOf(here)));
        while (true) {
            try {
                findOnce(batch);
                return new Reading<>(batch.found, batch.lag);
            } catch (CatalogUnavailableException e) {
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw e;
                }
                LOG.debug("trying again: {}", e.getMessage());
                pause();
            }
        }
    }

    private void findOnce(Batch batch) {
        PartitionHosts hosts = new PartitionHosts(instances.get(), batch.table.topicName(topicPrefix));
        for (int round = 0; !batch.left.isEmpty(); round++) {
            Map<HostInfo, List<Integer>> byHost = new HashMap<>();
            for (Integer partition : batch.left.keySet()) {
                byHost.computeIfAbsent(host(hosts, batch.table, partition, round), none -> new ArrayList<>())
                        .add(partition);
            }
            batch.ask(byHost);
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CatalogUnavailableException("The service is stopping.");
        }
    }

    private HostInfo host(PartitionHosts hosts, Table table, int partition, int round) {
        List<HostInfo> candidates = hosts.of(partition, this::hereThenSoundFirst);
        if (round < candidates.size()) {
            return candidates.get(round);
        }
        // Before the first assignment is known, and while one changes, this instance may hold more than it knows.
        if (round == candidates.size() && !candidates.contains(self)) {
            return self;
        }
        throw new CatalogUnavailableException(
                "Partition " + partition + " of " + table.baseName() + " can't be read at any instance now.");
    }

    private List<HostInfo> hereThenSoundFirst(Set<HostInfo> hosts) {
        return hosts.stream()
                .sorted(Comparator.comparing((HostInfo host) -> !host.equals(self))
                        .thenComparing(this::failedLately))
                .toList();
    }

    private boolean failedLately(HostInfo host) {
        Long failed = failedAt.get(host);
        if (failed == null) {
            return false;
        }
        boolean lately = System.nanoTime() - failed < AVOIDED.toNanos();
        if (!lately) {
            failedAt.remove(host, failed);
        }
        return lately;
    }

    /** One batch on its way through the instances. */
    private final class Batch {
        private final Table table;
        private final Scope scope;
        private final long deadline;
        private final Map<Integer, List<String>> left = new TreeMap<>();
        private final Map<String, byte[]> found = new HashMap<>();
        private long lag;

        Batch(Table table, Scope scope, long deadline) {
            this.table = table;
            this.scope = scope;
            this.deadline = deadline;
        }

        void ask(Map<HostInfo, List<Integer>> byHost) {
            Map<HostInfo, PendingAnswer> asked = new HashMap<>();
            byHost.forEach((host, partitions) -> {
                if (!host.equals(self)) {
                    asked.put(host, peers.ask(host, query(partitions)));
                }
            });
            try {
                byHost.getOrDefault(self, List.of()).forEach(this::readHere);
                asked.forEach(this::await);
            } finally {
                asked.values().forEach(PendingAnswer::close);
            }
        }

        private PeerQuery query(List<Integer> partitions) {
            Map<String, List<String>> identifiers = new HashMap<>();
            partitions.forEach(partition -> identifiers.put(Integer.toString(partition), left.get(partition)));
            return new PeerQuery(table.storeName(), scope.companyId(), scope.locationId(), identifiers);
        }

        private void readHere(Integer partition) {
            try {
                Reading<Map<String, byte[]>> here =
                        local.read(table, scope, partition, left.getOrDefault(partition, List.of()));
                found.putAll(here.found());
                lag = Math.max(lag, here.lag());
                left.remove(partition);
            } catch (CatalogUnavailableException e) {
                LOG.debug("asking another instance: {}", e.getMessage());
            }
        }

        private void await(HostInfo host, PendingAnswer asked) {
            try {
                PeerAnswer answer = asked.await(deadline - System.nanoTime());
                answer.getRecords().forEach((identifier, record) -> found.put(identifier, bytes(record)));
                left.keySet().removeAll(answer.getPartitions());
                lag = Math.max(lag, answer.getLag());
            } catch (ExecutionException e) {
                boolean again = failedLately(host);
                failedAt.put(host, System.nanoTime());
                if (e.getCause() instanceof OtherVersionException && !again) {
                    LOG.warn("{}; until all are of one version, batches that need it are answered 503", e.getMessage());
                } else {
                    LOG.debug("instance {} can't be asked: {}", host, String.valueOf(e.getCause()));
                }
            } catch (TimeoutException e) {
                failedAt.put(host, System.nanoTime());
                throw new CatalogUnavailableException("Other instances did not answer in time.");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CatalogUnavailableException("The service is stopping.");
            }
        }
    }

    private static byte[] bytes(ByteBuffer record) {
        byte[] bytes = new byte[record.remaining()];
        record.get(bytes);
        return bytes;
    }
}
