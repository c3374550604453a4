package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.recorded.RecordedCatalog;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.quarantine.RejectedRecordException;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.EventReader;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
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

    /** Reads the partner of a record; null if it has none. */
    private interface Reader {
        @Nullable
        Partner partner(ConsumerRecord<String, byte[]> record);
    }

    /** All of them, by id. */
    static Map<String, EditedPartner> all(RecordedCatalog catalog) {
        EventReader events = new EventReader(catalog.registry());
        Map<String, Dated> published = read(
                catalog,
                CatalogTopic.PARTNERS,
                record -> events.read(
                                        CatalogTopic.PARTNERS,
                                        record.topic(),
                                        record.key().getBytes(StandardCharsets.UTF_8),
                                        record.value())
                                instanceof PartnerEvent event
                        ? event.partner()
                        : null);
        OwnRecords<PartnerConfig> configs = catalog.reader(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class);
        Map<String, Dated> current = read(
                catalog,
                CatalogTopic.PARTNER_CONFIGS,
                record -> record.value() == null
                        ? null
                        : configs.value(record.key(), record.value()).getPartner());
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
    private static Map<String, Dated> read(RecordedCatalog catalog, CatalogTopic topic, Reader reader) {
        Map<String, Dated> partners = new TreeMap<>();
        Set<Integer> all = IntStream.range(0, catalog.count(topic)).boxed().collect(Collectors.toSet());
        catalog.read(catalog.nameOf(topic), all, record -> {
            try {
                Partner partner = reader.partner(record);
                partners.compute(
                        record.key(), (key, before) -> partner == null ? null : new Dated(partner, record.timestamp()));
            } catch (RejectedRecordException e) {
                return; // It is a dead letter, and the event before it still applies.
            } catch (UnreadableRecordException e) {
                partners.remove(record.key());
            }
        });
        return partners;
    }
}
