package dev.partnercatalog.operations.explain;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.recorded.NearIds;
import dev.partnercatalog.operations.recorded.PartnerViews;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.recorded.RecordedSkus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.RecordedChange;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.variant.RecordedLayers;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The explanation of a record.
 *
 * @param listings listings of the SKU; null if the question was about a barcode
 * @param skus SKUs under which the scope lists the barcode
 * @param inBpd whether BPD has the barcode; otherwise nothing resolves, and the layers wait for it (D1)
 * @param near barcodes that BPD has and that are perhaps meant, if it lacks this one; nothing is matched by them
 * @param changes the last events that changed a field of the layers, latest first
 * @param entry what the resolver made of the layers; null if there is none
 * @param refusal what the API returns instead of the record; null if it returns the record
 * @param configuration null if the partner may not see the company, and so has no configuration there
 * @param unreadable records that would have counted, but can't be read
 */
public record Explanation(
        Question question,
        String barcode,
        @Nullable Listings listings,
        List<String> skus,
        boolean inBpd,
        SortedSet<String> near,
        VariantLayers layers,
        List<RecordedChange> changes,
        @Nullable ResolvedVariant entry,
        @Nullable String refusal,
        @Nullable ConfigurationLayers configuration,
        List<UnreadableRecord> unreadable) {

    /**
     * What to explain.
     *
     * @param isSku whether the identifier is an SKU rather than a barcode
     */
    public record Question(String partnerId, Scope scope, String identifier, boolean isSku) {

        /** Describes the scope in words. */
        public String where() {
            return scope.isCompany()
                    ? "company " + scope.companyId()
                    : "location " + scope.locationId() + " of company " + scope.companyId();
        }
    }

    /**
     * Explains; throws {@link OperatorFault} if there is no such partner, the SKU isn't listed, or nothing is known about the
     * barcode at the scope.
     */
    public static Explanation of(Question question, RecordedCatalog catalog) {
        Scope scope = question.scope();
        ConfigurationTables tables = catalog.configurations(question.partnerId(), scope);
        PartnerConfig partner = tables.partner(question.partnerId());
        if (partner == null) {
            throw noPartner(question.partnerId(), catalog.unreadable());
        }
        RecordedSkus listed = catalog.skus(scope);
        Listings listings = question.isSku() ? listed.of(question.identifier()) : null;
        String barcode = listings == null ? question.identifier() : listedBarcode(question, listings, listed);
        RecordedLayers recorded = catalog.layers(barcode);
        VariantLayers layers = recorded.at(scope);
        List<String> skus = listed.ofBarcode(barcode);
        SortedSet<String> near = recorded.isInBpd()
                ? new TreeSet<>()
                : new TreeSet<>(catalog.inBpd(NearIds.barcodesNear(barcode), (done, all) -> {}));
        if (!recorded.isInBpd() && skus.isEmpty() && !layers.isLayered()) {
            throw new OperatorFault(
                    "barcode " + barcode + " is unknown: BPD lacks it, and no layer has it at " + question.where()
                            + (listings == null ? "" : ", where SKU " + question.identifier() + " maps to it")
                            + (near.isEmpty() ? "" : "; " + nearInWords(near)));
        }
        PartnerViews.Access access = new PartnerViews(tables).access(question.partnerId(), scope);
        ResolvedVariant entry = catalog.entry(barcode, scope);
        return new Explanation(
                question,
                barcode,
                listings,
                skus,
                recorded.isInBpd(),
                near,
                layers,
                recorded.changes(scope),
                entry,
                access.refusal(),
                configuration(tables, partner, access.company(), scope),
                catalog.unreadable());
    }

    private static OperatorFault noPartner(String partnerId, List<UnreadableRecord> unreadable) {
        return new OperatorFault("there is no partner \"" + partnerId + "\": "
                + unreadable.stream()
                        .filter(record -> record.topic() == CatalogTopic.PARTNER_CONFIGS)
                        .findFirst()
                        .map(record -> "its record can't be read: " + record.text() + "; " + record.remedy())
                        .orElse("check the id, or publish the partner"));
    }

    /** What BPD has in place of the barcode that it lacks. */
    public Optional<String> nearInWords() {
        return near.isEmpty() ? Optional.empty() : Optional.of(nearInWords(near) + ".");
    }

    private static String nearInWords(SortedSet<String> near) {
        return "BPD has " + String.join(", ", near) + ", which is perhaps the same number; nothing is matched by it";
    }

    private static String listedBarcode(Question question, Listings listings, RecordedSkus listed) {
        String barcode = listings.barcode(question.identifier());
        if (barcode == null) {
            List<String> near = listed.near(question.identifier());
            // Beside one that looks the same, only escapes show the difference.
            String asked = near.isEmpty() ? question.identifier() : ShownValue.escaped(List.of(question.identifier()));
            throw new OperatorFault("SKU " + asked + " is not listed at " + question.where()
                    + (question.scope().isCompany()
                            ? ": only company-wide listings count at company scope"
                            : ", nor company-wide")
                    + (near.isEmpty()
                            ? ""
                            : "; listed are " + ShownValue.escaped(near) + ", which look almost the same"));
        }
        return barcode;
    }

    private static @Nullable ConfigurationLayers configuration(
            ConfigurationTables tables, PartnerConfig partner, @Nullable AllowedCompany company, Scope scope) {
        return company == null ? null : ConfigurationLayers.of(tables, partner, company, scope);
    }

    /** Whether the resolver's entry is there but can't be read, so that the barcode doesn't resolve. */
    public boolean isEntryUnreadable() {
        return entry == null
                && unreadable.stream()
                        .anyMatch(record -> record.topic() == CatalogTopic.RESOLVED_VARIANTS
                                || record.topic() == CatalogTopic.COMPANY_VARIANTS);
    }

    /** The flags under which the layers are examined: the system's defaults if the partner has none. */
    AllowedFields flags() {
        return configuration == null
                ? AllowedFields.NONE
                : configuration.holds().allowedFields();
    }

    /** What units and assets do; null if nothing resolves or no configuration applies. */
    @Nullable
    Effects effects() {
        return configuration == null || !inBpd
                ? null
                : new Effects(barcode, layers.resolve(), configuration.holds(), question.scope());
    }

    /** The record as the partner gets it, in UTF-8; null if it gets none. */
    public byte @Nullable [] record() {
        return configuration == null || !inBpd || refusal != null || isEntryUnreadable()
                ? null
                : PartnerView.json(barcode, layers.resolve(), configuration.holds(), question.scope());
    }
}
