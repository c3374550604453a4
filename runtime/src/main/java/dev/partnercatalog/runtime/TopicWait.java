package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.topic.FoundTopics;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds up an application until streams-app has created the topics, and then takes the number of partitions from them:
 * it is configured only at streams-app.
 */
public final class TopicWait {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWait.class);
    private static final Duration BETWEEN = Duration.ofSeconds(1);
    private static final Duration LOG_INTERVAL = Duration.ofSeconds(30);
    private static final int NAMED = 3;

    private TopicWait() {}

    /**
     * Waits for the topics for as long as it takes. This is logged at once and every half a minute.
     *
     * @return the settings with the topics' number of partitions
     * @throws dev.partnercatalog.schemas.topic.WrongTopicException if topics that must have the same number of
     *     partitions differ
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException if the brokers can't be reached
     * @throws IllegalStateException if the thread is interrupted
     */
    public static KafkaSettings untilMade(KafkaSettings kafka) {
        try (Admin admin = Admin.create(kafka.properties())) {
            return kafka.withPartitions(untilMade(new TopicAdmin(admin, kafka.topics())::find, BETWEEN));
        }
    }

    static int untilMade(Supplier<FoundTopics> look, Duration between) {
        long lastLogged = 0;
        while (true) {
            FoundTopics found = look.get();
            List<String> missing = found.missing();
            if (missing.isEmpty()) {
                return found.partitions();
            }
            if (lastLogged == 0 || System.nanoTime() - lastLogged > LOG_INTERVAL.toNanos()) {
                lastLogged = System.nanoTime();
                LOG.warn(
                        "waiting for {} topics that don't exist yet: {}{}; './catalog streams-app' creates them",
                        missing.size(),
                        String.join(", ", missing.subList(0, Math.min(NAMED, missing.size()))),
                        missing.size() > NAMED ? ", ..." : "");
            }
            pause(between);
        }
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the topics", e);
        }
    }
}
