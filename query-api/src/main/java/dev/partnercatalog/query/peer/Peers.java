package dev.partnercatalog.query.peer;

import dev.partnercatalog.query.table.CatalogUnavailableException;
import dev.partnercatalog.query.table.LocalRecords;
import dev.partnercatalog.query.table.Reading;
import dev.partnercatalog.query.table.RecordSource;
import dev.partnercatalog.query.table.Table;
import dev.partnercatalog.records.PeerAnswer;
import dev.partnercatalog.records.PeerQuery;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This instance among the others: asks them for what it doesn't hold, and answers them. Thread-safe. */
public final class Peers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
    private static final PeerAnswer NOTHING = new PeerAnswer(List.of(), Map.of(), 0L);

    /** Of one batch; a client's own patience is longer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    /** Of one request to another instance: there is time to ask the next one then. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);

    private final HostInfo self;
    private final LocalRecords local;
    private final PeerServer server;
    private final PeerSignature signature;
    private final PeerClient client;

    /**
     * Prepares; {@link #start} begins to answer.
     *
     * @param self where the others reach this instance
     * @param server closed with this
     */
    public Peers(HostInfo self, LocalRecords local, PeerServer server, MasterKey masterKey) {
        this.self = self;
        this.local = local;
        this.server = server;
        this.signature = new PeerSignature(masterKey, InstantSource.system());
        this.client = new PeerClient(signature, REQUEST_TIMEOUT);
    }

    /** Begins to answer. Whoever asks before the tables are loaded is told that nothing is here. */
    public void start(BooleanSupplier loaded, Probes probes) {
        server.start(signature, query -> loaded.getAsBoolean() ? answer(query) : Optional.of(NOTHING), probes);
    }

    /** Records of all instances together. */
    public RecordSource records(Supplier<Collection<StreamsMetadata>> instances, String topicPrefix) {
        return new RoutedRecords(self, local, client, instances, topicPrefix, TIMEOUT);
    }

    /** Empty where this version keeps no such table, or keeps it in another form. */
    private Optional<PeerAnswer> answer(PeerQuery query) {
        Table table = Table.ofStoreName(query.getTable()).orElse(null);
        if (table == null) {
            return Optional.empty();
        }
        Scope scope = new Scope(query.getCompanyId(), query.getLocationId());
        List<Integer> read = new ArrayList<>();
        Map<String, ByteBuffer> found = new HashMap<>();
        long lag = 0;
        for (Map.Entry<String, List<String>> asked : query.getIdentifiers().entrySet()) {
            int partition = Integer.parseInt(asked.getKey());
            try {
                Reading<Map<String, byte[]>> here = local.read(table, scope, partition, asked.getValue());
                here.found().forEach((identifier, record) -> found.put(identifier, ByteBuffer.wrap(record)));
                lag = Math.max(lag, here.lag());
                read.add(partition);
            } catch (CatalogUnavailableException e) {
                // The answer names the partitions that were read, so this one is asked of another instance.
                LOG.debug("another instance asked for what isn't here: {}", e.getMessage());
            }
        }
        return Optional.of(new PeerAnswer(read, found, lag));
    }

    @Override
    public void close() {
        server.close();
        client.close();
    }
}
