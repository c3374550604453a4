package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records where a {@link VariantImage}'s text contains what differs among partners and scopes, and what its reader may
 * leave out. Not thread-safe.
 */
final class ImageTrace implements VariantJson.Trace {

    /** A range of bytes in the JSON. */
    record TextRange(int start, int length) {

        int end() {
            return start + length;
        }
    }

    /**
     * A field's member, or its entry in {@code catalogSource}.
     *
     * @param tag as {@link ChosenText} reads it
     */
    record Member(int tag, TextRange range) {}

    private static final Set<VariantField> GOVERNED = EnumSet.noneOf(VariantField.class);

    static {
        for (ImagePart part : ImagePart.values()) {
            GOVERNED.addAll(part.fields());
        }
    }

    private final Map<VariantField, TextRange> fields = new EnumMap<>(VariantField.class);
    private final Map<VariantField, TextRange> sources = new EnumMap<>(VariantField.class);
    private final List<Member> members = new ArrayList<>();
    private final IntSupplier position;
    private @Nullable TextRange catalogSource;
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
        add(fields, field, ChosenText.tag(field), start);
    }

    @Override
    public void source(VariantField field, int start) {
        add(sources, field, ChosenText.sourceTag(field), start);
    }

    private void add(Map<VariantField, TextRange> ranges, VariantField field, int tag, int start) {
        TextRange range = new TextRange(start, position() - start);
        if (GOVERNED.contains(field)) {
            ranges.put(field, range);
        }
        if (range.length() > 0) {
            members.add(new Member(tag, range));
        }
    }

    @Override
    public void catalogSource(int start) {
        catalogSource = new TextRange(start, position() - start);
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

    /** What a reader may leave out, as {@link ChosenText} reads it; the text begins at 0. */
    byte[] parts(int textLength) {
        return ChosenText.parts(members, requireNonNull(catalogSource), textLength);
    }

    int companyIdAt() {
        return companyIdAt;
    }

    int locationIdAt() {
        return locationIdAt;
    }
}
