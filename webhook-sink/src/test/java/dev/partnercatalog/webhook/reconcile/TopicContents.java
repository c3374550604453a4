package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What some records of the two topics say together. */
final class TopicContents {

    private final Map<ScopedVariant, ResolvedVariant> entries = new HashMap<>();
    private final Map<ScopedVariant, Set<String>> skus = new HashMap<>();
    private final Map<ListingKey, ScopedVariant> listings = new HashMap<>();

    void add(TopicRecord record) {
        if (record.sku() == null) {
            if (record.entry() == null) {
                entries.remove(record.variant());
            } else {
                entries.put(record.variant(), record.entry());
            }
        } else {
            ScopedVariant before = listings.remove(record.listing());
            skus.getOrDefault(before, new HashSet<>()).remove(record.sku());
            if (record.listed()) {
                listings.put(record.listing(), record.variant());
                skus.computeIfAbsent(record.variant(), variant -> new HashSet<>())
                        .add(record.sku());
            }
        }
    }

    boolean isListed(ScopedVariant variant, String sku) {
        return skus.getOrDefault(variant, Set.of()).contains(sku);
    }

    /** What a scope lists, according to its own entry or its company's. */
    private @Nullable ResolvedVariant listed(ScopedVariant variant) {
        if (skus.getOrDefault(variant, Set.of()).isEmpty()) {
            return null;
        }
        ResolvedVariant own = entries.get(variant);
        return own == null ? entries.get(variant.atCompany()) : own;
    }

    /** The variants of which a partner should have something. */
    Set<ScopedVariant> shown(Catalog.Partner partner) {
        return skus.keySet().stream()
                .filter(variant -> listed(variant) != null && partner.configuration(variant) != null)
                .collect(Collectors.toSet());
    }

    /** The record that a partner should have of a variant, null if it should have none. */
    @Nullable
    String wanted(ScopedVariant variant, @Nullable ResolvedConfiguration configuration) {
        ResolvedVariant record = listed(variant);
        return record == null || configuration == null ? null : Catalog.json(variant, record, configuration);
    }

    /** What a partner should have: what batch-get would return for everything that is listed and allowed. */
    Map<ScopedVariant, String> wanted(Catalog.Partner partner) {
        Map<ScopedVariant, String> wanted = new HashMap<>();
        for (ScopedVariant variant : skus.keySet()) {
            String json = wanted(variant, partner.configuration(variant));
            if (json != null) {
                wanted.put(variant, json);
            }
        }
        return wanted;
    }

    /** Fails unless a copy is what its partner should have. */
    void assertHas(Catalog.Partner partner, Map<ScopedVariant, String> copy) {
        Map<ScopedVariant, String> wanted = wanted(partner);
        Set<ScopedVariant> wrong = new HashSet<>(wanted.keySet());
        wrong.addAll(copy.keySet());
        wrong.removeIf(variant -> Objects.equals(wanted.get(variant), copy.get(variant)));
        assertThat(wrong)
                .as("what %s lacks, has outdated or has too much", partner.id)
                .isEmpty();
    }
}
