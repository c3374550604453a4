package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The layers of one variant at one scope (D1).
 *
 * @param companyAttributes the display attributes, with the display names as names
 * @param locationAttributes likewise; null at company scope
 */
public record VariantLayers(
        FieldValues bpd,
        @Nullable FieldValues companyOverride,
        @Nullable FieldValues companyAttributes,
        @Nullable FieldValues locationAttributes) {

    private static final AllowedFields NO_DISPLAY_NAMES = new AllowedFields(true, true, false, true);

    public VariantLayers {
        requireNonNull(bpd, "bpd");
        bpd = bpd.withShownStateCodes();
    }

    /** The entry that applies to every partner: each field comes from the highest layer that sets it (D2 to D5). */
    public ResolvedEntry resolve() {
        FieldValues.Builder values = bpd.toBuilder();
        Set<VariantField> companyFields = EnumSet.noneOf(VariantField.class);
        Set<VariantField> locationFields = EnumSet.noneOf(VariantField.class);
        if (isLayered()) {
            for (VariantField field : VariantField.all()) {
                Layer winner = winner(field, AllowedFields.ALL);
                if (winner != Layer.BPD) {
                    values.keep(field, requireNonNull(value(winner, field)));
                    (winner.source() == Source.LOCATION ? locationFields : companyFields).add(field);
                }
            }
        }
        return new ResolvedEntry(
                values.build(), companyFields, locationFields, withoutDisplayNames(), withoutCannabinoidOverrides());
    }

    /** Whether any layer other than BPD sets something. */
    public boolean isLayered() {
        return companyOverride != null || companyAttributes != null || locationAttributes != null;
    }

    /**
     * Each layer's value for a field and whether it applies, highest layer first.
     *
     * @param allowedFields the flags of the scope
     */
    public List<Candidate> candidates(VariantField field, AllowedFields allowedFields) {
        Layer winner = winner(field, allowedFields);
        var candidates = new ArrayList<Candidate>();
        for (Layer layer : Layer.highestFirst()) {
            candidates.add(new Candidate(layer, value(layer, field), outcome(layer, field, allowedFields, winner)));
        }
        return List.copyOf(candidates);
    }

    private Candidate.Outcome outcome(Layer layer, VariantField field, AllowedFields allowedFields, Layer winner) {
        if (value(layer, field) == null) {
            return Candidate.Outcome.NO_VALUE;
        }
        if (!layer.applies(field, allowedFields)) {
            return Candidate.Outcome.FLAG_OFF;
        }
        return layer == winner ? Candidate.Outcome.WON : Candidate.Outcome.REPLACED;
    }

    /** The highest layer whose value applies; BPD if none does, because a default counts as BPD's (D2). */
    private Layer winner(VariantField field, AllowedFields allowedFields) {
        for (Layer layer : Layer.highestFirst()) {
            if (value(layer, field) != null && layer.applies(field, allowedFields)) {
                return layer;
            }
        }
        return Layer.BPD;
    }

    /** The layer's value; an empty display name counts as none (D3). */
    private @Nullable Object value(Layer layer, VariantField field) {
        FieldValues values = values(layer);
        Object value = values == null ? null : values.get(field);
        return "".equals(value) && layer.isDisplayName(field) ? null : value;
    }

    private @Nullable FieldValues values(Layer layer) {
        return switch (layer) {
            case BPD -> bpd;
            case COMPANY_OVERRIDE -> companyOverride;
            case COMPANY_ATTRIBUTES -> companyAttributes;
            case LOCATION_ATTRIBUTES -> locationAttributes;
        };
    }

    private @Nullable DisplayNameFallback withoutDisplayNames() {
        if (companyAttributes == null && locationAttributes == null) {
            return null;
        }
        Layer name = winner(VariantField.NAME, NO_DISPLAY_NAMES);
        Layer parentProductName = winner(VariantField.PARENT_PRODUCT_NAME, NO_DISPLAY_NAMES);
        if (name == winner(VariantField.NAME, AllowedFields.ALL)
                && parentProductName == winner(VariantField.PARENT_PRODUCT_NAME, AllowedFields.ALL)) {
            return null;
        }
        String ownName = (String) value(name, VariantField.NAME);
        return new DisplayNameFallback(
                ownName == null ? "" : ownName,
                name.source() == Source.COMPANY,
                (String) value(parentProductName, VariantField.PARENT_PRODUCT_NAME),
                parentProductName.source() == Source.COMPANY);
    }

    private @Nullable FieldValues withoutCannabinoidOverrides() {
        if (companyOverride == null
                || FlagFilter.CANNABINOIDS.stream().allMatch(field -> winner(field, AllowedFields.ALL) == Layer.BPD)) {
            return null;
        }
        FieldValues canonical = bpd.withDefaults();
        FieldValues.Builder cannabinoids = FieldValues.builder();
        FlagFilter.CANNABINOIDS.forEach(field -> cannabinoids.keep(field, requireNonNull(canonical.get(field))));
        return cannabinoids.build();
    }
}
