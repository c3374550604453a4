package dev.partnercatalog.schemas.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopicCheckTest {

    private static TopicFindings findings(CatalogTopic topic, Duration retention) {
        Node broker = new Node(1, "broker", 9092);
        TopicDescription description = new TopicDescription(
                topic.name(""), false, List.of(new TopicPartitionInfo(0, broker, List.of(broker), List.of(broker))));
        Map<String, String> settings = Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                "1",
                TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
                "false",
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(TopicSettings.MAX_RECORD_BYTES),
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                TopicSettings.BROKER_TIME,
                TopicConfig.RETENTION_MS_CONFIG,
                Long.toString(retention.toMillis()));
        TopicCheck check = new TopicCheck(new TopicSettings("", 1, (short) 1), "broker:9092", 1);
        check.check(
                topic,
                description,
                new Config(settings.entrySet().stream()
                        .map(setting -> new ConfigEntry(setting.getKey(), setting.getValue()))
                        .toList()));
        return check.findings();
    }

    @Test
    void a_topic_that_forgets_ended_sessions_while_they_would_be_good_is_refused() {
        CatalogTopic topic = CatalogTopic.SIGN_OUTS;
        Stream.of(
                        Duration.ofMinutes(1),
                        Duration.ofHours(2),
                        Duration.ofDays(1),
                        TopicSettings.ENDS_KEPT.minusMillis(1))
                .forEach(retention -> assertThat(findings(topic, retention).refusals())
                        .as("%s", retention)
                        .singleElement()
                        .asString()
                        .contains("would be good again", "retention.ms=1209600000"));
        Stream.of(TopicSettings.ENDS_KEPT, Duration.ofMillis(-1)).forEach(retention -> {
            assertThat(findings(topic, retention).refusals()).isEmpty();
            assertThat(findings(topic, retention).warnings()).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"PARTNER_COMMANDS", "DEAD_LETTERS"})
    void a_topic_that_is_read_at_once_may_keep_its_records_for_hours_with_a_warning(CatalogTopic topic) {
        assertThat(findings(topic, Duration.ofMinutes(59)).refusals()).hasSize(1);
        assertThat(findings(topic, Duration.ofHours(2)).refusals()).isEmpty();
        assertThat(findings(topic, Duration.ofHours(2)).warnings()).hasSize(1);
        assertThat(findings(topic, Duration.ofDays(1)).warnings()).isEmpty();
    }
}
