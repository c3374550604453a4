package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.runtime.quarantine.RejectedRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.EventReader;
import dev.partnercatalog.streams.input.InputEvent;
import dev.partnercatalog.streams.input.InputEvent.CompanyEvent;
import dev.partnercatalog.streams.input.InputEvent.LayerEvent;
import dev.partnercatalog.streams.input.InputEvent.ListingEvent;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import dev.partnercatalog.streams.input.InputEvent.ScopeConfigEvent;
import dev.partnercatalog.streams.input.ReadEvents;
import dev.partnercatalog.streams.variant.RecordedRow;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the inputs say the resolver's stores and the tables without a store should hold. The newest record of a key that
 * the resolver rejects leaves it open what the row should be.
 */
final class Inputs implements Side {

    /** Stands for any content: of partners, only their existence follows from the input. */
    static final long PRESENT = 1;

    private static final List<CatalogTopic> TOPICS =
            Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput).toList();

    private final CatalogLogs logs;
    private final EventReader reader;

    Inputs(CatalogLogs logs) {
        this.logs = logs;
        this.reader = new EventReader(logs.registry());
    }

    @Override
    public void read(Receiver receiver) {
        for (CatalogTopic topic : TOPICS) {
            logs.read(logs.name(topic), record -> read(topic, record, receiver));
        }
    }

    private void read(CatalogTopic topic, ConsumerRecord<byte[], byte[]> record, Receiver receiver) {
        InputEvent deletion = event(topic, record, null);
        Row row = deletion == null ? null : row(topic, record.key(), deletion);
        if (row == null || !receiver.wants(row)) {
            return; // No event has a malformed key.
        }
        InputEvent event = record.value() == null ? deletion : event(topic, record, record.value());
        receiver.accept(row, record.partition(), record.offset(), event == null ? UNKNOWN : content(event));
    }

    private @Nullable InputEvent event(
            CatalogTopic topic, ConsumerRecord<byte[], byte[]> record, byte @Nullable [] value) {
        try {
            return ReadEvents.read(reader, topic, record.topic(), record.key(), value);
        } catch (RejectedRecordException e) {
            return null;
        }
    }

    private static @Nullable Row row(CatalogTopic topic, byte[] key, InputEvent event) {
        if (event instanceof LayerEvent || event instanceof ListingEvent) {
            return new Row(topic, new String(key, StandardCharsets.UTF_8));
        }
        if (event instanceof ScopeConfigEvent config) {
            return new Row(CatalogTopic.SCOPE_CONFIGS, config.key().encode());
        }
        if (event instanceof CompanyEvent company) {
            return new Row(CatalogTopic.COMPANY_DIRECTORY, company.key());
        }
        return event instanceof PartnerEvent partner
                ? new Row(CatalogTopic.PARTNER_CONFIGS, partner.partnerId())
                : null;
    }

    private static long content(InputEvent event) {
        if (event instanceof LayerEvent layer) {
            ByteBuffer bytes = layer.update().getLayer();
            return bytes == null ? NONE : of(RecordedRow.hash(layer.update().getKind(), bytes(bytes)));
        }
        if (event instanceof ListingEvent listing) {
            return listing.barcode() == null ? NONE : of(listing.barcode());
        }
        if (event instanceof ScopeConfigEvent config) {
            return of(config.config());
        }
        if (event instanceof CompanyEvent company) {
            return of(company.company());
        }
        return event instanceof PartnerEvent partner && partner.partner() != null ? PRESENT : NONE;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    static long of(String text) {
        return KeyDigest.hashOf(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The content of a record: its hash code, which doesn't depend on the order of a map. */
    static long of(@Nullable SpecificRecord record) {
        return record == null ? NONE : of(record.hashCode());
    }

    static long of(int hashCode) {
        return of(Integer.toString(hashCode));
    }

    /** Nothing has to be waited for: what isn't committed yet, the resolver hasn't read either. */
    @Override
    public void settle() {}

    @Override
    public long size() {
        return TOPICS.stream().mapToLong(topic -> logs.size(logs.name(topic))).sum();
    }
}
