package dev.partnercatalog.resolution;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Some of the fields that a variant's record can carry beside what identifies it, which every record carries: {@code
 * barcode}, {@code companyId} and {@code locationId}. Immutable.
 *
 * @param bits the fields by their numbers, as stores keep them: the lowest bit is field 0
 */
public record RecordFields(long bits) {

    /** By number, which no field ever changes: a new one comes last. */
    private static final List<String> NUMBERED = List.of(
            "appearance",
            "aromas",
            "assets",
            "badges",
            "brand",
            "brandAssets",
            "cannabisUnitOfMeasure",
            "catalogSource",
            "cbd",
            "classification",
            "craftDesignations",
            "delisted",
            "description",
            "effects",
            "energyScore",
            "flavors",
            "gradingResults",
            "growingConditions",
            "helpsWith",
            "labels",
            "lineages",
            "manufacturer",
            "name",
            "originCity",
            "originState",
            "packagedQuantity",
            "parentProductId",
            "parentProductName",
            "presentTerpenes",
            "productType",
            "secondaryCannabinoids",
            "shortDescription",
            "strain",
            "strainType",
            "tac",
            "tags",
            "terpeneUnitOfMeasure",
            "thc",
            "topFlavor",
            "topTerpene",
            "totalTerpene",
            "unitOfMeasure",
            "unitSize",
            "variantType");

    private static final Map<String, Integer> NUMBERS = numbers();

    /** Every field: a record as batch-get answers it. */
    public static final RecordFields ALL = new RecordFields((1L << NUMBERED.size()) - 1);

    /** None: a record says that the variant is there. */
    public static final RecordFields NONE = new RecordFields(0);

    private static Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int number = 0; number < NUMBERED.size(); number++) {
            numbers.put(NUMBERED.get(number), number);
        }
        return Map.copyOf(numbers);
    }

    /** The fields of these names; a name that isn't a field's counts for nothing. */
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

    /** How many fields there are; their numbers are below it. */
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

    /** The fields that are among these or those. */
    public RecordFields or(RecordFields others) {
        return new RecordFields(bits | others.bits);
    }

    /** The fields that are among these and not among those. */
    public RecordFields without(RecordFields others) {
        return new RecordFields(bits & ~others.bits);
    }

    /** The fields that are among these and those. */
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
