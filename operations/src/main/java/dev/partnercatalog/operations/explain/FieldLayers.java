package dev.partnercatalog.operations.explain;

import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.Candidate;
import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What each layer of a variant sets for each field, side by side.
 *
 * @param layers lowest first; at company scope there is no location layer
 * @param rows the fields that a layer sets
 * @param unset the fields that none sets
 */
public record FieldLayers(List<Layer> layers, List<Row> rows, List<VariantField> unset) {

    /**
     * One field.
     *
     * @param candidates what each layer sets, in the layers' order
     */
    public record Row(VariantField field, List<Candidate> candidates) {}

    static FieldLayers of(VariantLayers variant, AllowedFields flags, Scope scope) {
        List<Layer> layers =
                Stream.of(Layer.values()).filter(layer -> layer.countsAt(scope)).toList();
        List<Row> rows = new ArrayList<>();
        List<VariantField> unset = new ArrayList<>();
        for (VariantField field : VariantField.all()) {
            List<Candidate> candidates = variant.candidates(field, flags).stream()
                    .filter(candidate -> layers.contains(candidate.layer()))
                    .sorted(Comparator.comparing(Candidate::layer))
                    .toList();
            if (candidates.stream().allMatch(candidate -> candidate.outcome() == Candidate.Outcome.NO_VALUE)) {
                unset.add(field);
            } else {
                rows.add(new Row(field, candidates));
            }
        }
        return new FieldLayers(layers, rows, unset);
    }

    /** The name of a layer for people, as used within a sentence. */
    public static String title(Layer layer) {
        return layer == Layer.BPD
                ? "BPD"
                : layer.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
