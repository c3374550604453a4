package dev.partnercatalog.runtime.store;

import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/**
 * The topics that an instance's stores are made from, as they were found at the start.
 *
 * @param topics by name the id that the brokers gave each; another topic of the same name has another one
 * @param deletionRetention how long deletions can be read in all of them, before anything corrected that
 */
public record StoreSources(Map<String, Uuid> topics, Duration deletionRetention) {

    public StoreSources {
        topics = Map.copyOf(topics);
    }

    /** Nothing is known of them, so no store is judged. */
    public static StoreSources unknown() {
        return new StoreSources(Map.of(), TopicSettings.TOMBSTONE_RETENTION);
    }

    /**
     * Finds the topics, those that don't exist left out, and has all of them keep deletions from now on; {@code check}
     * creates and corrects what the application has of its own.
     */
    public static StoreSources check(TopicAdmin topics, Set<String> names, Runnable check) {
        Duration retention = topics.deletionRetention(names).values().stream()
                .min(Duration::compareTo)
                .orElse(TopicSettings.TOMBSTONE_RETENTION);
        check.run();
        topics.keepDeletions(names);
        return new StoreSources(topics.ids(topics.deletionRetention(names).keySet()), retention);
    }

    /** The id of a topic that exists. */
    public Uuid id(String topic) {
        return Objects.requireNonNull(topics.get(topic), topic);
    }
}
