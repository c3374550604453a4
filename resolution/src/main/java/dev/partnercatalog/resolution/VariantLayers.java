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
 * @param stateCodes BPD's; no other layer sets them
 * @param locationAttributes null at company scope
 */
public record VariantLayers(
        FieldValues bpd,
        List<String> stateCodes,
        @Nullable FieldValues companyOverride,
        @Nullable DisplayAttributes companyAttributes,
        @Nullable DisplayAttributes locationAttributes) {

    private static final AllowedFields NO_DISPLAY_NAMES = new AllowedFields(true, true, false, true);

    public VariantLayers {
        requireNonNull(bpd, "bpd");
        stateCodes = List.copyOf(stateCodes);
        bpd = StateCodes.in(bpd, stateCodes);
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
                values.build(),
                companyFields,
                locationFields,
                stateCodes,
                withoutDisplayNames(),
                withoutCannabinoidOverrides());
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
        if (!applies(layer, field, allowedFields)) {
            return Candidate.Outcome.FLAG_OFF;
        }
        return layer == winner ? Candidate.Outcome.WON : Candidate.Outcome.REPLACED;
    }

    /** The highest layer whose value applies; BPD if none does, because a default counts as BPD's (D2). */
    private Layer winner(VariantField field, AllowedFields allowedFields) {
        for (Layer layer : Layer.highestFirst()) {
            if (value(layer, field) != null && applies(layer, field, allowedFields)) {
                return layer;
            }
        }
        return Layer.BPD;
    }

    private static boolean applies(Layer layer, VariantField field, AllowedFields allowedFields) {
        Flag flag = layer.flag(field);
        return flag == null || flag.isOn(allowedFields);
    }

    private @Nullable Object value(Layer layer, VariantField field) {
        return switch (layer) {
            case BPD -> bpd.get(field);
            case COMPANY_OVERRIDE -> companyOverride == null ? null : companyOverride.get(field);
            case COMPANY_ATTRIBUTES -> companyAttributes == null ? null : companyAttributes.get(field);
            case LOCATION_ATTRIBUTES -> locationAttributes == null ? null : locationAttributes.get(field);
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

    private @Nullable CannabinoidFallback withoutCannabinoidOverrides() {
        if (companyOverride == null
                || CannabinoidFallback.FIELDS.stream()
                        .allMatch(field -> winner(field, AllowedFields.ALL) == Layer.BPD)) {
            return null;
        }
        return CannabinoidFallback.of(bpd.withDefaults());
    }
}
