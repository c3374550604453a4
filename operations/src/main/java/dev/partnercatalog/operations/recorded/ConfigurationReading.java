package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Set;
import java.util.function.Predicate;

/** Reads configurations from their topics. */
record ConfigurationReading(RecordedTopics topics) {

    /** The configurations of a partner at a scope. */
    RecordedConfigurations of(String partnerId, Scope scope) {
        ScopeConfigKey company = new ScopeConfigKey(partnerId, scope.companyId(), null);
        ScopeConfigKey location = new ScopeConfigKey(partnerId, scope.companyId(), scope.locationId());
        Set<String> scopes = Set.of(company.encode(), location.encode());
        return of(partner(partnerId), topics.byKey(CatalogTopic.SCOPE_CONFIGS, ScopeConfig.class, scopes));
    }

    /** The configurations of a partner at all of its scopes. */
    RecordedConfigurations of(String partnerId) {
        String prefix = Ids.requireName("partnerId", partnerId) + "/";
        return of(partner(partnerId), scopes(key -> key.startsWith(prefix)));
    }

    /** The configurations of all partners. */
    RecordedConfigurations all() {
        CatalogTopic topic = CatalogTopic.PARTNER_CONFIGS;
        return of(topics.byKey(topic, PartnerConfig.class, topics.everywhere(topic), key -> true), scopes(key -> true));
    }

    private SnapshotTable partner(String partnerId) {
        return topics.byKey(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, Set.of(partnerId));
    }

    private SnapshotTable scopes(Predicate<String> keys) {
        CatalogTopic topic = CatalogTopic.SCOPE_CONFIGS;
        return topics.byKey(topic, ScopeConfig.class, topics.everywhere(topic), keys);
    }

    private RecordedConfigurations of(SnapshotTable partners, SnapshotTable scopes) {
        return new RecordedConfigurations(
                topics.registry(),
                topics.kafka().topics().prefix(),
                topics.count(CatalogTopic.PARTNER_CONFIGS),
                partners,
                scopes);
    }
}
