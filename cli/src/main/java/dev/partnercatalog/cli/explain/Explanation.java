package dev.partnercatalog.cli.explain;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.partnercatalog.cli.explain.RecordedCatalog.Configurations;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.Candidate;
import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.variant.RecordedLayers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a partner's record of a variant looks as it does: one object of JSON.
 *
 * @param listing what the listings say of the SKU that was asked about; null if a barcode was
 * @param skus the SKUs under which exactly this scope lists the barcode
 * @param entry what the resolver wrote, in words
 * @param refusal what the API returns instead of the record, and why; null if it returns the record
 * @param layers the fields that a layer sets; without a configuration, every flag counts as off
 * @param configuration the settings; empty if the partner may not see the company, and so has no configuration there
 * @param unconverted values that keep a unit other than the configured one (D7)
 * @param record as the partner gets it, in canonical JSON; null if it gets none
 * @param unreadableRecords the number of records that would have counted, but can't be read
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Explanation(
        String partnerId,
        long companyId,
        long locationId,
        String barcode,
        @Nullable String listing,
        List<String> skus,
        String entry,
        @Nullable String refusal,
        List<Row> layers,
        List<Row> configuration,
        List<Unconverted> unconverted,
        @Nullable @JsonRawValue String record,
        int unreadableRecords) {

    private static final String ASSETS = "variantAssetConfig ";

    /** The one flag that locations can't set (D6). */
    private static final String OF_COMPANIES = "cannabinoidOverrides";

    private static final Set<String> FLAGS = Set.of("badges", OF_COMPANIES, "displayNameOverrides", "labels");

    /** What to explain, for a barcode or an SKU. */
    public record Question(String partnerId, Scope scope, String identifier, boolean isSku) {

        /** Describes the scope in words. */
        public String where() {
            return scope.isCompany()
                    ? "company " + scope.companyId()
                    : "location " + scope.locationId() + " of company " + scope.companyId();
        }
    }

    /** What each layer sets for a field or a setting, lowest layer first; null for nothing. */
    public record Row(
            String field,

            @JsonAnyGetter @JsonInclude(content = JsonInclude.Include.ALWAYS)
            Map<String, @Nullable Value> layers) {}

    /** A layer's value: {@code won}, {@code replaced} by a higher layer, or {@code flag-off}. */
    public record Value(String outcome, JsonNode value) {}

    /** A value of the field at fault, as it was published, and the unit that it isn't converted to. */
    public record Unconverted(String field, String value, String configuredUnit, String reason) {}

    /** Explains; throws {@link OperatorFault} if the partner, the SKU or the barcode is unknown at the scope. */
    public static Explanation of(Question question, RecordedCatalog catalog) {
        Scope scope = question.scope();
        Configurations configurations = catalog.configurations(question.partnerId(), scope);
        PartnerConfig partner = configurations.partner();
        if (partner == null) {
            throw new OperatorFault("there is no partner \"" + question.partnerId() + "\": "
                    + catalog.unreadable().stream()
                            .filter(record -> record.topic() == CatalogTopic.PARTNER_CONFIGS)
                            .findFirst()
                            .map(record -> "its record can't be read: " + record.text() + "; " + record.remedy())
                            .orElse("check the id, or publish the partner"));
        }
        Listings listings = catalog.listings(scope, question.isSku() ? question.identifier() : null);
        String barcode = question.isSku() ? barcode(question, listings) : question.identifier();
        RecordedLayers recorded = catalog.layers(barcode);
        VariantLayers layers = recorded.at(scope);
        List<String> skus = (scope.isCompany() ? listings.ofCompany() : listings.ofLocation())
                .entrySet().stream()
                        .filter(listing -> listing.getValue().equals(barcode))
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList();
        if (!recorded.isInBpd() && skus.isEmpty() && !layers.isLayered()) {
            throw new OperatorFault("barcode " + barcode + " is unknown: BPD lacks it, and no layer has it at "
                    + question.where()
                    + (question.isSku() ? ", where SKU " + question.identifier() + " maps to it" : ""));
        }
        ResolvedVariant entry = catalog.entry(barcode, scope);
        boolean isUnreadable = entry == null
                && catalog.unreadable().stream()
                        .anyMatch(record -> record.topic() == CatalogTopic.RESOLVED_VARIANTS
                                || record.topic() == CatalogTopic.COMPANY_VARIANTS);
        String refusal = refusal(partner, scope);
        AllowedCompany company = company(partner, scope);
        ResolvedConfiguration holds =
                company == null ? null : configurations.scopes().resolve(company, scope.locationId());
        ResolvedEntry resolved = layers.resolve();
        String record = holds == null || !recorded.isInBpd()
                ? null
                : new String(PartnerView.json(barcode, resolved, holds, scope), StandardCharsets.UTF_8);
        return new Explanation(
                question.partnerId(),
                scope.companyId(),
                scope.locationId(),
                barcode,
                question.isSku() ? inWords(question, listings) : null,
                skus,
                !recorded.isInBpd()
                        ? "BPD lacks the barcode, so it resolves to nothing; the layers wait for it"
                        : isUnreadable
                                ? "the resolver's entry can't be read, so the barcode resolves to nothing"
                                : inWords(entry, resolved),
                refusal,
                layers(layers, scope, holds == null ? AllowedFields.NONE : holds.allowedFields()),
                holds == null || company == null ? List.of() : settings(configurations, company, holds, scope),
                record == null || holds == null ? List.of() : unconverted(resolved, holds),
                refusal == null && !isUnreadable ? record : null,
                catalog.unreadable().size());
    }

    private static String barcode(Question question, Listings listings) {
        String barcode = listings.barcode(question.identifier());
        if (barcode == null) {
            throw new OperatorFault("SKU " + question.identifier() + " is not listed at " + question.where()
                    + (question.scope().isCompany()
                            ? ": only company-wide listings count at company scope"
                            : ", nor company-wide"));
        }
        return barcode;
    }

    private static String inWords(Question question, Listings listings) {
        String sku = question.identifier();
        return (question.scope().isCompany()
                        ? ""
                        : "at the location " + listings.ofLocation().getOrDefault(sku, "not listed") + ", ")
                + "company-wide " + listings.ofCompany().getOrDefault(sku, "not listed");
    }

    private static String inWords(@Nullable ResolvedVariant entry, ResolvedEntry resolved) {
        return entry == null
                ? "not written yet: try again in a moment"
                : VariantKeys.encode(VariantRecords.variant(entry)) + ", revision " + entry.getRevision()
                        + (VariantRecords.entry(entry).equals(resolved)
                                ? ""
                                : "; the entry and the layers differ, because they are changing: try again in a"
                                        + " moment");
    }

    /** What the API's own access check says to the partner (D16). */
    private static @Nullable String refusal(PartnerConfig config, Scope scope) {
        try {
            var unused = PartnerDirectory.company(config, Long.toString(scope.companyId()))
                    .scope(Long.toString(scope.locationId()));
            return null;
        } catch (HttpProblem refused) {
            return refused.code().status() + " " + refused.code() + ". " + refused.message();
        }
    }

    /** The company in a partner's configuration, even if the partner is disabled or the location not allowed. */
    private static @Nullable AllowedCompany company(PartnerConfig config, Scope scope) {
        return config.getPartner().getAllowedCompanies().stream()
                .filter(company -> company.getId().equals(Long.toString(scope.companyId())))
                .findFirst()
                .orElse(null);
    }

    /** What each layer sets for each field that any sets; at company scope there is no location layer. */
    private static List<Row> layers(VariantLayers layers, Scope scope, AllowedFields flags) {
        List<Row> rows = new ArrayList<>();
        for (VariantField field : VariantField.all()) {
            Map<Layer, Candidate> candidates = new TreeMap<>();
            layers.candidates(field, flags).forEach(candidate -> candidates.put(candidate.layer(), candidate));
            candidates.keySet().removeIf(layer -> !layer.countsAt(scope));
            if (candidates.values().stream().anyMatch(candidate -> candidate.value() != null)) {
                Map<String, @Nullable Value> values = new LinkedHashMap<>();
                candidates.forEach((layer, candidate) -> values.put(
                        Json.words(layer),
                        candidate.value() == null
                                ? null
                                : new Value(Json.words(candidate.outcome()), tree(candidate.value()))));
                rows.add(new Row(field.jsonName(), values));
            }
        }
        return rows;
    }

    /**
     * A layer of the configuration.
     *
     * @param results what it and those below it result in, by setting
     * @param sets whether it sets something even where it changes nothing
     */
    private record Settings(String layer, Map<String, JsonNode> results, Predicate<String> sets) {}

    private static List<Row> settings(
            Configurations configurations, AllowedCompany company, ResolvedConfiguration holds, Scope scope) {
        Map<String, JsonNode> ofCompany = settings(configurations.scopes().resolve(company, scope.companyId()));
        List<Settings> layers = new ArrayList<>();
        layers.add(new Settings(
                "default", settings(ResolvedConfiguration.of(AllowedFields.NONE, null, null)), name -> true));
        layers.add(new Settings("company", ofCompany, FLAGS::contains));
        if (!scope.isCompany()) {
            ScopeConfig own = configurations.ofLocation();
            layers.add(new Settings("location", settings(holds), name -> own != null && sets(own, name)));
        }
        Set<String> names = new LinkedHashSet<>(ofCompany.keySet());
        layers.forEach(layer -> names.addAll(layer.results.keySet()));
        return names.stream().map(name -> setting(name, layers)).toList();
    }

    private static boolean sets(ScopeConfig location, String name) {
        return name.startsWith(ASSETS)
                ? location.getAssetPriority() != null || location.getVariantTypePreferences() != null
                : FLAGS.contains(name) && !name.equals(OF_COMPANIES) && location.getAllowedFields() != null;
    }

    private static Row setting(String name, List<Settings> layers) {
        Map<String, @Nullable Value> values = new LinkedHashMap<>();
        JsonNode below = NullNode.getInstance();
        String winner = "";
        for (Settings layer : layers) {
            JsonNode value = layer.results.getOrDefault(name, NullNode.getInstance());
            boolean sets = layer.sets.test(name) || !value.equals(below);
            values.put(layer.layer, sets ? new Value("replaced", value) : null);
            winner = sets ? layer.layer : winner;
            below = value;
        }
        values.put(winner, new Value("won", below));
        return new Row(name, values);
    }

    private static Map<String, JsonNode> settings(ResolvedConfiguration configuration) {
        Map<String, JsonNode> settings = new LinkedHashMap<>();
        tree(configuration.allowedFields()).properties().forEach(flag -> settings.put(flag.getKey(), flag.getValue()));
        settings.put("cannabisUnitOfMeasure", tree(configuration.cannabisUnitOfMeasure()));
        settings.put("terpeneUnitOfMeasure", tree(configuration.terpeneUnitOfMeasure()));
        configuration
                .variantAssetConfig()
                .forEach((variantType, entries) -> settings.put(ASSETS + variantType, tree(inWords(entries))));
        return settings;
    }

    private static JsonNode tree(@Nullable Object value) {
        return Json.MAPPER.valueToTree(value);
    }

    /** Asset types in order, each with its limit. */
    private static String inWords(List<AssetEntry> entries) {
        return entries.isEmpty()
                ? "empty"
                : entries.stream()
                        .map(entry -> entry.assetType() + " " + entry.limit())
                        .collect(Collectors.joining(", "));
    }

    private static List<Unconverted> unconverted(ResolvedEntry entry, ResolvedConfiguration configuration) {
        return PartnerView.conversionFaults(entry, configuration).stream()
                .map(fault -> new Unconverted(
                        fault.field(),
                        fault.value(),
                        fault.wantedUnit(),
                        fault.reason().words()))
                .toList();
    }
}
