package dev.partnercatalog.operations.preview;

import dev.partnercatalog.operations.preview.ConfigurationChange.Sight;
import dev.partnercatalog.operations.preview.Preview.Example;
import dev.partnercatalog.operations.recorded.SnapshotTable;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.streams.variant.RecordedLayers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares the records of listed variants as they are and as they would be. Not thread-safe; run once. */
final class RecordComparison {

    private final PreviewLimits limits;
    private final Tally tally;
    private final ConfigurationChange configurations;
    private final SnapshotTable layers;
    private final SnapshotTable layersThen;
    private final Set<String> leftOut;
    private final long until;
    private long compared;

    RecordComparison(
            PreviewLimits limits,
            Tally tally,
            ConfigurationChange configurations,
            SnapshotTable layers,
            SnapshotTable layersThen,
            Set<String> leftOut) {
        this.limits = limits;
        this.tally = tally;
        this.configurations = configurations;
        this.layers = layers;
        this.layersThen = layersThen;
        this.leftOut = leftOut;
        this.until = System.nanoTime() + limits.time().toNanos();
    }

    /** The number of records compared. */
    long compared() {
        return compared;
    }

    /** Runs the comparison. Returns whether all records were compared: there may be too many, or too little time. */
    boolean run(ListedVariants before, ListedVariants after) {
        for (Scope scope : before.scopesWith(after)) {
            List<Sight> sights = configurations.sights(scope);
            if (sights.isEmpty()) {
                continue;
            }
            SortedSet<String> barcodes = new TreeSet<>(before.at(scope));
            barcodes.addAll(after.at(scope));
            barcodes.removeAll(leftOut);
            for (String barcode : barcodes) {
                if (compared >= limits.comparisons() || System.nanoTime() > until) {
                    return false;
                }
                compare(
                        scope,
                        barcode,
                        before.at(scope).contains(barcode) ? entry(layers, barcode, scope) : null,
                        after.at(scope).contains(barcode) ? entry(layersThen, barcode, scope) : null,
                        sights);
            }
        }
        return true;
    }

    private static @Nullable ResolvedEntry entry(SnapshotTable layers, String barcode, Scope scope) {
        RecordedLayers recorded = new RecordedLayers(barcode, layers);
        return recorded.hasEntry(scope) ? recorded.at(scope).resolve() : null;
    }

    private void compare(
            Scope scope,
            String barcode,
            @Nullable ResolvedEntry before,
            @Nullable ResolvedEntry after,
            List<Sight> sights) {
        boolean same = Objects.equals(before, after);
        Map<List<Optional<ResolvedConfiguration>>, Optional<Outcome>> known = new HashMap<>();
        for (Sight sight : sights) {
            compared++;
            if (same && Objects.equals(sight.before(), sight.after())) {
                continue;
            }
            known.computeIfAbsent(
                            List.of(Optional.ofNullable(sight.before()), Optional.ofNullable(sight.after())),
                            any -> Optional.ofNullable(Outcome.of(
                                    json(barcode, before, sight.before(), scope),
                                    json(barcode, after, sight.after(), scope))))
                    .ifPresent(outcome ->
                            tally.add(sight.partnerId(), scope, barcode, outcome.kind(), outcome.differences()));
        }
    }

    private static byte @Nullable [] json(
            String barcode, @Nullable ResolvedEntry entry, @Nullable ResolvedConfiguration configuration, Scope scope) {
        return entry == null || configuration == null ? null : PartnerView.json(barcode, entry, configuration, scope);
    }

    /** What becomes of one record. */
    private record Outcome(Example.Kind kind, List<MemberDifference> differences) {

        /** Null if it stays as it is. */
        static @Nullable Outcome of(byte @Nullable [] before, byte @Nullable [] after) {
            if (Arrays.equals(before, after)) {
                return null;
            }
            Example.Kind kind =
                    before == null ? Example.Kind.ADDED : after == null ? Example.Kind.REMOVED : Example.Kind.CHANGED;
            return new Outcome(kind, MemberDifference.between(before, after));
        }
    }
}
