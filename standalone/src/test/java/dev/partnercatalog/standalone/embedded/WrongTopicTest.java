package dev.partnercatalog.standalone.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StartWait;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.schemas.topic.WrongTopicException;
import dev.partnercatalog.standalone.LinesAbout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Topics with settings that would cost records, on a real broker: rejected with the right setting, or fixed. */
@Tag("processes")
class WrongTopicTest {

    private static final Pattern ADVICE = Pattern.compile("Set ([^=\\s]+)=(\\S+)$");

    @TempDir
    private static Path directory = Path.of("");

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static int environments;

    private TopicSettings settings = new TopicSettings("unused.", 2, (short) 1);

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(directory, 0);
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    @BeforeEach
    void make(TestInfo test) {
        settings = new TopicSettings("wrong" + environments++ + ".", 2, (short) 1);
        topics().createAndCheck();
    }

    @Test
    void attempts_are_kept_for_two_weeks_and_limited_in_size() throws Exception {
        String attempts = CatalogTopic.WEBHOOK_ATTEMPTS.name(settings.prefix());
        assertThat(get(attempts, "retention.ms")).isEqualTo("1209600000");
        assertThat(get(attempts, "retention.bytes")).isEqualTo("67108864");
        assertThat(get(attempts, "segment.bytes")).isEqualTo("16777216");
    }

    @ParameterizedTest
    @CsvSource({
        "bpd-variants,            cleanup.policy,        delete",
        "bpd-variants,            cleanup.policy,        'compact,delete'",
        "partners,                cleanup.policy,        delete",
        "resolved-variants,       cleanup.policy,        delete",
        "clients,                 cleanup.policy,        'compact,delete'",
        "partner-commands,        cleanup.policy,        compact",
        "dead-letters,            cleanup.policy,        'compact,delete'",
        "partner-commands,        retention.ms,          60000",
        "dead-letters,            retention.ms,          1000",
    })
    void what_would_lose_records_is_refused_until_the_setting_is_as_the_refusal_says(
            String topic, String setting, String value) throws Exception {
        String name = settings.prefix() + topic;
        set(name, setting, value);
        String refusal = refusal();
        assertThat(refusal).hasLineCount(1).startsWith("topic " + name + " has " + setting + "=" + value);
        Matcher advice = ADVICE.matcher(refusal);
        assertThat(advice.find()).as(refusal).isTrue();
        assertThat(get(name, setting)).as("is left as it is").isEqualTo(value);
        set(name, advice.group(1), advice.group(2));
        topics().createAndCheck();
    }

    @Test
    void another_count_of_partitions_is_refused_with_the_setting_that_fits() {
        TopicSettings other = new TopicSettings(settings.prefix(), 3, (short) 1);
        assertThatThrownBy(() -> new TopicAdmin(admin, other).createAndCheck())
                .isInstanceOf(WrongTopicException.class)
                .hasMessageContaining(settings.prefix() + "resolved-variants has 2 partitions")
                .hasMessageContaining("--partitions=2 (CATALOG_PARTITIONS)")
                .hasMessageNotContaining(settings.prefix() + "bpd-variants");
    }

    @Test
    void the_number_of_partitions_is_found_on_the_topics_and_asking_makes_none() throws Exception {
        TopicSettings unasked = new TopicSettings(settings.prefix(), TopicSettings.NOT_ASKED, (short) 1);
        TopicAdmin topics = new TopicAdmin(admin, unasked);
        assertThat(topics.partitions())
                .as("upstream's and dead letters may have any")
                .isEqualTo(2);
        KafkaSettings kafka = new KafkaSettings(broker.bootstrapServers(), unasked, Map.of());
        assertThat(StartWait.untilMade(kafka)).isEqualTo(kafka.withPartitions(2));
        TopicSettings nowhere = new TopicSettings("nowhere.", TopicSettings.NOT_ASKED, (short) 1);
        assertThat(new TopicAdmin(admin, nowhere).missing()).hasSameSizeAs(CatalogTopic.values());
        assertThat(admin.listTopics().names().get()).noneMatch(name -> name.startsWith("nowhere."));
        String more = settings.prefix() + "sku-barcodes";
        admin.createPartitions(Map.of(more, NewPartitions.increaseTo(3))).all().get();
        await("the broker to follow its controller")
                .untilAsserted(() -> assertThatThrownBy(topics::partitions)
                        .isInstanceOf(WrongTopicException.class)
                        .hasMessageContainingAll(
                                "2 partitions: ", settings.prefix() + "clients", "3 partitions: " + more));
    }

    @Test
    void every_fault_is_told_at_once() throws Exception {
        set(settings.prefix() + "bpd-variants", "cleanup.policy", "delete");
        set(settings.prefix() + "clients", "cleanup.policy", "delete");
        assertThat(refusal()).hasLineCount(2);
    }

    @ParameterizedTest
    @CsvSource({
        "resolved-variants, max.message.bytes,      1000000,    8388608",
        "dead-letters,      max.message.bytes,      1000000,    8388608",
        "partner-commands,  message.timestamp.type, CreateTime, LogAppendTime",
        "dead-letters,      message.timestamp.type, CreateTime, LogAppendTime",
        "sku-barcodes,      delete.retention.ms,    86400000,   604800000",
        "sku-barcodes,      min.compaction.lag.ms,  0,          604800000",
    })
    void what_nobody_can_want_otherwise_of_a_topic_of_ours_is_mended(
            String topic, String setting, String value, String mended) throws Exception {
        String name = settings.prefix() + topic;
        set(name, setting, value);
        topics().createAndCheck();
        await("the broker to follow its controller")
                .until(() -> get(name, setting).equals(mended));
    }

    @ParameterizedTest
    @CsvSource({
        "resolved-variants, max.message.bytes,   20000000",
        "dead-letters,      retention.ms,        -1",
        "partner-commands,  retention.ms,        86400000",
        "sku-barcodes,      delete.retention.ms, 6048000000",
        "bpd-variants,      max.message.bytes,   100000",
    })
    void what_is_as_good_or_upstreams_own_is_left_as_it_is(String topic, String setting, String value)
            throws Exception {
        set(settings.prefix() + topic, setting, value);
        assertThat(warnings()).isEmpty();
        assertThat(get(settings.prefix() + topic, setting)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "bpd-variants,      max.message.bytes,              20000000",
        "listings,          delete.retention.ms,            3600000",
        "dead-letters,      retention.ms,                   7200000",
    })
    void what_may_cost_records_some_day_is_warned_of(String topic, String setting, String value) throws Exception {
        set(settings.prefix() + topic, setting, value);
        assertThat(warnings()).singleElement().asString().contains("topic " + settings.prefix() + topic);
        assertThat(get(settings.prefix() + topic, setting)).isEqualTo(value);
    }

    @Test
    void changelogs_keep_deletions_as_long_as_our_tables_and_tell_how_long_they_did_before() throws Exception {
        String changelog = settings.prefix() + "streams-app-layers-changelog";
        String missing = settings.prefix() + "streams-app-missing-changelog";
        admin.createTopics(List.of(new NewTopic(changelog, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"))))
                .all()
                .get();
        Set<String> asked = Set.of(changelog, missing);
        await().untilAsserted(() ->
                assertThat(topics().deletionRetention(asked)).isEqualTo(Map.of(changelog, Duration.ofDays(1))));
        topics().keepDeletions(asked);
        await("the broker to follow its controller")
                .until(() -> get(changelog, "delete.retention.ms").equals("604800000"));
    }

    @Test
    void topics_that_are_made_anew_have_another_fingerprint() throws Exception {
        Set<CatalogTopic> asked = Set.of(CatalogTopic.COMPANY_VARIANTS, CatalogTopic.SKU_BARCODES);
        long first = topics().fingerprint(asked);
        assertThat(topics().fingerprint(asked)).isEqualTo(first);
        String deleted = CatalogTopic.SKU_BARCODES.name(settings.prefix());
        admin.deleteTopics(List.of(deleted)).all().get();
        await().until(() -> !admin.listTopics().names().get().contains(deleted));
        await().untilAsserted(() -> topics().createAndCheck());
        assertThat(topics().fingerprint(asked)).isNotEqualTo(first);
    }

    @Test
    void a_writer_whose_clock_is_hours_ahead_or_weeks_behind_loses_nothing() throws Exception {
        Instant start = Instant.now();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (CatalogTopic topic : CatalogTopic.values()) {
                if (topic.isInput()) {
                    continue;
                }
                for (Duration skew : List.of(Duration.ofHours(5), Duration.ofDays(-60))) {
                    long timestamp = start.plus(skew).toEpochMilli();
                    long kept = producer.send(
                                    new ProducerRecord<>(topic.name(settings.prefix()), 0, timestamp, "key", "value"))
                            .get()
                            .timestamp();
                    assertThat(Instant.ofEpochMilli(kept)).isBetween(start.minusSeconds(60), start.plusSeconds(600));
                }
            }
        }
    }

    @Test
    void writing_to_a_topic_that_is_not_there_makes_none() throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "max.block.ms", 1_000),
                new StringSerializer(),
                new StringSerializer())) {
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>("unknown", "value"))
                            .get())
                    .isInstanceOf(ExecutionException.class);
        }
        assertThat(admin.listTopics().names().get()).doesNotContain("unknown");
    }

    @Test
    void a_broker_whose_port_is_taken_says_so(@TempDir Path other) {
        int taken = Integer.parseInt(broker.bootstrapServers().replaceFirst(".*:", ""));
        assertThatThrownBy(() -> EmbeddedBroker.start(other, taken))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("port " + taken + " for Kafka is not free");
    }

    private TopicAdmin topics() {
        return new TopicAdmin(admin, settings);
    }

    private String refusal() {
        WrongTopicException refusal = catchThrowableOfType(WrongTopicException.class, () -> topics().createAndCheck());
        assertThat(refusal).isNotNull();
        return String.valueOf(refusal.getMessage());
    }

    private List<String> warnings() {
        try (LinesAbout log = new LinesAbout(settings.prefix(), TopicAdmin.class.getName())) {
            topics().createAndCheck();
            return log.lines();
        }
    }

    private static void set(String topic, String setting, String value) throws Exception {
        admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
                .all()
                .get();
        await("the broker to follow its controller")
                .until(() -> get(topic, setting).equals(value));
    }

    private static String get(String topic, String setting) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Map<ConfigResource, Config> configs =
                admin.describeConfigs(List.of(resource)).all().get();
        return Objects.requireNonNull(configs.get(resource)).get(setting).value();
    }
}
