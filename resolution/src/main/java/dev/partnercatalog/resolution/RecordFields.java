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

    private static final String CATALOG_SOURCE = "catalogSource";

    /** Every field: a record as batch-get returns it. */
    public static final RecordFields ALL = new RecordFields(
            Stream.concat(Stream.of(CATALOG_SOURCE), VariantField.all().stream().map(VariantField::jsonName))
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
        return isMember(ALL.fields, name);
    }

    boolean isAll() {
        return fields.size() == ALL.fields.size();
    }

    /** Passes on the chosen members of a record that is JSON in canonical form, and of its sources. */
    void write(byte[] record, ByteSink sink) {
        write(record, 0, sink);
    }

    private void write(byte[] json, int object, ByteSink sink) {
        sink.write(json, object, 1);
        int end = object + 1;
        boolean isFirst = true;
        for (JsonMember member : JsonMember.of(json, object)) {
            end = member.end();
            if (isMember(fields, member.name())) {
                int start = member.start() + (isFirst && json[member.start()] == ',' ? 1 : 0);
                isFirst = false;
                if (member.name().equals(CATALOG_SOURCE)) {
                    sink.write(json, start, member.value() - start);
                    write(json, member.value(), sink);
                } else {
                    sink.write(json, start, end - start);
                }
            }
        }
        sink.write(json, end, 1);
    }

    private static boolean isMember(Set<String> fields, String name) {
        return fields.contains(name) || IDS.contains(name);
    }

    /** In alphabetical order. */
    public List<String> names() {
        return fields.stream().sorted().toList();
    }
}
