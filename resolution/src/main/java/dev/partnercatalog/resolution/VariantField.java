package dev.partnercatalog.resolution;

import static dev.partnercatalog.resolution.Kind.ASSET_MAP;
import static dev.partnercatalog.resolution.Kind.FLAG;
import static dev.partnercatalog.resolution.Kind.INTEGER;
import static dev.partnercatalog.resolution.Kind.NUMBER;
import static dev.partnercatalog.resolution.Kind.RANGE;
import static dev.partnercatalog.resolution.Kind.RANGE_MAP;
import static dev.partnercatalog.resolution.Kind.TEXT;
import static dev.partnercatalog.resolution.Kind.TEXT_LIST;
import static dev.partnercatalog.resolution.Kind.TEXT_MAP;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a variant that layers set. {@code barcode}, {@code companyId}, {@code locationId} and {@code catalogSource}
 * are added to the response instead. If no layer sets it, a required field has its default, and an optional field is absent
 * (D11).
 */
public enum VariantField {
    APPEARANCE("appearance", TEXT_LIST, null),
    AROMAS("aromas", TEXT_LIST, null),
    ASSETS("assets", ASSET_MAP, Map.of()),
    BADGES("badges", TEXT_LIST, null),
    BRAND("brand", TEXT, ""),
    BRAND_ASSETS("brandAssets", ASSET_MAP, Map.of()),
    CANNABIS_UNIT_OF_MEASURE("cannabisUnitOfMeasure", TEXT, ""),
    CBD("cbd", RANGE, MeasuredRange.EMPTY),
    CLASSIFICATION("classification", TEXT, ""),
    CRAFT_DESIGNATIONS("craftDesignations", TEXT_LIST, null),
    DELISTED("delisted", FLAG, false),
    DESCRIPTION("description", TEXT, ""),
    EFFECTS("effects", TEXT_LIST, null),
    ENERGY_SCORE("energyScore", TEXT, null),
    FLAVORS("flavors", TEXT_LIST, null),
    GRADING_RESULTS("gradingResults", TEXT_MAP, null),
    GROWING_CONDITIONS("growingConditions", TEXT_LIST, null),
    HELPS_WITH("helpsWith", TEXT_LIST, null),
    LABELS("labels", TEXT_LIST, null),
    LINEAGES("lineages", TEXT_LIST, List.of()),
    MANUFACTURER("manufacturer", TEXT, ""),
    NAME("name", TEXT, ""),
    ORIGIN_CITY("originCity", TEXT, null),
    ORIGIN_STATE("originState", TEXT, null),
    PACKAGED_QUANTITY("packagedQuantity", INTEGER, 1),
    PARENT_PRODUCT_ID("parentProductId", TEXT, null),
    PARENT_PRODUCT_NAME("parentProductName", TEXT, null),
    PRESENT_TERPENES("presentTerpenes", TEXT_LIST, List.of()),
    PRODUCT_TYPE("productType", TEXT, ""),
    SECONDARY_CANNABINOIDS("secondaryCannabinoids", RANGE_MAP, Map.of()),
    SHORT_DESCRIPTION("shortDescription", TEXT, ""),
    STRAIN("strain", TEXT, ""),
    STRAIN_TYPE("strainType", TEXT, ""),
    TAC("tac", RANGE, MeasuredRange.EMPTY),
    TAGS("tags", TEXT_LIST, null),
    TERPENE_UNIT_OF_MEASURE("terpeneUnitOfMeasure", TEXT, ""),
    THC("thc", RANGE, MeasuredRange.EMPTY),
    TOP_FLAVOR("topFlavor", TEXT, null),
    TOP_TERPENE("topTerpene", TEXT, ""),
    TOTAL_TERPENE("totalTerpene", RANGE, MeasuredRange.EMPTY),
    UNIT_OF_MEASURE("unitOfMeasure", TEXT, ""),
    UNIT_SIZE("unitSize", NUMBER, 0.0),
    VARIANT_TYPE("variantType", TEXT, ""),
    /** Only BPD sets it. It shows those who keep a copy where a variant may be sold (D35). */
    STATE_CODES("stateCodes", TEXT_LIST, null);

    private static final List<VariantField> ALL = Stream.of(values())
            .sorted(Comparator.comparing(VariantField::jsonName))
            .toList();

    private final String jsonName;
    private final Kind kind;

    @SuppressWarnings("ImmutableEnumChecker") // each of the defaults above is immutable
    private final @Nullable Object defaultValue;

    VariantField(String jsonName, Kind kind, @Nullable Object defaultValue) {
        this.jsonName = jsonName;
        this.kind = kind;
        this.defaultValue = defaultValue;
    }

    /** Every field, in alphabetical order of {@link #jsonName}. */
    public static List<VariantField> all() {
        return ALL;
    }

    /** The field's name in JSON, and in the events. */
    public String jsonName() {
        return jsonName;
    }

    public Kind kind() {
        return kind;
    }

    public boolean required() {
        return defaultValue != null;
    }

    /** The value of a required field that no layer sets; null for an optional field. */
    public @Nullable Object defaultValue() {
        return defaultValue;
    }
}
