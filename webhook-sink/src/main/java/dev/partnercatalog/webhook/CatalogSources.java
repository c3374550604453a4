package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StoreSources;
import dev.partnercatalog.runtime.store.SourceTopic;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.state.SinkState;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/**
 * The topics that the sink's stores are made from, as they were found at the start.
 *
 * @param changelogKept how long deletions can be read in the changelog, by the store's name; empty if there is none yet
 */
record CatalogSources(Map<CatalogTopic, SourceTopic> sources, Map<String, Duration> changelogKept) {

    CatalogSources {
        sources = Map.copyOf(sources);
        changelogKept = Map.copyOf(changelogKept);
    }

    /** For how long deletions can be read in all sources. */
    Duration deletionsKept() {
        return sources.values().stream()
                .map(SourceTopic::deletionsKept)
                .min(Duration::compareTo)
                .orElse(TopicSettings.TOMBSTONE_RETENTION);
    }

    /** Checks all topics, and corrects what is wrong. */
    static CatalogSources check(KafkaSettings kafka) {
        String changelog = WebhookSink.changelog(kafka);
        Map<CatalogTopic, String> sources = Stream.of(
                        CatalogTopic.COMPANY_VARIANTS, CatalogTopic.SKU_BARCODES, CatalogTopic.RESOLVED_VARIANTS)
                .collect(Collectors.toMap(
                        source -> source, source -> source.name(kafka.topics().prefix())));
        try (Admin admin = Admin.create(kafka.properties())) {
            TopicAdmin topics = new TopicAdmin(admin, kafka.topics());
            Map<String, Duration> changelogKept = topics.deletionsKept(Set.of(changelog));
            Map<CatalogTopic, SourceTopic> found = SourceTopic.check(topics, sources);
            topics.keepDeletions(Set.of(changelog));
            return new CatalogSources(found, StoreSources.byStore(Map.of(SinkState.STORE, changelog), changelogKept));
        }
    }
}
