package dev.partnercatalog.resolution;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The JSON of a variant by one choice of flags and units, and where its members lie. */
final class ImageRendering implements VariantJson.Trace {

    /** Bytes of the JSON, from start to end. */
    record Place(int start, int end) {}

    /** Each of its ids has one digit, for which another one is put. */
    private static final Scope PLACEHOLDER = new Scope(1, 1);

    private final Map<VariantField, Place> fields = new EnumMap<>(VariantField.class);
    private final Map<VariantField, Place> sources = new EnumMap<>(VariantField.class);
    private final byte[] json;
    private final SourcedValues normalized;
    private int companyIdAt;
    private int locationIdAt;

    ImageRendering(String barcode, SourcedValues allowed, ResolvedConfiguration units) {
        normalized = UnitNormalization.apply(allowed, units);
        json = VariantJson.write(barcode, PLACEHOLDER, AssetSelection.apply(normalized, units), this);
    }

    byte[] json() {
        return json;
    }

    int companyIdAt() {
        return companyIdAt;
    }

    int locationIdAt() {
        return locationIdAt;
    }

    Place place(ImageSlot slot) {
        return (slot.isSource() ? sources : fields).getOrDefault(slot.field(), new Place(0, 0));
    }

    byte[] bytes(ImageSlot slot) {
        Place place = place(slot);
        return Arrays.copyOfRange(json, place.start(), place.end());
    }

    /** Where the value of a field that is always there lies. */
    Place value(VariantField field) {
        Place member = place(new ImageSlot(field, false));
        int comma = json[member.start()] == ',' ? 1 : 0;
        int name = field.jsonName().getBytes(StandardCharsets.UTF_8).length + "\"\":".length();
        return new Place(member.start() + comma + name, member.end());
    }

    /** Whether the unit was converted, so that the configuration's spelling stands there. */
    boolean isConverted(VariantField unitField, ImageRendering unconverted) {
        return !Objects.equals(
                normalized.values().get(unitField),
                unconverted.normalized.values().get(unitField));
    }

    @Override
    public void field(VariantField field, int start, int end) {
        fields.put(field, new Place(start, end));
    }

    @Override
    public void source(VariantField field, int start, int end) {
        sources.put(field, new Place(start, end));
    }

    @Override
    public void companyId(int start, int end) {
        companyIdAt = start;
    }

    @Override
    public void locationId(int start, int end) {
        locationIdAt = start;
    }
}
