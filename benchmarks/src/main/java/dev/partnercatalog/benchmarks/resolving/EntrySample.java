package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import java.util.Objects;

/** Compares the entries that two applications made from the same events. */
final class EntrySample {

    private EntrySample() {}

    /**
     * Throws {@link IllegalStateException} if they differ in anything but revisions, or if there are none.
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
            boolean everywhere = VariantKey.parse(key).companyId() == null;
            String topic = (everywhere ? CatalogTopic.RESOLVED_VARIANTS : CatalogTopic.COMPANY_VARIANTS).name(prefix);
            ResolvedVariant one = read(registry, topic, bytes);
            ResolvedVariant other = read(registry, topic, Objects.requireNonNull(theirs.get(key)));
            if (!one.equals(other)) {
                throw new IllegalStateException(key + " is " + one + " and " + other);
            }
        });
        System.err.printf("  %d entries are the same%n", ours.size());
    }

    private static ResolvedVariant read(SchemaRegistry registry, String topic, byte[] bytes) {
        ResolvedVariant variant = new RecordDeserializer<>(registry, ResolvedVariant.class).deserialize(topic, bytes);
        variant.setRevision(0);
        return variant;
    }
}
