package dev.partnercatalog.query;

import dev.partnercatalog.query.table.MessageReader.StartingPoint;
import dev.partnercatalog.query.table.MessageReader;
import dev.partnercatalog.query.table.TableState;
import dev.partnercatalog.query.webhook.LatestAttempts;
import dev.partnercatalog.query.webhook.WebhookReports;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

/** What the topics say about partners' webhooks. */
final class WebhookTables implements WebhookReports, AutoCloseable {

    private static final Duration ATTEMPTS_SINCE = Duration.ofDays(1);
    private static final int MOST_ATTEMPTS = 50_000;

    private final TableState state;
    private final int partitions;
    private final UnreadableRecords unreadable;
    private final GlobalTable<WebhookEndpoint> endpoints;
    private final GlobalTable<WebhookBacklog> backlogs;
    private final LatestAttempts log = new LatestAttempts(MOST_ATTEMPTS);
    private final MessageReader<WebhookAttempt> attempts;

    WebhookTables(
            TableState state, KafkaSettings kafka, SchemaRegistry registry, UnreadableRecords unreadable, Clock clock) {
        this.state = state;
        String prefix = kafka.topics().prefix();
        this.partitions = kafka.topics().partitions();
        this.unreadable = unreadable;
        this.endpoints =
                new GlobalTable<>(CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class, registry, prefix, partitions);
        this.backlogs =
                new GlobalTable<>(CatalogTopic.WEBHOOK_BACKLOGS, WebhookBacklog.class, registry, prefix, partitions);
        this.attempts = new MessageReader<>(
                kafka,
                MessageReader.records(kafka, CatalogTopic.WEBHOOK_ATTEMPTS, WebhookAttempt.class, registry),
                unreadable,
                StartingPoint.ago(ATTEMPTS_SINCE, clock),
                log::add);
    }

    void addTo(Topology topology) {
        endpoints.addTo(topology, unreadable);
        backlogs.addTo(topology, unreadable);
    }

    void bind(KafkaStreams streams) {
        endpoints.bind(streams);
        backlogs.bind(streams);
    }

    void start() {
        attempts.start();
    }

    @Override
    public List<WebhookEndpoint> endpoint(String partnerId) {
        return ofAllPartitions(endpoints, partnerId);
    }

    @Override
    public List<WebhookBacklog> backlogs(String partnerId) {
        return ofAllPartitions(backlogs, partnerId);
    }

    private <T extends SpecificRecord> List<T> ofAllPartitions(GlobalTable<T> table, String partnerId) {
        return state.read(() -> IntStream.range(0, partitions)
                .<@Nullable T>mapToObj(partition -> table.get(partnerId + "/" + partition))
                .filter(Objects::nonNull)
                .toList());
    }

    @Override
    public List<WebhookAttempt> attempts(String partnerId) {
        return log.of(partnerId);
    }

    @Override
    public @Nullable WebhookAttempt awaitPing(String partnerId, long ping, Duration patience)
            throws InterruptedException {
        return log.awaitPing(partnerId, ping, patience);
    }

    @Override
    public void close() {
        attempts.close();
    }
}
