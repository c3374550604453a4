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
 * Holds an application back until streams-app has made the topics, and then takes the number of partitions from them: it
 * is set at streams-app alone.
 */
public final class TopicWait {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWait.class);
    private static final Duration BETWEEN = Duration.ofSeconds(1);
    private static final Duration TELL_EVERY = Duration.ofSeconds(30);
    private static final int NAMED = 3;

    private TopicWait() {}

    /**
     * Waits for the topics for as long as it takes. The log says so at once and every half a minute.
     *
     * @return the settings with the number of partitions that the topics have
     * @throws dev.partnercatalog.schemas.topic.WrongTopicException where topics differ that must have the same number
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException where the brokers can't be reached
     * @throws IllegalStateException where the thread is interrupted
     */
    public static KafkaSettings untilMade(KafkaSettings kafka) {
        try (Admin admin = Admin.create(kafka.properties())) {
            return kafka.withPartitions(untilMade(new TopicAdmin(admin, kafka.topics())::find, BETWEEN));
        }
    }

    static int untilMade(Supplier<FoundTopics> look, Duration between) {
        long told = 0;
        while (true) {
            FoundTopics found = look.get();
            List<String> missing = found.missing();
            if (missing.isEmpty()) {
                return found.partitions();
            }
            if (told == 0 || System.nanoTime() - told > TELL_EVERY.toNanos()) {
                told = System.nanoTime();
                LOG.warn(
                        "waiting for {} topics that aren't there yet: {}{}; './catalog streams-app' makes them",
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
