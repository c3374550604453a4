package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The configurations of partners and of their scopes, and what they would be with others in their place. For one thread. */
public final class RecordedConfigurations {

    private final SchemaRegistry registry;
    private final String topicPrefix;
    private final int partitions;
    private final SnapshotTable partners;
    private final SnapshotTable scopes;
    private final ConfigurationTables tables;

    RecordedConfigurations(
            SchemaRegistry registry, String topicPrefix, int partitions, SnapshotTable partners, SnapshotTable scopes) {
        this.registry = registry;
        this.topicPrefix = topicPrefix;
        this.partitions = partitions;
        this.partners = partners;
        this.scopes = scopes;
        this.tables = new ConfigurationTables(registry, topicPrefix, partitions);
        Map<String, SnapshotTable> stores = Map.of(
                CatalogTopic.PARTNER_CONFIGS.baseName(), partners, CatalogTopic.SCOPE_CONFIGS.baseName(), scopes);
        tables.bind(stores::get);
    }

    /** What holds by these configurations. */
    public ConfigurationTables tables() {
        return tables;
    }

    /** Others that are the same until they are changed. */
    public RecordedConfigurations copy() {
        return new RecordedConfigurations(registry, topicPrefix, partitions, partners.copy(), scopes.copy());
    }

    /** Puts a partner's configuration in the place of the one there was; null takes it away. */
    public void put(String partnerId, @Nullable PartnerConfig config) {
        CatalogTopic topic = CatalogTopic.PARTNER_CONFIGS;
        partners.put(
                partnerId,
                new RecordSerializer<PartnerConfig>(registry, topic).serialize(topic.name(topicPrefix), config));
    }

    /** Puts a scope's configuration in the place of the one there was; null takes it away. */
    public void put(ScopeConfigKey key, @Nullable ScopeConfig config) {
        CatalogTopic topic = CatalogTopic.SCOPE_CONFIGS;
        scopes.put(
                key.encode(),
                new RecordSerializer<ScopeConfig>(registry, topic).serialize(topic.name(topicPrefix), config));
    }
}
