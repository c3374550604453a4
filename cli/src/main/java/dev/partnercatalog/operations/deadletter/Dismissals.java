package dev.partnercatalog.operations.deadletter;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters were dismissed: an operator has seen them, and they need no action. They are recorded
 * in a log of their own, as the ids' text with a space between two of them, for longer than the dead letters are kept. Takes
 * a bit for each dead letter. Not thread-safe.
 */
public final class Dismissals {

    /** The most ids in one record: with the longest ids, some 150 KB. */
    static final int MOST_IN_RECORD = 5_000;

    private static final int BITS = 20;

    /** Offsets that differ in their last {@value #BITS} bits share a set. */
    private final Map<LogPosition, BitSet> sets = new HashMap<>();

    /** Adds a record of the log. What isn't an id is passed over. */
    public void add(byte @Nullable [] record) {
        if (record == null) {
            return;
        }
        for (String id : new String(record, StandardCharsets.UTF_8).split(" ", -1)) {
            LogPosition.parse(id)
                    .ifPresent(letter -> sets.computeIfAbsent(setOf(letter), any -> new BitSet())
                            .set(bitOf(letter)));
        }
    }

    public boolean contain(LogPosition letter) {
        BitSet set = sets.get(setOf(letter));
        return set != null && set.get(bitOf(letter));
    }

    /** The records that dismiss these dead letters. */
    static List<byte[]> records(Collection<LogPosition> letters) {
        List<byte[]> records = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (LogPosition letter : letters) {
            ids.add(letter.toString());
            if (ids.size() == MOST_IN_RECORD) {
                records.add(record(ids));
                ids.clear();
            }
        }
        if (!ids.isEmpty()) {
            records.add(record(ids));
        }
        return records;
    }

    private static byte[] record(List<String> ids) {
        return String.join(" ", ids).getBytes(StandardCharsets.UTF_8);
    }

    private static LogPosition setOf(LogPosition letter) {
        return new LogPosition(letter.partition(), letter.offset() >>> BITS);
    }

    private static int bitOf(LogPosition letter) {
        return (int) (letter.offset() & ((1L << BITS) - 1));
    }
}
