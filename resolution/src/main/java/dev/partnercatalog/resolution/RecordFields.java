package dev.partnercatalog.resolution;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A subset of the fields that a variant's record can contain in addition to those that every record contains:
 * {@code barcode}, {@code companyId} and {@code locationId} (D36). Immutable.
 */
public final class RecordFields {

    /** Every field: a record as batch-get returns it. */
    public static final RecordFields ALL = new RecordFields(Stream.concat(
                    Stream.of("catalogSource"), VariantField.all().stream().map(VariantField::jsonName))
            .collect(Collectors.toSet()));

    /** Members that every record contains. */
    static final List<String> IDS = List.of("barcode", "companyId", "locationId");

    private final Set<String> fields;

    private RecordFields(Set<String> fields) {
        this.fields = Set.copyOf(fields);
    }

    /** The fields with these names; names that aren't fields' are ignored. */
    public static RecordFields of(Collection<String> names) {
        Set<String> fields = new HashSet<>(names);
        fields.retainAll(ALL.fields);
        return new RecordFields(fields);
    }

    /** Whether a record can contain a member of this name: a field, or an id, which every record contains. */
    public static boolean isMember(String name) {
        return ALL.has(name) || IDS.contains(name);
    }

    boolean isAll() {
        return fields.size() == ALL.fields.size();
    }

    boolean has(String name) {
        return fields.contains(name);
    }

    /** In alphabetical order. */
    public List<String> names() {
        return fields.stream().sorted().toList();
    }
}
