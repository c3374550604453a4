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

/** The configurations of partners and of their scopes, in which some can be replaced. Not thread-safe. */
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

    /** The tables of these configurations. */
    public ConfigurationTables tables() {
        return tables;
    }

    /** Returns a copy that can be changed independently. */
    public RecordedConfigurations copy() {
        return new RecordedConfigurations(registry, topicPrefix, partitions, partners.copy(), scopes.copy());
    }

    /** Replaces a partner's configuration; null removes it. */
    public void put(String partnerId, @Nullable PartnerConfig config) {
        CatalogTopic topic = CatalogTopic.PARTNER_CONFIGS;
        partners.put(
                partnerId,
                new RecordSerializer<PartnerConfig>(registry, topic).serialize(topic.name(topicPrefix), config));
    }

    /** Replaces a scope's configuration; null removes it. */
    public void put(ScopeConfigKey key, @Nullable ScopeConfig config) {
        CatalogTopic topic = CatalogTopic.SCOPE_CONFIGS;
        scopes.put(
                key.encode(),
                new RecordSerializer<ScopeConfig>(registry, topic).serialize(topic.name(topicPrefix), config));
    }
}
