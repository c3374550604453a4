package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.topic.OpenTopics;
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
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
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
    static Map<String, EditedPartner> all(OpenTopics topics) {
        EventReader events = new EventReader(topics.registry());
        Map<String, Dated> published = read(
                topics,
                CatalogTopic.PARTNERS,
                (key, record) ->
                        ReadEvents.read(events, CatalogTopic.PARTNERS, record.topic(), record.key(), record.value())
                                        instanceof PartnerEvent event
                                ? event.partner()
                                : null);
        OwnRecords<PartnerConfig> configs = new OwnRecords<>(
                CatalogTopic.PARTNER_CONFIGS,
                PartnerConfig.class,
                topics.registry(),
                topics.kafka().topics().prefix(),
                topics.count(CatalogTopic.PARTNER_CONFIGS));
        Map<String, Dated> current = read(
                topics,
                CatalogTopic.PARTNER_CONFIGS,
                (key, record) -> record.value() == null
                        ? null
                        : configs.value(key, record.value()).getPartner());
        Map<String, EditedPartner> edited = new TreeMap<>();
        current.forEach((partnerId, now) -> {
            Dated before = published.get(partnerId);
            // The configuration is older than an event that the resolver hasn't read yet.
            if (before != null && now.timestamp > before.timestamp && !now.partner.equals(before.partner)) {
                edited.put(partnerId, new EditedPartner(before.partner, now.partner));
            }
        });
        return edited;
    }

    /** The latest partner of each key that can be read and is accepted. */
    private static Map<String, Dated> read(
            OpenTopics topics,
            CatalogTopic topic,
            BiFunction<String, ConsumerRecord<byte[], byte[]>, @Nullable Partner> reader) {
        Map<String, Dated> partners = new TreeMap<>();
        topics.read(topic, record -> {
            String key = TopicReceiver.key(record);
            if (key == null) {
                return;
            }
            try {
                Partner partner = reader.apply(key, record);
                partners.compute(key, (k, before) -> partner == null ? null : new Dated(partner, record.timestamp()));
            } catch (RejectedRecordException e) {
                return; // It is a dead letter, and the event before it still applies.
            } catch (UnreadableRecordException e) {
                partners.remove(key);
            }
        });
        return partners;
    }
}
