package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.requests.TransactionResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions that the broker has forgotten to end (KAFKA-20734). When a broker restarts after a kill, it can mistake
 * a partition that has no leader yet for a deleted one: it then considers the transaction finished and never writes its
 * end to that partition. A reader of that partition's committed records or positions then waits forever.
 *
 * <p>Each transaction is ended as its coordinator had decided. Most were to be committed: aborting one would lose its
 * records, because the positions of the records read for it may already be committed.
 */
public final class HangingTransactions implements AutoCloseable {

    /**
     * A transaction that is open in a partition.
     *
     * @param transactionalId of its producer
     * @param epoch of its producer at the time
     * @param firstOffset of its first record
     */
    record OpenTransaction(
            TopicPartition partition,
            String transactionalId,
            long producerId,
            short epoch,
            int coordinatorEpoch,
            long firstOffset) {}

    private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final int TIMEOUT_MS = 10_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final Admin admin;
    private final TransactionLog log;
    private final TransactionMarkers markers;
    private final PeriodicTask repeating = new PeriodicTask("hanging-transactions", INTERVAL, this::endAll);
    private final Set<OpenTransaction> reported = new HashSet<>();

    /** Those whose decision is no longer in the log; the log is not read for them again. */
    private final Set<OpenTransaction> undecided = new HashSet<>();

    private List<OpenTransaction> hanging = List.of();

    private HangingTransactions(String bootstrapServers) {
        Map<String, Object> config = Map.of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.CLIENT_ID_CONFIG,
                "hanging-transactions",
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                TIMEOUT_MS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                TIMEOUT_MS);
        admin = Admin.create(config);
        log = new TransactionLog(bootstrapServers);
        markers = new TransactionMarkers(config);
    }

    /** Looks once before it returns, so that nobody who starts afterwards stops at one; then every five seconds. */
    public static HangingTransactions watch(String bootstrapServers) {
        HangingTransactions watch = new HangingTransactions(bootstrapServers);
        watch.endAll();
        watch.repeating.start();
        return watch;
    }

    private void endAll() {
        try {
            List<OpenTransaction> left = end(find());
            hanging = left;
            reported.retainAll(left);
            undecided.retainAll(left);
        } catch (ExecutionException | KafkaException e) {
            LOG.debug("can't look for hanging transactions now", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A coordinator knows a partition of a transaction from before its first record until after the marker that ends
     * it. A transaction that is open, then unknown to the coordinator, and then still open is therefore hanging.
     */
    private List<OpenTransaction> find() throws ExecutionException, InterruptedException {
        Map<Long, String> producers = new HashMap<>();
        for (TransactionListing listing : admin.listTransactions().all().get()) {
            producers.put(listing.producerId(), listing.transactionalId());
        }
        List<OpenTransaction> open = producers.isEmpty() ? List.of() : open(partitions(), producers);
        if (open.isEmpty()) {
            return List.of();
        }
        Map<String, TransactionDescription> known =
                admin.describeTransactions(producers.values()).all().get();
        List<OpenTransaction> unknown = open.stream()
                .filter(found -> {
                    TransactionDescription ofProducer = known.get(found.transactionalId());
                    return ofProducer != null && !ofProducer.topicPartitions().contains(found.partition());
                })
                .toList();
        if (unknown.isEmpty()) {
            return List.of();
        }
        List<OpenTransaction> stillOpen =
                open(unknown.stream().map(OpenTransaction::partition).toList(), producers);
        return unknown.stream().filter(stillOpen::contains).toList();
    }

    private List<TopicPartition> partitions() throws ExecutionException, InterruptedException {
        Set<String> topics = admin.listTopics(new ListTopicsOptions().listInternal(true))
                .names()
                .get();
        List<TopicPartition> partitions = new ArrayList<>();
        for (TopicDescription topic :
                admin.describeTopics(topics).allTopicNames().get().values()) {
            topic.partitions().forEach(each -> partitions.add(new TopicPartition(topic.name(), each.partition())));
        }
        return partitions;
    }

    private List<OpenTransaction> open(Collection<TopicPartition> partitions, Map<Long, String> producers)
            throws ExecutionException, InterruptedException {
        DescribeProducersResult described = admin.describeProducers(partitions);
        List<OpenTransaction> open = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            for (ProducerState producer :
                    described.partitionResult(partition).get().activeProducers()) {
                String transactionalId = producers.get(producer.producerId());
                if (transactionalId != null
                        && producer.currentTransactionStartOffset().isPresent()) {
                    open.add(new OpenTransaction(
                            partition,
                            transactionalId,
                            producer.producerId(),
                            (short) producer.producerEpoch(),
                            producer.coordinatorEpoch().orElse(0),
                            producer.currentTransactionStartOffset().getAsLong()));
                }
            }
        }
        return open;
    }

    private List<OpenTransaction> end(List<OpenTransaction> found) throws ExecutionException, InterruptedException {
        List<OpenTransaction> decided =
                found.stream().filter(each -> !undecided.contains(each)).toList();
        try {
            Map<OpenTransaction, TransactionResult> results = decided.isEmpty() ? Map.of() : log.results(decided);
            List<OpenTransaction> left = new ArrayList<>();
            for (OpenTransaction each : found) {
                if (!end(each, results.get(each))) {
                    left.add(each);
                }
            }
            return left;
        } catch (BrokerUnavailableException | KafkaException e) {
            found.forEach(each -> report(each, FaultWords.of(e)));
            return found;
        }
    }

    private boolean end(OpenTransaction found, @Nullable TransactionResult result)
            throws ExecutionException, InterruptedException {
        if (result == null) {
            undecided.add(found);
            report(found, "the brokers' log no longer shows whether it was to be committed");
            return false;
        }
        try {
            markers.write(found, result, leader(found.partition()));
            LOG.warn(
                    "The brokers had left a transaction open in {} from offset {}: ended it with {}, as they had"
                            + " decided",
                    found.partition(),
                    found.firstOffset(),
                    result);
            return true;
        } catch (IOException | KafkaException e) {
            report(found, FaultWords.of(e));
            return false;
        }
    }

    private Node leader(TopicPartition partition) throws ExecutionException, InterruptedException {
        Map<String, TopicDescription> topics =
                admin.describeTopics(List.of(partition.topic())).allTopicNames().get();
        return Objects.requireNonNull(topics.get(partition.topic()))
                .partitions()
                .get(partition.partition())
                .leader();
    }

    /**
     * Reports once, but not the first time: its producer may have continued.
     */
    private void report(OpenTransaction found, String why) {
        if (hanging.contains(found) && reported.add(found)) {
            LOG.error(
                    "The brokers have left a transaction open in {} from offset {}, and it can't be ended from here"
                            + " ({}). Until it is ended, no later records are read. See"
                            + " docs/operators/incidents.md#hanging-transaction",
                    found.partition(),
                    found.firstOffset(),
                    why);
        }
    }

    @Override
    public void close() {
        repeating.close();
        admin.close(CLOSE_TIMEOUT);
    }
}
