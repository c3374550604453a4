package dev.partnercatalog.resolution;

import static dev.partnercatalog.resolution.VariantField.CANNABIS_UNIT_OF_MEASURE;
import static dev.partnercatalog.resolution.VariantField.TERPENE_UNIT_OF_MEASURE;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partner's configuration at a scope, and the fields that a reader has chosen, prepared for splicing the
 * {@link VariantImage}s of many variants. Immutable.
 */
public final class ScopeView {

    private static final byte[] NOTHING = {};

    /** How many assets of which types a configuration selects, looked up by the types' UTF-8. Immutable. */
    static final class AssetChoice {

        private final byte[][] types;
        private final int[] limits;

        private AssetChoice(List<AssetEntry> wanted) {
            types = wanted.stream()
                    .map(entry -> entry.assetType().getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
            limits = wanted.stream().mapToInt(AssetEntry::limit).toArray();
        }

        /** The maximum number of assets of the type whose name is at {@code at}; −1 if the type isn't selected. */
        int limit(byte[] bytes, int at, int length) {
            // The last one counts, as where a record is rendered.
            for (int i = types.length - 1; i >= 0; i--) {
                if (Arrays.equals(types[i], 0, types[i].length, bytes, at, at + length)) {
                    return limits[i];
                }
            }
            return -1;
        }
    }

    private final int departures;
    private final int[] choices = new int[ImagePart.values().length];
    private final byte[] companyId;
    private final byte[] locationId;
    private final byte[] cannabisUnit;
    private final byte[] terpeneUnit;
    private final Map<String, AssetChoice> assets = new HashMap<>();
    private final RecordFields fields;

    /** The view of a scope under the configuration that applies there, with all fields. */
    public ScopeView(ResolvedConfiguration configuration, Scope scope) {
        this(configuration, scope, RecordFields.ALL);
    }

    /** The view of a scope under the configuration that applies there, with some fields (D36). */
    public ScopeView(ResolvedConfiguration configuration, Scope scope, RecordFields fields) {
        this.fields = fields;
        AllowedFields flags = configuration.allowedFields();
        choose(ImagePart.BADGES, flags.badges() ? 1 : 0);
        choose(ImagePart.LABELS, flags.labels() ? 1 : 0);
        choose(ImagePart.NAMES, flags.displayNameOverrides() ? 1 : 0);
        choose(
                ImagePart.CANNABINOIDS,
                cannabinoids(flags.cannabinoidOverrides(), unit(configuration.cannabisUnitOfMeasure())));
        choose(ImagePart.TERPENES, unit(configuration.terpeneUnitOfMeasure()));
        int departing = 0;
        for (ImagePart part : ImagePart.values()) {
            departing |= choices[part.number()] == 0 ? 0 : part.bit();
        }
        departures = departing;
        companyId = digits(scope.companyId());
        locationId = digits(scope.locationId());
        cannabisUnit = member(CANNABIS_UNIT_OF_MEASURE, configuration.cannabisUnitOfMeasure());
        terpeneUnit = member(TERPENE_UNIT_OF_MEASURE, configuration.terpeneUnitOfMeasure());
        configuration.variantAssetConfig().forEach((type, wanted) -> {
            if (!wanted.isEmpty()) {
                assets.put(JsonWriter.wellFormed(type), new AssetChoice(wanted));
            }
        });
    }

    private void choose(ImagePart part, int choice) {
        choices[part.number()] = choice;
    }

    private static int cannabinoids(boolean overridden, int unit) {
        return (overridden ? PotencyUnit.CHOICES : 0) + unit;
    }

    /** The choice of a unit; 0 leaves it as it is. */
    private static int unit(@Nullable String name) {
        PotencyUnit unit = name == null ? null : PotencyUnit.of(name);
        return unit == null ? 0 : unit.number();
    }

    private static byte[] digits(long id) {
        return Long.toString(id).getBytes(StandardCharsets.US_ASCII);
    }

    /** Includes the comma that precedes it. */
    private static byte[] member(VariantField field, @Nullable String unit) {
        if (unit == null) {
            return NOTHING;
        }
        byte[] object = JsonWriter.bytes((json, position) -> {
            json.writeStartObject();
            json.writeStringField(field.jsonName(), unit);
            json.writeEndObject();
        });
        byte[] member = Arrays.copyOf(object, object.length - 1);
        member[0] = ',';
        return member;
    }

    /** What the reader has chosen. */
    RecordFields fields() {
        return fields;
    }

    /** The parts for which this configuration differs from the text of an image. */
    int departures() {
        return departures;
    }

    int choice(ImagePart part) {
        return choices[part.number()];
    }

    byte[] companyId() {
        return companyId;
    }

    byte[] locationId() {
        return locationId;
    }

    byte[] unitMember(ImagePart part) {
        return part == ImagePart.CANNABINOIDS ? cannabisUnit : terpeneUnit;
    }

    boolean hasAssetConfiguration() {
        return !assets.isEmpty();
    }

    /** Null if the system default applies to the variant type. */
    @Nullable
    AssetChoice assets(String variantType) {
        return assets.get(variantType);
    }
}
