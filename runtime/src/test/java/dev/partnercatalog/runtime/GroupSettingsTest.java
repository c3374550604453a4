package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class GroupSettingsTest {

    @Test
    void a_killed_instance_is_missed_for_ten_seconds_unless_the_operator_says_otherwise() {
        assertThat(consumer(Map.of(), GroupSettings.DEFAULT)).containsEntry("session.timeout.ms", 10_000);
        assertThat(consumer(Map.of("session.timeout.ms", "20000"), GroupSettings.DEFAULT))
                .containsEntry("session.timeout.ms", "20000");
    }

    @Test
    void a_zone_keeps_copies_apart_and_reads_from_near_replicas() {
        GroupSettings settings = new GroupSettings(2, "eu-1");
        assertThat(consumer(Map.of(), settings)).containsEntry("client.rack", "eu-1");
        StreamsConfig config = streams(Map.of(), settings);
        assertThat(config.getClientTags()).isEqualTo(Map.of("zone", "eu-1"));
        assertThat(config.getList(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG))
                .containsExactly("zone");
        assertThat(config.getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG)).isEqualTo(2);
    }

    @Test
    void a_copy_takes_its_owners_place_only_when_it_is_near() {
        assertThat(streams(Map.of(), GroupSettings.DEFAULT).getLong(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG))
                .isEqualTo(1_000);
    }

    @Test
    void settings_out_of_range_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GroupSettings(-1, null))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new GroupSettings(1, " "));
        assertThatIllegalArgumentException().isThrownBy(() -> new GroupSettings(1, "z".repeat(31)));
    }

    private static Map<String, Object> consumer(Map<String, String> own, GroupSettings settings) {
        return streams(own, settings).getMainConsumerConfigs("group", "client", 0);
    }

    private static StreamsConfig streams(Map<String, String> own, GroupSettings settings) {
        KafkaSettings kafka = new KafkaSettings("127.0.0.1:1", new TopicSettings("t.", 1, (short) 1), own);
        Properties properties = kafka.properties();
        settings.applyTo(properties);
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "t");
        return new StreamsConfig(properties);
    }
}
