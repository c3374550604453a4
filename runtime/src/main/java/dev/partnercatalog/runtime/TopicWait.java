package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.topic.TopicAdmin;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds up an application until streams-app has created the topics, and then takes the number of partitions from them:
 * it is configured only at streams-app.
 */
public final class TopicWait {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWait.class);

    /** Between looks. */
    public static final Duration BETWEEN = Duration.ofSeconds(1);

    private static final Duration LOG_INTERVAL = Duration.ofSeconds(30);
    private static final int NAMED = 3;

    private TopicWait() {}

    /**
     * Waits for the topics for as long as it takes. Returns the settings with their number of partitions; throws {@link
     * dev.partnercatalog.schemas.topic.WrongTopicException} if those differ that must be the same.
     */
    public static KafkaSettings untilMade(KafkaSettings kafka) {
        try (Admin admin = Admin.create(kafka.properties())) {
            TopicAdmin topics = new TopicAdmin(admin, kafka.topics());
            until(() -> missing(topics.missing()), BETWEEN);
            return kafka.withPartitions(topics.partitions());
        }
    }

    static @Nullable String missing(List<String> topics) {
        return topics.isEmpty()
                ? null
                : topics.size() + " topics that don't exist yet: "
                        + String.join(", ", topics.subList(0, Math.min(NAMED, topics.size())))
                        + (topics.size() > NAMED ? ", ..." : "") + "; './catalog streams-app' creates them";
    }

    /** Looks again and again until nothing is missing. What is, is logged at once and every half a minute. */
    public static void until(Supplier<@Nullable String> missing, Duration between) {
        long lastLogged = 0;
        for (String what = missing.get(); what != null; what = missing.get()) {
            if (lastLogged == 0 || System.nanoTime() - lastLogged > LOG_INTERVAL.toNanos()) {
                lastLogged = System.nanoTime();
                LOG.warn("waiting for {}", what);
            }
            try {
                TimeUnit.NANOSECONDS.sleep(between.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + what, e);
            }
        }
    }
}
