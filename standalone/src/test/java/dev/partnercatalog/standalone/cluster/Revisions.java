package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.TopicRecords;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the resolver has written since the beginning: nothing came twice, and nothing old after something newer. */
final class Revisions {
    private Revisions() {}

    /** Asserts that the revisions of each key's committed records only increase. */
    static void assertGrow(KafkaSettings kafka, SchemaRegistry schemas) {
        assertGrow(kafka, schemas, CatalogTopic.RESOLVED_VARIANTS, ResolvedVariant.class, ResolvedVariant::getRevision);
        assertGrow(kafka, schemas, CatalogTopic.COMPANY_VARIANTS, CompanyVariant.class, VariantRecords::revision);
        assertGrow(kafka, schemas, CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, PartnerConfig::getRevision);
    }

    private static <T extends SpecificRecord> void assertGrow(
            KafkaSettings kafka,
            SchemaRegistry schemas,
            CatalogTopic topic,
            Class<T> type,
            ToLongFunction<T> revision) {
        RecordDeserializer<T> values = new RecordDeserializer<>(schemas, type);
        Map<String, Long> last = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record :
                TopicRecords.of(kafka, topic.name(kafka.topics().prefix()))) {
            if (record.value() != null) {
                long now = revision.applyAsLong(values.deserialize(record.topic(), record.value()));
                assertThat(last.put(TopicRecords.key(record), now))
                        .as("revision before %d of %s", now, record)
                        .satisfiesAnyOf(
                                before -> assertThat(before).isNull(),
                                before -> assertThat(before).isLessThan(now));
            }
        }
    }
}
