package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** The configurations of partners and of their scopes, in which some can be replaced. Not thread-safe. */
public final class RecordedConfigurations {

    private final RecordedTopics topics;
    private final SnapshotTable partners;
    private final SnapshotTable scopes;
    private final ConfigurationTables tables;

    private RecordedConfigurations(RecordedTopics topics, SnapshotTable partners, SnapshotTable scopes) {
        this.topics = topics;
        this.partners = partners;
        this.scopes = scopes;
        this.tables = new ConfigurationTables(
                topics.registry(), topics.kafka().topics().prefix(), topics.count(CatalogTopic.PARTNER_CONFIGS));
        Map<String, SnapshotTable> stores = Map.of(
                CatalogTopic.PARTNER_CONFIGS.baseName(), partners, CatalogTopic.SCOPE_CONFIGS.baseName(), scopes);
        tables.bind(stores::get);
    }

    /** Reads the configurations of a partner at a scope. */
    static RecordedConfigurations of(RecordedTopics topics, String partnerId, Scope scope) {
        ScopeConfigKey company = new ScopeConfigKey(partnerId, scope.companyId(), null);
        ScopeConfigKey location = new ScopeConfigKey(partnerId, scope.companyId(), scope.locationId());
        Set<String> keys = Set.of(company.encode(), location.encode());
        return new RecordedConfigurations(
                topics, partner(topics, partnerId), topics.byKey(CatalogTopic.SCOPE_CONFIGS, ScopeConfig.class, keys));
    }

    /** Reads the configurations of a partner at all of its scopes. */
    static RecordedConfigurations of(RecordedTopics topics, String partnerId) {
        String prefix = Ids.requireName("partnerId", partnerId) + "/";
        return new RecordedConfigurations(
                topics, partner(topics, partnerId), scopes(topics, key -> key.startsWith(prefix)));
    }

    /** Reads the configurations of all partners. */
    static RecordedConfigurations all(RecordedTopics topics) {
        CatalogTopic topic = CatalogTopic.PARTNER_CONFIGS;
        SnapshotTable partners = topics.byKey(topic, PartnerConfig.class, topics.everywhere(topic), key -> true);
        return new RecordedConfigurations(topics, partners, scopes(topics, key -> true));
    }

    private static SnapshotTable partner(RecordedTopics topics, String partnerId) {
        return topics.byKey(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, Set.of(partnerId));
    }

    private static SnapshotTable scopes(RecordedTopics topics, Predicate<String> keys) {
        CatalogTopic topic = CatalogTopic.SCOPE_CONFIGS;
        return topics.byKey(topic, ScopeConfig.class, topics.everywhere(topic), keys);
    }

    /** The tables of these configurations. */
    public ConfigurationTables tables() {
        return tables;
    }

    /** Returns a copy that can be changed independently. */
    public RecordedConfigurations copy() {
        return new RecordedConfigurations(topics, partners.copy(), scopes.copy());
    }

    /** Replaces a partner's configuration; null removes it. */
    public void put(String partnerId, @Nullable PartnerConfig config) {
        partners.put(partnerId, bytes(CatalogTopic.PARTNER_CONFIGS, config));
    }

    /** Replaces a scope's configuration; null removes it. */
    public void put(ScopeConfigKey key, @Nullable ScopeConfig config) {
        scopes.put(key.encode(), bytes(CatalogTopic.SCOPE_CONFIGS, config));
    }

    private <T extends SpecificRecord> byte @Nullable [] bytes(CatalogTopic topic, @Nullable T config) {
        return new RecordSerializer<T>(topics.registry(), topic).serialize(topics.nameOf(topic), config);
    }
}
