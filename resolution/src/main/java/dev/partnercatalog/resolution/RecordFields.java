package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A subset of the fields that a variant's record can contain in addition to those that every record contains:
 * {@code barcode}, {@code companyId} and {@code locationId}. Immutable.
 *
 * @param bits the fields by their numbers, as stores keep them: the lowest bit is field 0
 */
public record RecordFields(long bits) {

    /** By number, which never changes for a field. */
    private static final List<String> NUMBERED = Stream.concat(
                    Stream.of("catalogSource"), Stream.of(VariantField.values()).map(VariantField::jsonName))
            .toList();

    private static final Map<String, Integer> NUMBERS = numbers();

    /** Members that every record contains; they have no numbers. */
    static final List<String> IDS = List.of("barcode", "companyId", "locationId");

    /** Every field: a record as batch-get returns it. */
    public static final RecordFields ALL = new RecordFields((1L << NUMBERED.size()) - 1);

    /** No field: a record only shows that the variant exists. */
    public static final RecordFields NONE = new RecordFields(0);

    private static Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int number = 0; number < NUMBERED.size(); number++) {
            numbers.put(NUMBERED.get(number), number);
        }
        return Map.copyOf(numbers);
    }

    /** The fields with these names; names that aren't fields' are ignored. */
    public static RecordFields of(Collection<String> names) {
        RecordFields fields = NONE;
        for (String name : names) {
            fields = fields.with(name);
        }
        return fields;
    }

    private RecordFields with(String name) {
        Integer number = NUMBERS.get(name);
        return number == null ? this : with(number);
    }

    RecordFields with(int number) {
        return new RecordFields(bits | (1L << number));
    }

    /** Whether a field has this name. */
    public static boolean isField(String name) {
        return NUMBERS.containsKey(name);
    }

    /** Whether a record can contain a member of this name: a field, or an id, which every record contains. */
    public static boolean isMember(String name) {
        return isField(name) || IDS.contains(name);
    }

    /** The number of the field with this name, which must be one. */
    static int number(String name) {
        return requireNonNull(NUMBERS.get(name));
    }

    /** The number of fields; field numbers are below it. */
    static int count() {
        return NUMBERED.size();
    }

    static String name(int number) {
        return NUMBERED.get(number);
    }

    public boolean isAll() {
        return equals(ALL);
    }

    public boolean has(int number) {
        return (bits & (1L << number)) != 0;
    }

    public boolean hasAll(RecordFields others) {
        return (others.bits & ~bits) == 0;
    }

    /** The fields that are in either set. */
    public RecordFields or(RecordFields others) {
        return new RecordFields(bits | others.bits);
    }

    /** The fields that are in this set, but not in the other. */
    public RecordFields without(RecordFields others) {
        return new RecordFields(bits & ~others.bits);
    }

    /** The fields that are in both sets. */
    public RecordFields and(RecordFields others) {
        return new RecordFields(bits & others.bits);
    }

    /** In alphabetical order. */
    public List<String> names() {
        return IntStream.range(0, NUMBERED.size())
                .filter(this::has)
                .mapToObj(NUMBERED::get)
                .sorted()
                .toList();
    }
}
