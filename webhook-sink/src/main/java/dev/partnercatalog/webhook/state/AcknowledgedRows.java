package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.key.Partitioning;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Converts what partners have from the rows of one system's stores to rows of another's, which may have a different
 * number of partitions. The catalog isn't included: the other sink reads it from its topics.
 *
 * <p>The other sink finds each company begun and not compared, so it scans what is listed and what the partner has, and
 * sends what differs. What was in a message whose outcome wasn't known, and which may have been sent, is in doubt there,
 * and sent again.
 *
 * <p>Keeps messages and requests in memory, but not what partners have of each variant. Not thread-safe.
 */
public final class AcknowledgedRows {

    private final int partitions;
    private final RowWriter writer;
    private final Map<Long, Intent> intents = new TreeMap<>();
    private final Map<Bytes, byte[]> resyncs = new HashMap<>();
    private final Map<String, Long> knownHere = new HashMap<>();
    private final Map<String, Long> known = new TreeMap<>();
    private final Map<String, Long> pings = new TreeMap<>();
    private final Map<String, Set<Long>> companies = new TreeMap<>();
    private long clock = Long.MIN_VALUE;

    /**
     * Starts empty.
     *
     * @param partitions number of partitions of the other system
     * @param writer receives the rows
     */
    public AcknowledgedRows(int partitions, RowWriter writer) {
        this.partitions = partitions;
        this.writer = writer;
    }

    /** Whether a row is of a kind that {@link #accept} takes. */
    public static boolean isOne(byte[] key) {
        return key.length > 0
                && switch ((char) key[0]) {
                    case Keys.ACKNOWLEDGED, Keys.INTENT, Keys.RESYNC, Keys.KNOWN_RESYNCS, Keys.PINGS -> true;
                    default -> Keys.CLOCK.equals(Bytes.wrap(key));
                };
    }

    /**
     * Adds the next write to one of the stores; those of a partition come in order, and together.
     *
     * @throws UnknownFormatException if another version of the program wrote it
     * @throws IllegalArgumentException if it is of a kind that {@link #isOne} doesn't know
     */
    public void accept(byte[] key, byte @Nullable [] value) {
        if (!isOne(key)) {
            throw new IllegalArgumentException("a row of this kind says nothing about what partners have");
        }
        Bytes row = Bytes.wrap(key);
        switch ((char) key[0]) {
            case Keys.ACKNOWLEDGED -> acknowledged(row, value);
            case Keys.INTENT -> {
                long number = Keys.number(row, 1);
                put(intents, number, value == null ? null : Intent.decode(number, value));
            }
            case Keys.RESYNC -> put(resyncs, row, value);
            case Keys.KNOWN_RESYNCS -> put(knownHere, Keys.partnerId(row), number(value));
            case Keys.PINGS -> merge(pings, Keys.partnerId(row), number(value));
            default -> {
                Long time = number(value);
                clock = time == null ? clock : Math.max(clock, time);
            }
        }
    }

    private void acknowledged(Bytes row, byte @Nullable [] value) {
        String partnerId = Keys.partnerId(row);
        long companyId = Keys.variant(row, partnerId.length() + 2).companyId();
        if (value != null) {
            companies.computeIfAbsent(partnerId, id -> new TreeSet<>()).add(companyId);
        }
        write(companyId, row, value);
    }

    private static @Nullable Long number(byte @Nullable [] value) {
        return value == null ? null : Format.decodeNumber(value, "number");
    }

    private static <K, V> void put(Map<K, V> map, K key, @Nullable V value) {
        if (value == null) {
            map.remove(key);
        } else {
            map.put(key, value);
        }
    }

    private static void merge(Map<String, Long> numbers, String partnerId, @Nullable Long number) {
        if (number != null) {
            numbers.merge(partnerId, number, Math::max);
        }
    }

    /** All rows of a partition have been added. */
    public void endPartition() {
        for (Intent intent : intents.values()) {
            for (Intent.Entry entry : intent.resumed().entries()) {
                // What was requested again would otherwise be left unsent for being the same.
                if (entry.inDoubt() || entry.anew()) {
                    acknowledged(
                            Keys.ofPartner(Keys.ACKNOWLEDGED, intent.partnerId(), entry.variant()),
                            Acknowledged.NOTHING.doubted().encode());
                }
            }
        }
        resyncs.forEach((row, value) -> {
            long number = Keys.number(row, Keys.partnerId(row).length() + 2);
            write(Resync.decode(number, value).scope().companyId(), row, value);
        });
        // If one partition had not accepted a request yet, all of them process it again: sent twice, rather than not at
        // all.
        knownHere.forEach((partnerId, number) -> known.merge(partnerId, number, Math::min));
        intents.clear();
        resyncs.clear();
        knownHere.clear();
    }

    /**
     * All partitions have been added.
     *
     * @param now the time in milliseconds since 1970
     */
    public void end(long now) {
        companies.forEach((partnerId, ids) -> ids.forEach(companyId -> write(
                companyId,
                Keys.ofPartner(Keys.COMPARED, partnerId, companyId),
                ComparisonProgress.begun(Hash.NONE, now).encode())));
        pings.forEach((partnerId, number) -> writer.write(
                Partitioning.byKey(partnerId, partitions),
                Keys.of(Keys.PINGS, partnerId).get(),
                Format.number(number)));
        for (int partition = 0; partition < partitions; partition++) {
            for (Map.Entry<String, Long> each : known.entrySet()) {
                byte[] key = Keys.of(Keys.KNOWN_RESYNCS, each.getKey()).get();
                writer.write(partition, key, Format.number(each.getValue()));
            }
            // Whatever the other sink will know of the catalog was read after this moment.
            writer.write(partition, Keys.WHOLE.get(), Format.number(now));
            if (clock > Long.MIN_VALUE) {
                writer.write(partition, Keys.CLOCK.get(), Format.number(clock));
            }
        }
    }

    private void write(long companyId, Bytes key, byte @Nullable [] value) {
        writer.write(Partitioning.byCompany(companyId, partitions), key.get(), value);
    }
}
