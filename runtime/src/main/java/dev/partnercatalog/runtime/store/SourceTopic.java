package dev.partnercatalog.runtime.store;

import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;

/**
 * The topic that a store is made from, as it was found at the start.
 *
 * @param id which the brokers gave it; another topic of the same name has another one
 * @param deletionsKept how long deletions can be read in it, before anything corrected that
 */
public record SourceTopic(Uuid id, Duration deletionsKept) {

    /**
     * Checks all topics, and finds those that stores are made from.
     *
     * @param names of the topics, by what their stores are known by
     */
    public static <K> Map<K, SourceTopic> check(TopicAdmin topics, Map<K, String> names) {
        Map<String, Duration> kept = topics.deletionsKept(Set.copyOf(names.values()));
        topics.check();
        Map<String, Uuid> ids = topics.ids(names.values());
        // The check has seen to the settings of a topic that was created in between.
        return names.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        name -> new SourceTopic(
                                Objects.requireNonNull(ids.get(name.getValue())),
                                kept.getOrDefault(name.getValue(), TopicSettings.TOMBSTONE_RETENTION))));
    }
}
