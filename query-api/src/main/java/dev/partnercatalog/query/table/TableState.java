package dev.partnercatalog.query.table;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What may be read on this instance, and how old it may be. A table is only read once it is loaded. A reader that comes
 * slightly too early waits: a newly restarted instance may be reached by callers who know no other. Thread-safe.
 */
public final class TableState {

    /** Callers wait this long for a response anyway. */
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(TableState.class);
    private static final String LOADING = "The catalog is still being loaded.";
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Map<StoredTable, List<TablePartition>> tables = new EnumMap<>(StoredTable.class);
    private final Map<TopicPartition, TablePartition> partitions = new HashMap<>();
    private final Duration patience;
    private final GlobalProgress global = new GlobalProgress();
    private final Object loading = new Object();
    private volatile boolean globalTablesLoaded;
    private volatile boolean caughtUp;

    /** @param patience how long a reader waits for what can't be read yet */
    public TableState(TopicSettings topics, Duration patience) {
        this(topics, patience, System::nanoTime);
    }

    TableState(TopicSettings topics, Duration patience, LongSupplier nanoTime) {
        this.patience = patience;
        for (StoredTable table : StoredTable.values()) {
            List<TablePartition> ofTable = Stream.generate(() -> new TablePartition(nanoTime))
                    .limit(topics.partitions())
                    .toList();
            tables.put(table, ofTable);
            String topic = table.topic().name(topics.prefix());
            for (int partition = 0; partition < ofTable.size(); partition++) {
                partitions.put(new TopicPartition(topic, partition), ofTable.get(partition));
            }
        }
    }

    TablePartition partition(StoredTable table, int partition) {
        return Objects.requireNonNull(tables.get(table)).get(partition);
    }

    /** A partition of a table; null for those of other topics. */
    @Nullable
    TablePartition partition(TopicPartition partition) {
        return partitions.get(partition);
    }

    /** The partitions that a consumer has now. */
    void assigned(Object consumer, Collection<TopicPartition> assignment) {
        partitions.forEach((at, partition) -> {
            if (assignment.contains(at)) {
                partition.assigned(consumer);
            } else {
                partition.revoked(consumer);
            }
        });
    }

    /** How far the small tables, which are completely in memory, have progressed. */
    public GlobalProgress global() {
        return global;
    }

    /**
     * To be called when clients, keys and configurations can be read: a running application has loaded them completely.
     */
    public void globalTablesLoaded() {
        synchronized (loading) {
            globalTablesLoaded = true;
            loading.notifyAll();
        }
    }

    /** Whether the tables contain everything that the topics held at the start. Once true, this stays true. */
    public boolean isCaughtUp() {
        if (!caughtUp
                && globalTablesLoaded
                && partitions.values().stream().allMatch(partition -> partition.readable() != null)) {
            caughtUp = true;
        }
        return caughtUp;
    }

    /** For how long something in the topics may have been missing here; a moment while it keeps up. */
    public Duration age() {
        return Duration.ofNanos(partitions.values().stream()
                .mapToLong(TablePartition::age)
                .max()
                .orElse(0));
    }

    /** Reads clients, keys or configurations; throws {@link HttpProblem} (status 503) if that can't be done now. */
    public <T extends @Nullable Object> T global(Supplier<T> reading) {
        return read(() -> globalTablesLoaded, reading);
    }

    /** Reads the catalog; throws {@link HttpProblem} (status 503) if that can't be done now. */
    public <T extends @Nullable Object> T catalog(Supplier<T> reading) {
        return read(this::isCaughtUp, reading);
    }

    /** A partition's store; throws {@link InvalidStateStoreException} if it can't be read now, as while it is rebuilt. */
    OpenTable open(StoredTable table, int partition) {
        OpenTable open = partition(table, partition).readable();
        if (open == null) {
            throw new InvalidStateStoreException(table.baseName() + "-" + partition + " is not available here now");
        }
        return open;
    }

    /**
     * The offset before which everything is in a partition's store; throws {@link InvalidStateStoreException} if the store
     * can't be read now.
     */
    long appliedTo(StoredTable table, int partition) {
        OpenTable open = open(table, partition);
        long offset = partition(table, partition).appliedTo();
        if (open(table, partition) != open) {
            throw new InvalidStateStoreException(table.baseName() + "-" + partition + " has just been reopened");
        }
        return offset;
    }

    private <T extends @Nullable Object> T read(BooleanSupplier loaded, Supplier<T> reading) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            String obstacle = LOADING;
            if (loaded.getAsBoolean()) {
                try {
                    return reading.get();
                } catch (ProcessorStateException e) {
                    LOG.error("A local store can't be read", e);
                    throw HttpProblem.unavailable("A table can't be read.");
                } catch (InvalidStateStoreException e) {
                    obstacle = "A part of the catalog is not available here now.";
                } catch (RegistryUnavailableException e) {
                    throw HttpProblem.unavailable("The schema of a record is not known here yet.");
                }
            }
            if (System.nanoTime() >= deadline) {
                throw HttpProblem.unavailable(obstacle);
            }
            try {
                synchronized (loading) {
                    loading.wait(LOOK.toMillis());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw HttpProblem.unavailable(obstacle);
            }
        }
    }
}
