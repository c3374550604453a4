package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ScopeConfiguration;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The configurations of partners and of their scopes, the same on every instance. Thread-safe once bound. */
public final class ConfigurationTables {

    private final GlobalTable<PartnerConfig> partners;
    private final GlobalTable<ScopeConfig> scopes;

    /** @param partitions the partition count of the topics */
    public ConfigurationTables(SchemaRegistry registry, String topicPrefix, int partitions) {
        partners =
                new GlobalTable<>(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, registry, topicPrefix, partitions);
        scopes = new GlobalTable<>(CatalogTopic.SCOPE_CONFIGS, ScopeConfig.class, registry, topicPrefix, partitions);
    }

    /** Adds the tables to an application that is not built yet. */
    public void addTo(Topology topology, UnreadableRecords unreadable) {
        partners.addTo(topology, unreadable);
        scopes.addTo(topology, unreadable);
    }

    /** Connects the tables to their running application; before that, reading fails. */
    public void bind(KafkaStreams streams) {
        partners.bind(streams);
        scopes.bind(streams);
    }

    /** Connects the tables to any lookup of the application's stores by name. */
    public void bind(Function<String, ReadOnlyKeyValueStore<String, byte[]>> stores) {
        partners.bind(stores);
        scopes.bind(stores);
    }

    /**
     * Calls the listener with a partner's id whenever its configuration or one of its scopes' changes, after the change
     * can be read. It must not wait.
     */
    public void onChange(Consumer<String> listener) {
        partners.onChange(listener);
        scopes.onChange(key -> listener.accept(key.substring(0, key.indexOf('/'))));
    }

    /** See {@link GlobalTable#onApplied}. */
    public void onApplied(ObjLongConsumer<TopicPartition> listener) {
        partners.onApplied(listener);
        scopes.onApplied(listener);
    }

    public @Nullable PartnerConfig partner(String partnerId) {
        return partners.get(partnerId);
    }

    /** The same, for a caller that keeps what it needs of the record: the record isn't kept decoded. */
    public @Nullable PartnerConfig readPartner(String partnerId) {
        return partners.read(partnerId);
    }

    /** A partner's configurations of companies and locations, read now and not kept decoded. */
    public ScopeConfigurations readScopes(String partnerId) {
        return ScopeConfigurations.read(scopes, partnerId);
    }

    public List<String> partnerIds() {
        return partners.keys();
    }

    /** The partner's configuration of a company; null if there is none. */
    public @Nullable ScopeConfig company(String partnerId, long companyId) {
        return scopes.get(new ScopeConfigKey(partnerId, companyId, null).encode());
    }

    /** The partner's configuration of a location; null if the location has none of its own. */
    public @Nullable ScopeConfig location(String partnerId, long companyId, long locationId) {
        return scopes.get(new ScopeConfigKey(partnerId, companyId, locationId).encode());
    }

    /**
     * The configuration that applies to a partner at a scope (specification, "Configuration resolution"). If a
     * location's configuration exists but can't be read, the flags that it can set are all off, because it may have
     * turned them off.
     *
     * @param company one of the partner's allowed companies
     * @param locationId equal to the company's id for company scope, which has no location layer
     */
    public ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId) {
        String partnerId = partner.getPartner().getPartnerId();
        long companyId = Long.parseLong(company.getId());
        ScopeConfig ofCompany = company(partnerId, companyId);
        return ResolvedConfiguration.of(
                ScopeConfigurations.flags(company.getAllowedFields()),
                ofCompany == null ? null : ScopeConfigurations.of(ofCompany),
                locationId == companyId ? null : ofLocation(partnerId, companyId, locationId));
    }

    private @Nullable ScopeConfiguration ofLocation(String partnerId, long companyId, long locationId) {
        ScopeConfig config = location(partnerId, companyId, locationId);
        boolean exists =
                config != null || scopes.isUnreadable(new ScopeConfigKey(partnerId, companyId, locationId).encode());
        return exists ? ScopeConfigurations.of(config) : null;
    }
}
