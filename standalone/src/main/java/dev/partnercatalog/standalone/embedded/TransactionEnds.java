package dev.partnercatalog.standalone.embedded;

import static org.apache.kafka.coordinator.transaction.TransactionLog.read;

import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.standalone.embedded.HangingTransactions.OpenTransaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.DefaultHostResolver;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.TransactionResult;
import org.apache.kafka.common.requests.WriteTxnMarkersRequest;
import org.apache.kafka.common.requests.WriteTxnMarkersRequest.TxnMarkerEntry;
import org.apache.kafka.common.requests.WriteTxnMarkersResponse;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.coordinator.transaction.TransactionLog.TxnRecord;
import org.apache.kafka.coordinator.transaction.TransactionMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Ends of transactions: what the coordinators had decided, which they log before they tell the partitions, and the
 * marker in a partition. Kafka's admin client can write only those of aborted ones; its protocol knows both. Thread-safe.
 */
final class TransactionEnds {

    /** Refused if the producer has written with a later epoch, so a transaction that began since isn't affected. */
    private static final short VERSION_THAT_COMPARES_EPOCHS = 0;

    private final AdminClientConfig config;
    private final Properties kafka = new Properties();
    private final Node broker;

    /** @param bootstrapServers the only broker, {@code host:port} */
    TransactionEnds(Map<String, Object> config, String bootstrapServers) {
        this.config = new AdminClientConfig(config);
        this.kafka.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        this.broker =
                new Node(EmbeddedBroker.NODE_ID, Utils.getHost(bootstrapServers), Utils.getPort(bootstrapServers));
    }

    /**
     * How transactions were to end. Those for which the log has no entry, or contradictory ones, are missing: producers
     * of brokers before 4.0 have the same epoch in all of their transactions.
     *
     * @throws BrokerUnavailableException if the log can't be read
     */
    Map<OpenTransaction, TransactionResult> decided(Collection<OpenTransaction> hanging) {
        Map<OpenTransaction, Set<TransactionResult>> found = new HashMap<>();
        try (Consumer<byte[], byte[]> consumer = LogReader.consumer(kafka)) {
            LogReader log = new LogReader(consumer, Topic.TRANSACTION_STATE_TOPIC_NAME);
            log.read(log.beginnings(), log.ends(), entry -> {
                if (entry.value() != null
                        && read(ByteBuffer.wrap(entry.key()), ByteBuffer.wrap(entry.value()))
                                instanceof TxnRecord written) {
                    for (OpenTransaction each : hanging) {
                        TransactionResult result = result(written, each);
                        if (result != null) {
                            found.computeIfAbsent(each, unknown -> EnumSet.noneOf(TransactionResult.class))
                                    .add(result);
                        }
                    }
                }
            });
        }
        Map<OpenTransaction, TransactionResult> results = new HashMap<>();
        found.forEach((each, recorded) -> {
            if (recorded.size() == 1) {
                results.put(each, recorded.iterator().next());
            }
        });
        return results;
    }

    private static @Nullable TransactionResult result(TxnRecord written, OpenTransaction hanging) {
        TransactionMetadata decision = written.metadata();
        if (!written.transactionId().equals(hanging.transactionalId())
                || decision.producerId() != hanging.producerId()
                || !decision.topicPartitions().contains(hanging.partition())) {
            return null;
        }
        // In newer versions a producer's epoch is one higher at the end of a transaction than in its records.
        int least = decision.clientTransactionVersion().supportsEpochBump() ? 1 : 0;
        int ahead = decision.producerEpoch() - hanging.epoch();
        return switch (decision.state()) {
            case PREPARE_COMMIT -> ahead == least ? TransactionResult.COMMIT : null;
            // One more if the coordinator itself aborts a transaction, and fences its producer.
            case PREPARE_ABORT -> ahead == least || ahead == least + 1 ? TransactionResult.ABORT : null;
            default -> null;
        };
    }

    /**
     * Ends a transaction.
     *
     * @throws IOException if the broker can't be reached or doesn't respond in time
     * @throws org.apache.kafka.common.KafkaException if the broker refuses
     */
    void write(OpenTransaction hanging, TransactionResult result) throws IOException {
        int timeoutMs = config.getInt(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG);
        try (Metrics metrics = new Metrics();
                NetworkClient client = client(metrics, timeoutMs)) {
            if (!NetworkClientUtils.awaitReady(client, broker, Time.SYSTEM, timeoutMs)) {
                throw new IOException("no connection to " + broker + " within " + timeoutMs + " ms");
            }
            ClientResponse response = NetworkClientUtils.sendAndReceive(
                    client,
                    client.newClientRequest(
                            broker.idString(), request(hanging, result), Time.SYSTEM.milliseconds(), true),
                    Time.SYSTEM);
            ((WriteTxnMarkersResponse) response.responseBody())
                    .errorsByProducerId()
                    .getOrDefault(hanging.producerId(), Map.of())
                    .getOrDefault(hanging.partition(), Errors.UNKNOWN_SERVER_ERROR)
                    .maybeThrow();
        }
    }

    private NetworkClient client(Metrics metrics, int timeoutMs) {
        String clientId = config.getString(AdminClientConfig.CLIENT_ID_CONFIG);
        return ClientUtils.createNetworkClient(
                config,
                List.of(),
                clientId,
                metrics,
                clientId,
                new LogContext("[" + clientId + "] "),
                new ApiVersions(),
                Time.SYSTEM,
                1,
                timeoutMs,
                null,
                new ManualMetadataUpdater(List.of(broker)),
                new DefaultHostResolver(),
                null,
                null);
    }

    private static WriteTxnMarkersRequest.Builder request(OpenTransaction hanging, TransactionResult result) {
        return new WriteTxnMarkersRequest.Builder(List.of(new TxnMarkerEntry(
                hanging.producerId(),
                hanging.epoch(),
                hanging.coordinatorEpoch(),
                result,
                List.of(hanging.partition()),
                VERSION_THAT_COMPARES_EPOCHS)));
    }
}
