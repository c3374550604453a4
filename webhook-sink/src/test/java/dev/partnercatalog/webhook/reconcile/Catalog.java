package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriber.PingRequest;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import dev.partnercatalog.webhook.subscription.VisibleScopes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Made-up variants and configurations, small enough to read in a test. */
final class Catalog {

    private Catalog() {}

    /** A listed variant with a name, and a badge that partners see if their flag is on. */
    static ResolvedVariant variant(ScopedVariant at, String name, @Nullable String badge) {
        FieldValues.Builder values = FieldValues.builder().set(VariantField.NAME, name);
        if (badge != null) {
            values.set(VariantField.BADGES, List.of(badge));
        }
        return VariantRecords.variant(at, 1, new ResolvedEntry(values.build(), Set.of(), Set.of(), null, null));
    }

    /** The same, which may be sold in some states only. */
    static ResolvedVariant soldIn(ScopedVariant at, String name, String... stateCodes) {
        FieldValues.Builder values = FieldValues.builder().set(VariantField.NAME, name);
        values.set(VariantField.STATE_CODES, List.of(stateCodes));
        return VariantRecords.variant(at, 1, new ResolvedEntry(values.build(), Set.of(), Set.of(), null, null));
    }

    /** A product, which a scope shows if its entry is a reference. */
    static ResolvedVariant product(String barcode, String name, @Nullable String badge) {
        ResolvedVariant product = variant(new ScopedVariant(new Scope.Company(1), barcode), name, badge);
        product.setCompanyId(null);
        return product;
    }

    /** What batch-get would return. */
    static String json(ScopedVariant at, ResolvedVariant record, ResolvedConfiguration configuration) {
        return new String(
                PartnerView.json(at.barcode(), VariantRecords.entry(record), configuration, at.scope()),
                StandardCharsets.UTF_8);
    }

    static ResolvedConfiguration configuration(boolean badges) {
        return new ResolvedConfiguration(new AllowedFields(badges, false, false, false), Map.of(), null, null);
    }

    /** The partners' configurations as the sink sees them. */
    static Subscriptions subscriptions(Collection<Partner> partners) {
        return new Subscriptions(
                partners.stream()
                        .filter(partner -> partner.active)
                        .map(Partner::subscriber)
                        .toList(),
                partners.stream()
                        .filter(partner -> partner.control.getPings() > 0)
                        .map(Partner::pings)
                        .toList());
    }

    /** A partner's configuration that can be changed step by step. */
    static final class Partner {

        final String id;
        String url = "https://one.example/hook";
        boolean active = true;
        final WebhookControl control = WebhookControl.newBuilder().build();
        final SortedMap<Long, TreeMap<Long, Boolean>> badgesByScope = new TreeMap<>();

        Partner(String id) {
            this.id = id;
        }

        Partner allow(long companyId, long locationId, boolean badges) {
            badgesByScope.computeIfAbsent(companyId, c -> new TreeMap<>()).put(locationId, badges);
            return this;
        }

        void forbid(long companyId, long locationId) {
            TreeMap<Long, Boolean> scopes = badgesByScope.get(companyId);
            if (scopes != null) {
                scopes.remove(locationId);
                if (scopes.isEmpty()) {
                    badgesByScope.remove(companyId);
                }
            }
        }

        /** Requests the variant again; with 1 everything at its location, with 2 everything of its company. */
        void resync(ScopedVariant variant, int width) {
            List<ScopedResync> asked = new ArrayList<>(control.getScopedResyncs());
            asked.add(new ScopedResync(
                    asked.size() + 1L,
                    new ResyncScope(
                            variant.companyId(),
                            width == 2 ? null : variant.locationId(),
                            width == 0 ? variant.barcode() : null)));
            control.setScopedResyncs(asked);
        }

        Endpoint endpoint() {
            return new Endpoint(id, url);
        }

        @Nullable
        ResolvedConfiguration configuration(ScopedVariant variant) {
            TreeMap<Long, Boolean> scopes = badgesByScope.get(variant.companyId());
            Boolean badges = scopes == null ? null : scopes.get(variant.locationId());
            return badges == null ? null : Catalog.configuration(badges);
        }

        Subscriber subscriber() {
            SortedMap<Long, VisibleScopes<ResolvedConfiguration>> companies = new TreeMap<>();
            badgesByScope.forEach((companyId, scopes) -> {
                SortedMap<Long, ResolvedConfiguration> configurations = new TreeMap<>();
                scopes.forEach((locationId, badges) -> configurations.put(locationId, Catalog.configuration(badges)));
                companies.put(companyId, new VisibleScopes<>(configurations, hash(scopes.toString())));
            });
            return new Subscriber(
                    new EndpointSettings(endpoint(), control, true),
                    hash(url + control.getResyncs()).high(),
                    hash(url + control.getResyncs()),
                    companies);
        }

        PingRequest pings() {
            return new PingRequest(endpoint(), control.getPings(), active ? null : "disabled");
        }

        private static Hash hash(String text) {
            return Hash.of(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
