package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.recorded.RecordedCatalog;
import dev.partnercatalog.cli.topic.TopicReceiver;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.quarantine.RejectedRecordException;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.EventReader;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import dev.partnercatalog.streams.input.ReadEvents;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A partner that has changed its configuration itself (D18).
 *
 * @param published the configuration that upstream published last
 * @param now the configuration as the partner has left it
 */
public record EditedPartner(Partner published, Partner now) {

    /** A partner and when it became so, in epoch milliseconds. */
    private record Dated(Partner partner, long timestamp) {}

    /** All of them, by id. */
    static Map<String, EditedPartner> all(RecordedCatalog catalog) {
        Map<String, Dated> published = published(catalog);
        Map<String, EditedPartner> edited = new TreeMap<>();
        current(catalog).forEach((partnerId, now) -> {
            Dated before = published.get(partnerId);
            // The configuration is older than an event that the resolver hasn't read yet.
            if (before != null && now.timestamp > before.timestamp && !now.partner.equals(before.partner)) {
                edited.put(partnerId, new EditedPartner(before.partner, now.partner));
            }
        });
        return edited;
    }

    /** The latest event of each partner that the resolver accepts. */
    private static Map<String, Dated> published(RecordedCatalog catalog) {
        EventReader reader = new EventReader(catalog.registry());
        Map<String, Dated> published = new TreeMap<>();
        read(catalog, CatalogTopic.PARTNERS, record -> {
            try {
                byte[] key = record.key().getBytes(StandardCharsets.UTF_8);
                put(
                        published,
                        record,
                        ReadEvents.read(reader, CatalogTopic.PARTNERS, record.topic(), key, record.value())
                                        instanceof PartnerEvent event
                                ? event.partner()
                                : null);
            } catch (RejectedRecordException e) {
                return; // It is a dead letter, and the event before it still applies.
            }
        });
        return published;
    }

    private static Map<String, Dated> current(RecordedCatalog catalog) {
        OwnRecords<PartnerConfig> reader = catalog.reader(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class);
        Map<String, Dated> current = new TreeMap<>();
        read(catalog, CatalogTopic.PARTNER_CONFIGS, record -> {
            try {
                put(
                        current,
                        record,
                        record.value() == null
                                ? null
                                : reader.value(record.key(), record.value()).getPartner());
            } catch (UnreadableRecordException e) {
                put(current, record, null);
            }
        });
        return current;
    }

    private static void read(RecordedCatalog catalog, CatalogTopic topic, TopicReceiver receiver) {
        catalog.read(
                catalog.nameOf(topic),
                IntStream.range(0, catalog.count(topic)).boxed().collect(Collectors.toSet()),
                receiver);
    }

    private static void put(
            Map<String, Dated> partners, ConsumerRecord<String, byte[]> record, @Nullable Partner partner) {
        if (partner == null) {
            partners.remove(record.key());
        } else {
            partners.put(record.key(), new Dated(partner, record.timestamp()));
        }
    }
}
