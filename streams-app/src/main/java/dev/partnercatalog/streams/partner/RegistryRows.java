package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.ReleasedSchemas;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts everything that the partner registry keeps from the rows of one system's stores to those of another's, which
 * may have a different number of partitions. The configurations are kept in memory. For use by one thread.
 */
public final class RegistryRows {

    /** Receives rows for the stores of a registry. */
    @FunctionalInterface
    public interface Writer {

        /** Writes one row; null deletes it. */
        void write(int partition, byte[] key, byte @Nullable [] value);
    }

    private final int partitions;
    private final Writer writer;
    private final SingleObjectSerde<PartnerConfig> reader =
            new SingleObjectSerde<>(PartnerConfig.class, ReleasedSchemas.of(CatalogTopic.PARTNER_CONFIGS));
    private final SortedMap<String, PartnerConfig> configs = new TreeMap<>();
    private long revisions;

    /**
     * Starts empty.
     *
     * @param partitions of the other system
     * @param writer receives the rows
     */
    public RegistryRows(int partitions, Writer writer) {
        this.partitions = partitions;
        this.writer = writer;
    }

    /**
     * Receives the next write to one of the stores; those of a partition must arrive in order.
     *
     * @throws IllegalArgumentException if the registry writes no such rows
     * @throws RuntimeException if another version of the program wrote a configuration in an unknown format
     */
    public void accept(byte[] key, byte @Nullable [] value) {
        String row = new String(key, StandardCharsets.UTF_8);
        if (row.equals(PartnerStore.REVISIONS)) {
            revisions = value == null
                    ? revisions
                    : Math.max(revisions, ByteBuffer.wrap(value).getLong());
            return;
        }
        String partnerId = PartnerStore.partnerId(row);
        if (row.startsWith(PartnerStore.CONFIG)) {
            if (value == null) {
                configs.remove(partnerId);
            } else {
                configs.put(partnerId, reader.decode(value));
            }
        }
        writer.write(Partitioning.byKey(partnerId, partitions), key, value);
    }

    /** All rows have arrived. Revisions continue from the highest of all, whichever partition a partner is in now. */
    public void end() {
        byte[] reserved = ByteBuffer.allocate(Long.BYTES).putLong(revisions).array();
        for (int partition = 0; partition < partitions; partition++) {
            writer.write(partition, PartnerStore.REVISIONS.getBytes(StandardCharsets.UTF_8), reserved);
        }
    }

    /** The configuration of each partner, by its id. */
    public SortedMap<String, PartnerConfig> configs() {
        return Collections.unmodifiableSortedMap(configs);
    }
}
