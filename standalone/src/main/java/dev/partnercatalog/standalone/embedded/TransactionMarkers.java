package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.standalone.embedded.HangingTransactions.OpenTransaction;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.DefaultHostResolver;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.TransactionResult;
import org.apache.kafka.common.requests.WriteTxnMarkersRequest;
import org.apache.kafka.common.requests.WriteTxnMarkersRequest.TxnMarkerEntry;
import org.apache.kafka.common.requests.WriteTxnMarkersResponse;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;

/**
 * Writes the end of a transaction to a partition. Kafka's admin client can only abort transactions this way; its
 * protocol can also commit them. Thread-safe.
 */
final class TransactionMarkers {

    /** Refused if the producer has written with a later epoch, so a transaction that began since isn't affected. */
    private static final short VERSION_THAT_COMPARES_EPOCHS = 0;

    private final AdminClientConfig config;
    private final String clientId;

    TransactionMarkers(Map<String, Object> config) {
        this.config = new AdminClientConfig(config);
        this.clientId = this.config.getString(AdminClientConfig.CLIENT_ID_CONFIG);
    }

    /**
     * Ends a transaction.
     *
     * @param leader of its partition
     * @throws IOException if the leader can't be reached or doesn't respond in time
     * @throws org.apache.kafka.common.KafkaException if the leader refuses
     */
    void write(OpenTransaction hanging, TransactionResult result, Node leader) throws IOException {
        int timeoutMs = config.getInt(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG);
        try (Metrics metrics = new Metrics();
                NetworkClient client = client(metrics, leader, timeoutMs)) {
            if (!NetworkClientUtils.awaitReady(client, leader, Time.SYSTEM, timeoutMs)) {
                throw new IOException("no connection to " + leader + " within " + timeoutMs + " ms");
            }
            ClientResponse response = NetworkClientUtils.sendAndReceive(
                    client,
                    client.newClientRequest(
                            leader.idString(), request(hanging, result), Time.SYSTEM.milliseconds(), true),
                    Time.SYSTEM);
            error(response, hanging).maybeThrow();
        }
    }

    private NetworkClient client(Metrics metrics, Node leader, int timeoutMs) {
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
                new ManualMetadataUpdater(List.of(leader)),
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

    private static Errors error(ClientResponse response, OpenTransaction hanging) {
        Map<TopicPartition, Errors> errors = ((WriteTxnMarkersResponse) response.responseBody())
                .errorsByProducerId()
                .getOrDefault(hanging.producerId(), Map.of());
        return errors.getOrDefault(hanging.partition(), Errors.UNKNOWN_SERVER_ERROR);
    }
}
