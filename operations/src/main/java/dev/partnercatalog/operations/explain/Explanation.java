package dev.partnercatalog.operations.explain;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.recorded.Access;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.webhooks.ChosenContent;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.RecordedChange;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.variant.RecordedLayers;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why a record looks as it does.
 *
 * @param listings of the SKU asked for; null where a barcode was asked for
 * @param skus by which the scope lists the barcode
 * @param inBpd whether BPD has the barcode; else nothing resolves, and the layers wait for it (D1)
 * @param changes the events that were the last to change a field of the layers, the latest first
 * @param entry what the resolver made of the layers; null where there is none
 * @param refusal what the API answers in place of the record; null where it answers
 * @param configuration null where the partner may not see the company, and so has none there
 * @param webhook what the partner has chosen that its webhook sends; null where there is no such partner
 * @param unreadable records that would have counted, but can't be read
 */
public record Explanation(
        Question question,
        String barcode,
        @Nullable Listings listings,
        List<String> skus,
        boolean inBpd,
        VariantLayers layers,
        List<RecordedChange> changes,
        @Nullable ResolvedVariant entry,
        @Nullable String refusal,
        @Nullable ConfigurationLayers configuration,
        @Nullable ChosenContent webhook,
        List<UnreadableRecord> unreadable) {

    /** Throws {@link OperatorFault} where the SKU isn't listed, or nothing is known of the barcode at the scope. */
    public static Explanation of(Question question, RecordedCatalog catalog) {
        Scope scope = question.scope();
        Listings listings = question.isSku() ? catalog.listings(scope, question.identifier()) : null;
        String barcode = listings == null ? question.identifier() : listedBarcode(question, listings);
        RecordedLayers recorded = catalog.layers(barcode);
        VariantLayers layers = recorded.at(scope);
        List<String> skus = catalog.skus(scope, barcode);
        if (!recorded.isInBpd() && skus.isEmpty() && isEmpty(layers)) {
            throw new OperatorFault(
                    "barcode " + barcode + " is unknown: BPD lacks it, and no layer waits for it at " + question.where()
                            + (listings == null ? "" : ", where SKU " + question.identifier() + " maps to it"));
        }
        ConfigurationTables tables = catalog.configurations(question.partnerId(), scope);
        Access access = Access.of(tables, question.partnerId(), scope);
        ResolvedVariant entry = catalog.entry(barcode, scope);
        PartnerConfig partner = tables.partner(question.partnerId());
        return new Explanation(
                question,
                barcode,
                listings,
                skus,
                recorded.isInBpd(),
                layers,
                recorded.changes(scope),
                entry,
                access.refusal(),
                configuration(tables, partner, access.company(), scope),
                partner == null
                        ? null
                        : ChosenContent.of(partner.getWebhookControl().getSettings()),
                catalog.unreadable());
    }

    /** What the partner's webhook doesn't send of it, in words; null where it sends all, or there is no record. */
    public @Nullable String notSent() {
        if (webhook == null || record() == null) {
            return null;
        }
        String why = webhook.whyNotSent(
                Objects.requireNonNull(layers.resolve().values().text(VariantField.VARIANT_TYPE)));
        if (why != null) {
            return "The partner's webhook doesn't send it: " + why;
        }
        return webhook.fields() == null
                ? null
                : "The partner's webhook sends of it only: "
                        + (webhook.fields().isEmpty() ? "what identifies it" : String.join(", ", webhook.fields()));
    }

    private static String listedBarcode(Question question, Listings listings) {
        String barcode = listings.barcode(question.identifier());
        if (barcode == null) {
            throw new OperatorFault("SKU " + question.identifier() + " is not listed at " + question.where()
                    + (question.scope().isCompany()
                            ? ": only company-wide listings count there"
                            : ", nor company-wide"));
        }
        return barcode;
    }

    private static boolean isEmpty(VariantLayers layers) {
        return layers.companyOverride() == null
                && layers.companyAttributes() == null
                && layers.locationAttributes() == null;
    }

    private static @Nullable ConfigurationLayers configuration(
            ConfigurationTables tables,
            @Nullable PartnerConfig partner,
            @Nullable AllowedCompany company,
            Scope scope) {
        return partner == null || company == null ? null : ConfigurationLayers.of(tables, partner, company, scope);
    }

    /** Whether the resolver's entry is there but can't be read, so that the barcode doesn't resolve. */
    public boolean isEntryUnreadable() {
        return entry == null
                && unreadable.stream()
                        .anyMatch(record -> record.topic() == CatalogTopic.RESOLVED_VARIANTS
                                || record.topic() == CatalogTopic.COMPANY_VARIANTS);
    }

    /** The flags that the layers are looked at with: the system's default where the partner has none. */
    private AllowedFields flags() {
        return configuration == null
                ? AllowedFields.NONE
                : configuration.holds().allowedFields();
    }

    /** The layers side by side, looked at with the flags that hold at the scope. */
    public FieldLayers fieldLayers() {
        return FieldLayers.of(layers, flags(), question.scope().isCompany());
    }

    /** What units and assets do; null where nothing resolves or no configuration holds. */
    public @Nullable Effects effects() {
        return configuration == null || !inBpd
                ? null
                : new Effects(barcode, layers.resolve(), configuration.holds(), question.scope());
    }

    /** The record as the partner gets it, in UTF-8; null where it gets none. */
    public byte @Nullable [] record() {
        return configuration == null || !inBpd || refusal != null || isEntryUnreadable()
                ? null
                : PartnerView.json(barcode, layers.resolve(), configuration.holds(), question.scope());
    }
}
