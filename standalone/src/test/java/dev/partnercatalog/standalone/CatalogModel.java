package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetPriority;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeConfiguration;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** What a partner should get, derived only from the last event of each key: no store, no topology, no order of arrival. */
public final class CatalogModel {
    private final Map<CatalogTopic, Map<String, SpecificRecord>> last = new EnumMap<>(CatalogTopic.class);

    public void take(RandomCatalog.Event event) {
        take(event.topic(), event.key(), event.value());
    }

    public void take(CatalogTopic topic, String key, @Nullable SpecificRecord value) {
        Map<String, SpecificRecord> records = last.computeIfAbsent(topic, t -> new TreeMap<>());
        if (value == null) {
            records.remove(key);
        } else {
            records.put(key, value);
        }
    }

    /** The variants that webhooks should have delivered to the partner, by {@code companyId/locationId/barcode}. */
    public Map<String, String> listed(String partnerId) {
        Map<String, String> listed = new TreeMap<>();
        for (Listing listing : all(CatalogTopic.LISTINGS, Listing.class)) {
            Scope scope = Scope.of(listing.getCompanyId(), listing.getLocationId());
            String variant = allows(partnerId, scope) ? variant(partnerId, scope, listing.getBarcode()) : null;
            if (variant != null) {
                listed.put(scope.companyId() + "/" + scope.locationId() + "/" + listing.getBarcode(), variant);
            }
        }
        return listed;
    }

    public boolean allows(String partnerId, Scope scope) {
        AllowedCompany company = company(partnerId, scope);
        return company != null
                && (scope.companyId() == scope.locationId()
                        || company.getLocations().stream()
                                .anyMatch(location -> location.getId().equals(Long.toString(scope.locationId()))));
    }

    /** Asserts that batch-get answers every barcode at every scope once, byte for byte as here. */
    public void assertAnswered(String partnerId, Collection<Scope> scopes, List<String> barcodes, PartnerClient partner)
            throws Exception {
        for (Scope scope : scopes) {
            HttpResponse<String> answer = partner.batchGet(scope.companyId(), scope.locationId(), barcodes, List.of());
            if (!allows(partnerId, scope)) {
                assertThat(answer.statusCode()).isEqualTo(403);
                continue;
            }
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(PartnerClient.objects(answer.body(), "variants"))
                    .isEqualTo(barcodes.stream()
                            .map(barcode -> variant(partnerId, scope, barcode))
                            .filter(Objects::nonNull)
                            .toList());
        }
    }

    /** The JSON of a variant, null if it doesn't resolve. */
    public @Nullable String variant(String partnerId, Scope scope, String barcode) {
        BpdVariant bpd = get(CatalogTopic.BPD_VARIANTS, barcode, BpdVariant.class);
        AllowedCompany company = company(partnerId, scope);
        if (bpd == null || company == null) {
            return null;
        }
        String atCompany = scope.companyId() + "/" + barcode;
        String atLocation = scope.companyId() + "/" + scope.locationId() + "/" + barcode;
        CompanyOverride override = get(CatalogTopic.COMPANY_OVERRIDES, atCompany, CompanyOverride.class);
        DisplayAttributes shown = get(CatalogTopic.COMPANY_ATTRIBUTES, atCompany, DisplayAttributes.class);
        DisplayAttributes here = get(CatalogTopic.LOCATION_ATTRIBUTES, atLocation, DisplayAttributes.class);
        VariantLayers layers = new VariantLayers(
                VariantRecords.layer(bpd),
                override == null ? null : VariantRecords.layer(override),
                shown == null ? null : VariantRecords.layer(shown),
                here == null ? null : VariantRecords.layer(here));
        byte[] json = PartnerView.json(barcode, layers.resolve(), configuration(partnerId, company, scope), scope);
        return new String(json, StandardCharsets.UTF_8);
    }

    private ResolvedConfiguration configuration(String partnerId, AllowedCompany company, Scope scope) {
        var flags = company.getAllowedFields();
        String key = partnerId + "/" + scope.companyId();
        boolean atLocation = scope.companyId() != scope.locationId();
        return ResolvedConfiguration.of(
                new AllowedFields(
                        flags.getBadges(),
                        flags.getCannabinoidOverrides(),
                        flags.getDisplayNameOverrides(),
                        flags.getLabels()),
                companyConfiguration(get(CatalogTopic.COMPANY_CONFIGS, key, CompanyConfig.class)),
                atLocation
                        ? locationConfiguration(get(
                                CatalogTopic.LOCATION_CONFIGS, key + "/" + scope.locationId(), LocationConfig.class))
                        : null);
    }

    private static @Nullable ScopeConfiguration companyConfiguration(@Nullable CompanyConfig config) {
        return config == null
                ? null
                : new ScopeConfiguration(
                        priority(config.getAssetPriority()),
                        config.getVariantTypePreferences(),
                        null,
                        config.getCannabisUnitOfMeasure(),
                        config.getTerpeneUnitOfMeasure());
    }

    private static @Nullable ScopeConfiguration locationConfiguration(@Nullable LocationConfig config) {
        if (config == null) {
            return null;
        }
        var flags = config.getAllowedFields();
        var priority = config.getAssetPriority();
        return new ScopeConfiguration(
                priority == null ? null : priority(priority),
                config.getVariantTypePreferences(),
                flags == null
                        ? null
                        : new AllowedFields(
                                flags.getBadges(), false, flags.getDisplayNameOverrides(), flags.getLabels()),
                null,
                null);
    }

    private static List<AssetPriority> priority(List<dev.partnercatalog.events.AssetPriority> priority) {
        return priority.stream()
                .map(entry -> new AssetPriority(entry.getAssetType(), entry.getLimit()))
                .toList();
    }

    private @Nullable AllowedCompany company(String partnerId, Scope scope) {
        Partner partner = get(CatalogTopic.PARTNERS, partnerId, Partner.class);
        return partner == null
                ? null
                : partner.getAllowedCompanies().stream()
                        .filter(company -> company.getId().equals(Long.toString(scope.companyId())))
                        .findFirst()
                        .orElse(null);
    }

    private <T extends SpecificRecord> @Nullable T get(CatalogTopic topic, String key, Class<T> type) {
        return type.cast(last.getOrDefault(topic, Map.of()).get(key));
    }

    private <T extends SpecificRecord> List<T> all(CatalogTopic topic, Class<T> type) {
        return last.getOrDefault(topic, Map.of()).values().stream()
                .map(type::cast)
                .toList();
    }
}
