package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.runtime.variant.LayerTopic;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.WebhookTarget;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.InputEvent.CompanyEvent;
import dev.partnercatalog.streams.input.InputEvent.ListingEvent;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes and checks one input record at a time: its key is valid, its value is valid, and the two agree (the input
 * contract). Not thread-safe.
 */
public final class EventReader implements RecordReader {

    private final Map<CatalogTopic, LayerEventReader<?>> layers = new EnumMap<>(CatalogTopic.class);
    private final ScopeConfigReader scopeConfigs;
    private final RecordDeserializer<Listing> listings;
    private final StateReader<Company> companies;
    private final StateReader<Partner> partners;

    public EventReader(SchemaRegistry registry) {
        for (LayerTopic layer : LayerTopic.values()) {
            layers.put(
                    layer.topic(),
                    new LayerEventReader<>(registry, layer, layer.topic().valueType()));
        }
        scopeConfigs = new ScopeConfigReader(registry);
        listings = new RecordDeserializer<>(registry, Listing.class);
        companies = new StateReader<>(registry, CatalogTopic.COMPANIES, Company.class);
        partners = new StateReader<>(registry, CatalogTopic.PARTNERS, Partner.class);
    }

    @Override
    public InputEvent read(CatalogTopic topic, String name, byte @Nullable [] keyBytes, byte @Nullable [] value) {
        String key = RecordForm.text(keyBytes);
        LayerEventReader<?> layer = layers.get(topic);
        if (layer != null) {
            return layer.read(name, key, value);
        }
        return switch (topic) {
            case LISTINGS -> listing(name, key, value);
            case COMPANIES -> company(name, key, value);
            case COMPANY_CONFIGS -> scopeConfigs.companyConfig(name, key, value);
            case LOCATION_CONFIGS -> scopeConfigs.locationConfig(name, key, value);
            case PARTNERS -> partner(name, key, value);
            default -> throw new IllegalArgumentException(topic + " is not an input topic");
        };
    }

    private InputEvent listing(String topic, String key, byte @Nullable [] bytes) {
        ListingKey id = ListingKey.parse(key);
        Listing value = RecordForm.read(listings, topic, bytes);
        EventRules.checkDecoded(CatalogTopic.LISTINGS, key, value);
        return new ListingEvent(id, value == null ? null : value.getBarcode());
    }

    private InputEvent company(String topic, String key, byte @Nullable [] bytes) {
        Ids.requireNumber("companyId", key);
        Company value = companies.read(topic, bytes);
        EventRules.checkDecoded(CatalogTopic.COMPANIES, key, value);
        return new CompanyEvent(key, value);
    }

    private InputEvent partner(String topic, String key, byte @Nullable [] bytes) {
        String partnerId = Ids.requireName("partnerId", key);
        Partner value = partners.read(topic, bytes);
        EventRules.checkDecoded(CatalogTopic.PARTNERS, key, value);
        if (value != null) {
            WebhookSetting webhook = value.getWebhook();
            webhook.setUrl(WebhookTarget.inAscii(webhook.getUrl()));
        }
        return new PartnerEvent(partnerId, value);
    }
}
