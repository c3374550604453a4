package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Records where a {@link VariantImage}'s text contains anything that differs among partners and scopes. Not
 * thread-safe.
 */
final class ImageTrace implements VariantJson.Trace {

    /** A range of bytes in the JSON. */
    record TextRange(int start, int length) {}

    private static final Set<VariantField> GOVERNED = EnumSet.noneOf(VariantField.class);

    static {
        for (ImagePart part : ImagePart.values()) {
            GOVERNED.addAll(part.fields());
        }
    }

    private final Map<VariantField, TextRange> fields = new EnumMap<>(VariantField.class);
    private final Map<VariantField, TextRange> sources = new EnumMap<>(VariantField.class);
    private final IntSupplier position;
    private int companyIdAt;
    private int locationIdAt;

    /** @param position returns how many bytes have been written so far */
    ImageTrace(IntSupplier position) {
        this.position = position;
    }

    @Override
    public int position() {
        return position.getAsInt();
    }

    @Override
    public void field(VariantField field, int start) {
        if (GOVERNED.contains(field)) {
            fields.put(field, new TextRange(start, position() - start));
        }
    }

    @Override
    public void source(VariantField field, int start) {
        if (GOVERNED.contains(field)) {
            sources.put(field, new TextRange(start, position() - start));
        }
    }

    @Override
    public void companyId(int start) {
        companyIdAt = start;
    }

    @Override
    public void locationId(int start) {
        locationIdAt = start;
    }

    /** The member of a field that an {@link ImagePart} determines. */
    TextRange field(VariantField field) {
        return requireNonNull(fields.get(field));
    }

    /** Like {@link #field}, for the field's member of {@code catalogSource}. */
    TextRange source(VariantField field) {
        return requireNonNull(sources.get(field));
    }

    int companyIdAt() {
        return companyIdAt;
    }

    int locationIdAt() {
        return locationIdAt;
    }
}
