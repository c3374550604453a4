package dev.partnercatalog.resolution;

import java.util.function.IntSupplier;

/**
 * Records where a {@link VariantImage}'s text contains what differs among partners and scopes, and what its reader may
 * leave out. Not thread-safe.
 */
final class ImageTrace {

    /** A range of bytes in the JSON. */
    record TextRange(int start, int length) {}

    /** Where each place of {@link ChosenText} begins; the next one begins where it ends. */
    private final int[] starts = new int[ChosenText.COUNT + 1];

    private final IntSupplier position;
    private int companyIdAt;
    private int locationIdAt;

    /**
     * @param position returns how many bytes have been written so far; counting them takes a considerable share of the time
     *     that writing takes, so it is constant where nobody asks for the trace
     */
    ImageTrace(IntSupplier position) {
        this.position = position;
    }

    int position() {
        return position.getAsInt();
    }

    /**
     * The member extends from {@code start} to the current position, including the comma before it; empty if it is
     * absent.
     */
    void field(VariantField field, int start) {
        add(ChosenText.memberPlace(field), start);
    }

    /** Like {@link #field}, for the field's member of {@code catalogSource}. */
    void source(VariantField field, int start) {
        add(ChosenText.sourcePlace(field), start);
    }

    void catalogSource(int start) {
        starts[ChosenText.SOURCES_OPEN] = start;
        starts[ChosenText.SOURCES_CLOSE + 1] = position();
    }

    private void add(int place, int start) {
        starts[place] = start;
        starts[place + 1] = position();
    }

    void companyId(int start) {
        companyIdAt = start;
    }

    void locationId(int start) {
        locationIdAt = start;
    }

    /** The member of a field; empty if it is absent. */
    TextRange field(VariantField field) {
        return range(ChosenText.memberPlace(field));
    }

    /** Like {@link #field}, for the field's member of {@code catalogSource}. */
    TextRange source(VariantField field) {
        return range(ChosenText.sourcePlace(field));
    }

    private TextRange range(int place) {
        return new TextRange(starts[place], starts[place + 1] - starts[place]);
    }

    /** Where each place begins, once the whole text is written, and where the last one ends. */
    int[] starts() {
        int[] all = starts.clone();
        all[ChosenText.COUNT] = position();
        return all;
    }

    int companyIdAt() {
        return companyIdAt;
    }

    int locationIdAt() {
        return locationIdAt;
    }
}
