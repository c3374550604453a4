package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.cli.comparison.Finding.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares two sides that may change meanwhile. A first look keeps a hash of each row, and finds the rows that may
 * differ. A second look is only at those: it reads one side, then the other, and then the first one again. A row counts
 * as a finding if the two differ and the first one had no new record of the row between its two reads: then nothing was
 * under way. Not thread-safe.
 */
final class TableComparison {

    /** Rows for which the first look keeps hashes at a time; with two sides and free slots, this takes some 500 MB. */
    private static final long ROWS_AT_ONCE = 8_000_000;

    /** The most rows at which the second look looks: some 100 MB. */
    private static final int MOST_SUSPECTS = 200_000;

    private final Side first;
    private final Side second;
    private final boolean firstIsRight;
    private final Runnable between;

    /**
     * Reads nothing yet.
     *
     * @param first the side that is read twice
     * @param firstIsRight whether the first side says what the second should be, or the other way round
     * @param between returns when the second side reflects everything that the first one holds by now
     */
    TableComparison(Side first, Side second, boolean firstIsRight, Runnable between) {
        this.first = first;
        this.second = second;
        this.firstIsRight = firstIsRight;
        this.between = between;
    }

    /**
     * The rows that may differ.
     *
     * @param rows hashes of rows
     * @param areAll whether these are all
     */
    record Suspects(Set<Long> rows, boolean areAll) {}

    /** The newest record of a row in one partition. */
    private record Sight(long offset, long content) {}

    private static final class Sights implements Side.Receiver {

        private final Set<Long> wanted;
        private final Map<Row, Map<Integer, Sight>> rows = new HashMap<>();

        Sights(Set<Long> wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean wants(Row row) {
            return wanted.contains(row.hash());
        }

        @Override
        public void accept(Row row, int partition, long offset, long content) {
            if (wants(row)) {
                rows.computeIfAbsent(row, any -> new TreeMap<>()).put(partition, new Sight(offset, content));
            }
        }

        Map<Integer, Sight> of(Row row) {
            return rows.getOrDefault(row, Map.of());
        }
    }

    /** The first look. */
    Suspects suspects() {
        int passes = Math.toIntExact(1 + Math.max(first.size(), second.size()) / ROWS_AT_ONCE);
        Set<Long> rows = new HashSet<>();
        boolean[] areAll = {true};
        for (int pass = 0; pass < passes; pass++) {
            hashes(first, pass, passes).forEachDifference(hashes(second, pass, passes), row -> {
                if (rows.size() < MOST_SUSPECTS) {
                    rows.add(row);
                } else {
                    areAll[0] = false;
                }
            });
        }
        return new Suspects(rows, areAll[0]);
    }

    private static KeyDigest hashes(Side side, int pass, int passes) {
        KeyDigest hashes = new KeyDigest();
        side.read(new Side.Receiver() {
            @Override
            public boolean wants(Row row) {
                return passes == 1 || Math.floorMod(row.hash(), passes) == pass;
            }

            @Override
            public void accept(Row row, int partition, long offset, long content) {
                if (wants(row)) {
                    hashes.put(row.hash(), content);
                }
            }
        });
        return hashes;
    }

    /** The second look: which of these rows differ. */
    Set<Finding> findings(Set<Long> suspects) {
        Set<Finding> findings = new TreeSet<>();
        if (suspects.isEmpty()) {
            return findings;
        }
        Sights before = sights(first, suspects);
        between.run();
        second.settle();
        Sights other = sights(second, suspects);
        if (!firstIsRight) {
            first.settle();
        }
        Sights after = sights(first, suspects);
        Set<Row> rows = new HashSet<>(after.rows.keySet());
        rows.addAll(other.rows.keySet());
        for (Row row : rows) {
            if (!before.of(row).equals(after.of(row))) {
                continue;
            }
            Kind kind = firstIsRight ? kind(after.of(row), other.of(row)) : kind(other.of(row), after.of(row));
            if (kind != null) {
                findings.add(new Finding(row, kind));
            }
        }
        return findings;
    }

    /** The rows that one look at the first side finds, of those wanted. */
    Set<Row> inFirst(Set<Long> wanted) {
        Set<Row> found = new HashSet<>();
        sights(first, wanted).rows.forEach((row, sights) -> {
            if (!contents(sights).isEmpty()) {
                found.add(row);
            }
        });
        return found;
    }

    private static Sights sights(Side side, Set<Long> wanted) {
        Sights sights = new Sights(wanted);
        side.read(sights);
        return sights;
    }

    /** Null if the row is right, or can't be judged. */
    private static @Nullable Kind kind(Map<Integer, Sight> should, Map<Integer, Sight> is) {
        Set<Long> right = contents(should);
        Set<Long> found = contents(is);
        if (right.contains(Side.UNKNOWN)) {
            return null;
        }
        if (right.isEmpty()) {
            return found.isEmpty() ? null : Kind.GHOST;
        }
        if (found.isEmpty()) {
            // A deletion in another partition may be the newer record.
            boolean certain = should.values().stream().noneMatch(sight -> sight.content == Side.NONE);
            return certain ? Kind.MISSING : null;
        }
        return right.containsAll(found) ? null : Kind.WRONG;
    }

    private static Set<Long> contents(Map<Integer, Sight> sights) {
        Set<Long> contents = new HashSet<>();
        sights.values().forEach(sight -> contents.add(sight.content));
        contents.remove(Side.NONE);
        return contents;
    }
}
