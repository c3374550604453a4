package dev.partnercatalog.runtime.variant;

import dev.partnercatalog.events.Asset;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.records.CannabinoidFallback;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.DisplayNameFallback;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.MeasuredRange;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Translates variants between Avro and the model of the rules. Field names are the same on both sides. */
public final class VariantRecords {

    private static final Map<String, VariantField> BY_NAME =
            Stream.of(VariantField.values()).collect(Collectors.toUnmodifiableMap(VariantField::jsonName, f -> f));
    private static final List<Position> OF_BPD = positions(BpdVariant.SCHEMA$);
    private static final List<Position> OF_OVERRIDE = positions(CompanyOverride.SCHEMA$);
    private static final List<Position> OF_RESOLVED = positions(ResolvedVariant.SCHEMA$);
    private static final List<Position> OF_CANNABINOIDS = positions(CannabinoidFallback.SCHEMA$);

    /** Where a record has a field: looked up once, because every event needs all of them. */
    private record Position(int index, VariantField field) {}

    private VariantRecords() {}

    private static List<Position> positions(Schema schema) {
        return schema.getFields().stream()
                .filter(field -> BY_NAME.containsKey(field.name()))
                .map(field -> new Position(field.pos(), Objects.requireNonNull(BY_NAME.get(field.name()))))
                .toList();
    }

    public static FieldValues layer(BpdVariant bpd) {
        return values(bpd, OF_BPD);
    }

    public static FieldValues layer(CompanyOverride override) {
        return values(override, OF_OVERRIDE);
    }

    public static FieldValues layer(DisplayAttributes attributes) {
        return FieldValues.builder()
                .set(VariantField.NAME, attributes.getDisplayName())
                .set(VariantField.PARENT_PRODUCT_NAME, attributes.getParentProductDisplayName())
                .set(VariantField.DESCRIPTION, attributes.getDescription())
                .set(VariantField.SHORT_DESCRIPTION, attributes.getShortDescription())
                .set(VariantField.TAGS, attributes.getTags())
                .set(VariantField.BADGES, attributes.getBadges())
                .set(VariantField.LABELS, attributes.getLabels())
                .build();
    }

    public static ResolvedEntry entry(ResolvedVariant variant) {
        return new ResolvedEntry(
                values(variant, OF_RESOLVED),
                fields(variant.getCompanyFields()),
                fields(variant.getLocationFields()),
                fallback(variant.getWithoutDisplayNames()),
                variant.getWithoutCannabinoidOverrides() == null
                        ? null
                        : values(variant.getWithoutCannabinoidOverrides(), OF_CANNABINOIDS));
    }

    /**
     * The scope of a record with these ids, which are null where they don't apply; throws {@link InvalidKeyException} if
     * only the company's is.
     */
    public static Scope scope(@Nullable Long companyId, @Nullable Long locationId) {
        if (locationId == null) {
            return companyId == null ? Scope.everywhere() : new Scope.Company(companyId);
        }
        if (companyId == null) {
            throw new InvalidKeyException("a location's record must include its companyId");
        }
        return new Scope.Location(companyId, locationId);
    }

    /** The company's id in a record of a scope. */
    public static @Nullable Long companyId(Scope scope) {
        return scope instanceof Scope.Everywhere ? null : scope.companyId();
    }

    /** The location's id in a record of a scope. */
    public static @Nullable Long locationId(Scope scope) {
        return scope instanceof Scope.Location ? scope.locationId() : null;
    }

    /** The variant that a record is about, at the scope of the entry. */
    public static ScopedVariant variant(ResolvedVariant record) {
        return new ScopedVariant(scope(record.getCompanyId(), record.getLocationId()), record.getBarcode());
    }

    /** The image of a record's entry; throws {@link UnreadableRecordException} if it can't be rendered. */
    public static byte[] image(ResolvedVariant variant) {
        try {
            return VariantImage.of(variant.getBarcode(), entry(variant));
        } catch (IllegalArgumentException | ArithmeticException | IllegalStateException e) {
            throw new UnreadableRecordException("it can't be rendered: " + e.getMessage(), e);
        }
    }

    /** The record of a resolved entry. A key's revision never decreases. */
    public static ResolvedVariant variant(ScopedVariant key, long revision, ResolvedEntry entry) {
        ResolvedVariant variant = new ResolvedVariant();
        variant.setBarcode(key.barcode());
        variant.setCompanyId(companyId(key.scope()));
        variant.setLocationId(locationId(key.scope()));
        variant.setRevision(revision);
        put(entry.values(), variant, OF_RESOLVED);
        variant.setStateCodes(Objects.requireNonNullElse(entry.values().texts(VariantField.STATE_CODES), List.of()));
        variant.setCompanyFields(names(entry.companyFields()));
        variant.setLocationFields(names(entry.locationFields()));
        variant.setWithoutDisplayNames(record(entry.withoutDisplayNames()));
        FieldValues cannabinoids = entry.withoutCannabinoidOverrides();
        if (cannabinoids != null) {
            CannabinoidFallback fallback = new CannabinoidFallback();
            put(cannabinoids, fallback, OF_CANNABINOIDS);
            variant.setWithoutCannabinoidOverrides(fallback);
        }
        return variant;
    }

    /**
     * The record of an entry of a company or a location: a reference, to the revision of BPD's record, if no layer of
     * theirs sets a field.
     */
    public static CompanyVariant companyVariant(ScopedVariant key, long revision, ResolvedEntry entry, long product) {
        return entry.isOfBpdOnly()
                ? new CompanyVariant(new ProductReference(revision, product), null)
                : new CompanyVariant(null, variant(key, revision, entry));
    }

    /** The revision of an entry of a company or a location. */
    public static long revision(CompanyVariant entry) {
        ProductReference reference = entry.getReference();
        return reference == null ? entry.getContent().getRevision() : reference.getRevision();
    }

    private static FieldValues values(SpecificRecord source, List<Position> positions) {
        FieldValues.Builder values = FieldValues.builder();
        for (Position position : positions) {
            values.set(position.field(), fromAvro(position.field(), source.get(position.index())));
        }
        return values.build();
    }

    private static void put(FieldValues values, SpecificRecord target, List<Position> positions) {
        for (Position position : positions) {
            target.put(position.index(), toAvro(position.field(), values.get(position.field())));
        }
    }

    private static @Nullable Object fromAvro(VariantField field, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (field.kind()) {
            case TEXT, TEXT_LIST, NUMBER, INTEGER, FLAG, TEXT_MAP -> value;
            case RANGE -> fromAvro((Range) value);
            case RANGE_MAP -> VariantRecords.<Range, MeasuredRange>mapValues(value, VariantRecords::fromAvro);
            case ASSET_MAP ->
                mapValues(
                        value,
                        (List<Asset> assets) -> assets.stream()
                                .map(asset -> new dev.partnercatalog.resolution.Asset(
                                        asset.getId(), asset.getUrl(), asset.getAltText()))
                                .toList());
        };
    }

    private static @Nullable Object toAvro(VariantField field, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (field.kind()) {
            case TEXT, TEXT_LIST, NUMBER, INTEGER, FLAG, TEXT_MAP -> value;
            case RANGE -> toAvro((MeasuredRange) value);
            case RANGE_MAP -> VariantRecords.<MeasuredRange, Range>mapValues(value, VariantRecords::toAvro);
            case ASSET_MAP ->
                mapValues(
                        value,
                        (List<dev.partnercatalog.resolution.Asset> assets) -> assets.stream()
                                .map(asset -> new Asset(asset.id(), asset.url(), asset.altText()))
                                .toList());
        };
    }

    /** In the same order: the rules' maps are sorted, so that the same content always has the same bytes. */
    @SuppressWarnings("unchecked") // the field's kind says what the map holds
    private static <A, B> Map<String, B> mapValues(Object map, Function<A, B> change) {
        Map<String, B> changed = new LinkedHashMap<>();
        ((Map<String, A>) map).forEach((key, value) -> changed.put(key, change.apply(value)));
        return changed;
    }

    private static MeasuredRange fromAvro(Range range) {
        return new MeasuredRange(range.getAvg(), range.getMax(), range.getMin());
    }

    private static Range toAvro(MeasuredRange range) {
        return new Range(range.avg(), range.max(), range.min());
    }

    private static @Nullable DisplayNameFallback fallback(
            dev.partnercatalog.records.@Nullable DisplayNameFallback names) {
        return names == null
                ? null
                : new DisplayNameFallback(
                        names.getName(),
                        names.getNameFromCompany(),
                        names.getParentProductName(),
                        names.getParentProductNameFromCompany());
    }

    private static dev.partnercatalog.records.@Nullable DisplayNameFallback record(
            @Nullable DisplayNameFallback names) {
        return names == null
                ? null
                : new dev.partnercatalog.records.DisplayNameFallback(
                        names.name(),
                        names.nameFromCompany(),
                        names.parentProductName(),
                        names.parentProductNameFromCompany());
    }

    private static List<String> names(Set<VariantField> fields) {
        return fields.stream().map(VariantField::jsonName).sorted().toList();
    }

    private static Set<VariantField> fields(Collection<String> names) {
        Set<VariantField> fields = EnumSet.noneOf(VariantField.class);
        names.stream().map(BY_NAME::get).filter(Objects::nonNull).forEach(fields::add);
        return fields;
    }
}
