package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares the entries that two applications made from the same events. */
final class EntrySample {

    private EntrySample() {}

    /**
     * Throws {@link IllegalStateException} if they differ in anything but revisions, or if there are none. Our references
     * are left out.
     *
     * @param prefix prefix of the topics with our entries
     */
    static void requireSame(
            SchemaRegistry registry, String prefix, Map<String, byte[]> ours, Map<String, byte[]> theirs) {
        if (ours.isEmpty()) {
            throw new IllegalStateException("there is no entry to compare");
        }
        if (!ours.keySet().equals(theirs.keySet())) {
            throw new IllegalStateException("the entries are " + ours.keySet() + " and " + theirs.keySet());
        }
        ours.forEach((key, bytes) -> {
            ResolvedVariant one = read(registry, prefix, key, bytes);
            ResolvedVariant other = read(registry, prefix, key, Objects.requireNonNull(theirs.get(key)));
            if (one != null && !one.equals(other)) {
                throw new IllegalStateException(key + " is " + one + " and " + other);
            }
        });
        System.err.printf("  %d entries are the same%n", ours.size());
    }

    /** Null for a reference, which has no content. */
    private static @Nullable ResolvedVariant read(SchemaRegistry registry, String prefix, String key, byte[] bytes) {
        ResolvedVariant variant = VariantKeys.isOfCompany(VariantKeys.parse(key))
                ? new RecordDeserializer<>(registry, CompanyVariant.class)
                        .deserialize(CatalogTopic.COMPANY_VARIANTS.name(prefix), bytes)
                        .getContent()
                : new RecordDeserializer<>(registry, ResolvedVariant.class)
                        .deserialize(CatalogTopic.RESOLVED_VARIANTS.name(prefix), bytes);
        if (variant != null) {
            variant.setRevision(0);
        }
        return variant;
    }
}
