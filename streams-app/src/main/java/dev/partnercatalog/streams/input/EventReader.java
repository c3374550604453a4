package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.WebhookTarget;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.MalformedEventException;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.input.InputEvent.CommandEvent;
import dev.partnercatalog.streams.input.InputEvent.CompanyEvent;
import dev.partnercatalog.streams.input.InputEvent.LayerEvent;
import dev.partnercatalog.streams.input.InputEvent.ListingEvent;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import dev.partnercatalog.streams.input.InputEvent.ScopeConfigEvent;
import dev.partnercatalog.streams.quarantine.RejectedRecordException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Decodes and checks one record of an input topic, or a partner's command, at a time: its key is valid, its value is
 * valid, and the two agree (the input contract). Not thread-safe.
 */
public final class EventReader {

    /** How much a record may grow when it is encoded: by our header, and by fields added since it was written. */
    private static final int ENCODING = 1 << 10;

    private final Map<CatalogTopic, Values<?>> inputs = new EnumMap<>(CatalogTopic.class);
    private final RecordDeserializer<PartnerCommand> commands;

    public EventReader(SchemaRegistry registry) {
        for (CatalogTopic topic : CatalogTopic.values()) {
            if (topic.isInput()) {
                inputs.put(topic, new Values<>(registry, topic.valueType()));
            }
        }
        commands = new RecordDeserializer<>(registry, PartnerCommand.class);
    }

    /**
     * Reads the event in a record.
     *
     * @param name the topic's full name
     * @throws RejectedRecordException if the record can't be read or is malformed; its message is for the publisher
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the registry is needed and unavailable
     */
    public InputEvent read(CatalogTopic topic, String name, byte @Nullable [] key, byte @Nullable [] value) {
        try {
            if (!topic.isInput()) {
                return command(name, text(key), value);
            }
            EventRules.size(topic, key, value);
            return event(topic, name, text(key), value);
        } catch (MalformedEventException | UnreadableRecordException e) {
            throw new RejectedRecordException(String.valueOf(e.getMessage()));
        }
    }

    private InputEvent event(CatalogTopic topic, String name, String key, byte @Nullable [] bytes) {
        // A wrong key is one whether the value can be read or not.
        EventRules.checkDecoded(topic, key, null);
        Value value =
                bytes == null ? null : Objects.requireNonNull(inputs.get(topic)).read(name, bytes);
        SpecificRecord record = value == null ? null : value.record();
        EventRules.checkDecoded(topic, key, record);
        byte[] encoded = value == null ? null : value.encoded();
        if (encoded != null && encoded.length > TopicSettings.maxEventBytes(topic) + ENCODING) {
            throw new MalformedEventException(
                    "the record is " + encoded.length + " bytes long in the catalog's own encoding: at most "
                            + TopicSettings.maxEventBytes(topic) + " are allowed");
        }
        return switch (topic) {
            case LISTINGS ->
                new ListingEvent(ListingKey.parse(key), record instanceof Listing of ? of.getBarcode() : null);
            case COMPANIES -> new CompanyEvent(key, (Company) record);
            case COMPANY_CONFIGS, LOCATION_CONFIGS -> new ScopeConfigEvent(key, config(record));
            case PARTNERS -> new PartnerEvent(key, partner((Partner) record));
            default -> layer(new InputKey(topic, key), encoded);
        };
    }

    /**
     * The event of a layer of a variant.
     *
     * @param encoded the layer in our encoding; null if it is deleted
     */
    public static LayerEvent layer(InputKey key, byte @Nullable [] encoded) {
        LayerTopic layer = Objects.requireNonNull(LayerTopic.of(key.topic()));
        ScopedVariant variant = layer.variant(key.key());
        return new LayerEvent(
                variant.barcode(),
                LayerUpdate.newBuilder()
                        .setKind(layer.kind())
                        .setCompanyId(VariantRecords.companyId(variant.scope()))
                        .setLocationId(VariantRecords.locationId(variant.scope()))
                        .setLayer(encoded == null ? null : ByteBuffer.wrap(encoded))
                        .build());
    }

    private static @Nullable ScopeConfig config(@Nullable SpecificRecord record) {
        ScopeConfig.Builder config = ScopeConfig.newBuilder();
        if (record instanceof CompanyConfig company) {
            return config.setPartnerId(company.getPartnerId())
                    .setCompanyId(company.getCompanyId())
                    .setAssetPriority(company.getAssetPriority())
                    .setVariantTypePreferences(company.getVariantTypePreferences())
                    .setCannabisUnitOfMeasure(company.getCannabisUnitOfMeasure())
                    .setTerpeneUnitOfMeasure(company.getTerpeneUnitOfMeasure())
                    .build();
        }
        return record instanceof LocationConfig location
                ? config.setPartnerId(location.getPartnerId())
                        .setCompanyId(location.getCompanyId())
                        .setLocationId(location.getLocationId())
                        .setAssetPriority(location.getAssetPriority())
                        .setVariantTypePreferences(location.getVariantTypePreferences())
                        .setAllowedFields(location.getAllowedFields())
                        .build()
                : null;
    }

    private static @Nullable Partner partner(@Nullable Partner partner) {
        if (partner != null) {
            WebhookSetting webhook = partner.getWebhook();
            webhook.setUrl(WebhookTarget.inAscii(webhook.getUrl()));
        }
        return partner;
    }

    private InputEvent command(String name, String key, byte @Nullable [] bytes) {
        String partnerId = Ids.requireName("partnerId", key);
        if (bytes == null) {
            throw new MalformedEventException("a command can't be deleted: the value is null");
        }
        PartnerCommand command = commands.deserialize(name, bytes);
        EventRules.agree("partnerId", partnerId, command.getPartnerId());
        if (command.getPartner() != null) {
            EventRules.agree(
                    "partner.partnerId", partnerId, command.getPartner().getPartnerId());
        }
        return new CommandEvent(command);
    }

    private static String text(byte @Nullable [] key) {
        if (key == null) {
            throw new MalformedEventException("the record has no key");
        }
        String text = PrintableText.utf8(key);
        if (text == null) {
            throw new MalformedEventException("the key is not UTF-8 text");
        }
        return text;
    }

    /**
     * A value, and the same in our encoding. That can be larger than the event: an invalid byte in a text becomes three,
     * and fields missing from its schema are added.
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    private record Value(SpecificRecord record, byte[] encoded) {}

    private static final class Values<T extends SpecificRecord> {

        private final RecordDeserializer<T> records;
        private final SingleObjectSerde<T> encoding;

        Values(SchemaRegistry registry, Class<T> type) {
            records = new RecordDeserializer<>(registry, type);
            encoding = new SingleObjectSerde<>(type);
        }

        Value read(String name, byte[] bytes) {
            T record = records.deserialize(name, bytes);
            return new Value(record, encoding.encode(record));
        }
    }
}
