package dev.partnercatalog.operations.preview;

import dev.partnercatalog.operations.preview.Preview.Counts;
import dev.partnercatalog.operations.preview.Preview.Example;
import dev.partnercatalog.resolution.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the records that differ, and keeps a few examples that are unlike each other. Not thread-safe. */
final class Tally {

    private final int mostExamples;
    private final SortedMap<String, Counts> partners = new TreeMap<>();
    private final SortedMap<String, Long> fields = new TreeMap<>();
    private final List<Example> examples = new ArrayList<>();
    private final List<Example> more = new ArrayList<>();
    private final Set<Object> shown = new HashSet<>();

    Tally(int mostExamples) {
        this.mostExamples = mostExamples;
    }

    /** Counts one record. */
    void add(String partnerId, Scope scope, String barcode, Example.Kind kind, List<MemberDifference> differences) {
        partners.merge(partnerId, Counts.NONE.plus(kind), (before, one) -> before.plus(kind));
        differences.forEach(difference -> fields.merge(difference.field(), 1L, Long::sum));
        // For the same partner and the same fields, one example shows as much as a hundred.
        if (examples.size() < mostExamples
                && shown.add(List.of(
                        partnerId,
                        kind,
                        differences.stream().map(MemberDifference::field).toList()))) {
            examples.add(new Example(partnerId, scope, barcode, kind, differences));
        } else if (more.size() < mostExamples) {
            more.add(new Example(partnerId, scope, barcode, kind, differences));
        }
    }

    SortedMap<String, Counts> partners() {
        return partners;
    }

    SortedMap<String, Long> fields() {
        return fields;
    }

    List<Example> examples() {
        List<Example> all = new ArrayList<>(examples);
        all.addAll(more.subList(0, Math.min(more.size(), mostExamples - examples.size())));
        return all;
    }
}
