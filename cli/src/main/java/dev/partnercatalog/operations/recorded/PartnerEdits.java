package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.quarantine.RejectedRecordException;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.EventReader;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import dev.partnercatalog.streams.input.ReadEvents;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Finds the partners that have changed their configuration since it was last published. */
record PartnerEdits(RecordedTopics topics) {

    /** A partner and when it became so, in epoch milliseconds. */
    private record Dated(Partner partner, long timestamp) {}

    Map<String, EditedPartner> read() {
        Map<String, Dated> published = published();
        Map<String, EditedPartner> edited = new TreeMap<>();
        current().forEach((partnerId, now) -> {
            Dated before = published.get(partnerId);
            // The configuration is older than an event that the resolver hasn't read yet.
            if (before != null && now.timestamp > before.timestamp && !now.partner.equals(before.partner)) {
                edited.put(partnerId, new EditedPartner(before.partner, now.partner));
            }
        });
        return edited;
    }

    /** The latest event of each partner that the resolver accepts. */
    private Map<String, Dated> published() {
        CatalogTopic topic = CatalogTopic.PARTNERS;
        EventReader reader = new EventReader(topics.registry());
        Map<String, Dated> published = new TreeMap<>();
        topics.read(
                topic,
                topics.everywhere(topic),
                record -> {
                    try {
                        Partner partner = event(reader, record);
                        put(published, record, partner);
                    } catch (RejectedRecordException e) {
                        return; // It is a dead letter, and the event before it still applies.
                    }
                },
                (done, all) -> {});
        return published;
    }

    private static @Nullable Partner event(EventReader reader, ConsumerRecord<String, byte[]> record)
            throws RejectedRecordException {
        return ReadEvents.read(
                                reader,
                                CatalogTopic.PARTNERS,
                                record.topic(),
                                record.key().getBytes(StandardCharsets.UTF_8),
                                record.value())
                        instanceof PartnerEvent event
                ? event.partner()
                : null;
    }

    private Map<String, Dated> current() {
        CatalogTopic topic = CatalogTopic.PARTNER_CONFIGS;
        OwnRecords<PartnerConfig> reader = topics.reader(topic, PartnerConfig.class);
        Map<String, Dated> current = new TreeMap<>();
        topics.read(
                topic,
                topics.everywhere(topic),
                record -> {
                    PartnerConfig config = topics.value(reader, record);
                    put(current, record, config == null ? null : config.getPartner());
                },
                (done, all) -> {});
        return current;
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
