package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.runtime.KafkaSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Has a broker remove deletions from topics within seconds instead of days, so that it can be awaited. */
final class Compaction {

    /** Publishes something that changes every topic in question, so that their segments are closed. */
    @FunctionalInterface
    interface Filling {
        void publish(int round) throws IOException;
    }

    /** Every topic that is waited for has to be written after its segments were closed. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final KafkaSettings kafka;

    Compaction(KafkaSettings kafka) {
        this.kafka = kafka;
    }

    /** Waits until each of the topics contains the deletion of a key with this text in it. */
    void awaitDeletions(Collection<String> topics, String text) {
        await().untilAsserted(() -> topics.forEach(
                topic -> assertThat(deletions(topic, text)).as(topic).isNotEmpty()));
    }

    /** Has the topics keep deletions for no time at all, and waits until those of the keys with this text are gone. */
    void removeDeletions(Collection<String> topics, String text, Filling filling) throws Exception {
        keepNothing(topics);
        int[] round = {0};
        await().pollInterval(PAUSE).untilAsserted(() -> {
            filling.publish(round[0]++);
            topics.forEach(topic -> assertThat(deletions(topic, text)).as(topic).isEmpty());
        });
    }

    /** Has the topics keep deletions for no time at all. */
    void keepNothing(Collection<String> topics) throws Exception {
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        changes.put(new ConfigResource(ConfigResource.Type.BROKER, ""), ops(Map.of("log.cleaner.backoff.ms", "200")));
        topics.forEach(topic -> changes.put(
                new ConfigResource(ConfigResource.Type.TOPIC, topic),
                ops(Map.of(
                        TopicConfig.DELETE_RETENTION_MS_CONFIG, "1",
                        TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, "0",
                        TopicConfig.SEGMENT_MS_CONFIG, "100",
                        TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.0"))));
        try (Admin admin = Admin.create(kafka.properties())) {
            admin.incrementalAlterConfigs(changes).all().get();
        }
    }

    private static Collection<AlterConfigOp> ops(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> new AlterConfigOp(
                        new ConfigEntry(setting.getKey(), setting.getValue()), AlterConfigOp.OpType.SET))
                .toList();
    }

    /** The keys of a topic's deletions that contain a text. */
    private List<String> deletions(String topic, String text) {
        return TopicRecords.of(kafka, topic).stream()
                .filter(record -> record.value() == null)
                .map(record -> new String(record.key(), StandardCharsets.ISO_8859_1))
                .filter(key -> key.contains(text))
                .toList();
    }
}
