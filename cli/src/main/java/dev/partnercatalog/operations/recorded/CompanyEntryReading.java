package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.operations.topic.TopicReading;
import dev.partnercatalog.operations.topic.TopicReceiver;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the companies' own entries of one partition, and then the products that these refer to. Not thread-safe. */
final class CompanyEntryReading {

    private final RecordedTopics topics;
    private final BiConsumer<ScopedVariant, @Nullable ResolvedVariant> receiver;
    private final Map<String, Set<ScopedVariant>> referring = new HashMap<>();

    /** @param receiver see {@link RecordedCatalog#companyEntries} */
    CompanyEntryReading(RecordedTopics topics, BiConsumer<ScopedVariant, @Nullable ResolvedVariant> receiver) {
        this.topics = topics;
        this.receiver = receiver;
    }

    /** @param wanted selects by company and barcode */
    void read(int partition, BiPredicate<Long, String> wanted, TopicReading.Progress progress) {
        CatalogTopic topic = CatalogTopic.COMPANY_VARIANTS;
        OwnRecords<CompanyVariant> reader = topics.reader(topic, CompanyVariant.class);
        TopicReceiver entries = record -> {
            ScopedVariant key;
            try {
                reader.requirePlace(record.key(), record.partition());
                key = VariantKeys.parseOfCompany(record.key());
            } catch (UnreadableRecordException e) {
                return; // In a partition other than its key's, it has no effect.
            }
            if (key.scope().isCompany() && wanted.test(key.companyId(), key.barcode())) {
                take(key, topics.value(reader, record));
            }
        };
        topics.read(topic, Set.of(partition), entries, progress);
        readProducts(progress);
    }

    private void take(ScopedVariant key, @Nullable CompanyVariant entry) {
        receiver.accept(key, entry == null ? null : entry.getContent());
        if (entry != null && entry.getReference() != null) {
            referring.computeIfAbsent(key.barcode(), barcode -> new HashSet<>()).add(key);
        } else {
            referring.computeIfPresent(key.barcode(), (barcode, keys) -> {
                keys.remove(key);
                return keys.isEmpty() ? null : keys;
            });
        }
    }

    private void readProducts(TopicReading.Progress progress) {
        if (referring.isEmpty()) {
            return;
        }
        CatalogTopic topic = CatalogTopic.RESOLVED_VARIANTS;
        int count = topics.count(topic);
        Set<Integer> read = referring.keySet().stream()
                .map(barcode -> Partitioning.byBarcode(barcode, count))
                .collect(Collectors.toSet());
        OwnRecords<ResolvedVariant> reader = topics.reader(topic, ResolvedVariant.class);
        TopicReceiver products = record -> {
            if (record.partition() == Partitioning.byBarcode(record.key(), count)) {
                ResolvedVariant product = topics.value(reader, record);
                referring.getOrDefault(record.key(), Set.of()).forEach(key -> receiver.accept(key, product));
            }
        };
        topics.read(topic, read, products.only(referring::containsKey), progress);
    }
}
