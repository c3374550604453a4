package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final TransactionEnds ends;
    private final PeriodicTask repeating = new PeriodicTask("hanging-transactions", INTERVAL, this::endAll);

    /** Those that could not be ended, and how often that was tried. */
    private final Map<OpenTransaction, Integer> attempts = new HashMap<>();

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
        ends = new TransactionEnds(config, bootstrapServers);
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
            attempts.keySet().retainAll(end(find()));
        } catch (ExecutionException | KafkaException | BrokerUnavailableException e) {
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

    /** Returns those that couldn't be ended. */
    private List<OpenTransaction> end(List<OpenTransaction> found) {
        Map<OpenTransaction, TransactionResult> results = found.isEmpty() ? Map.of() : ends.decided(found);
        return found.stream().filter(each -> !end(each, results.get(each))).toList();
    }

    private boolean end(OpenTransaction found, @Nullable TransactionResult result) {
        if (result == null) {
            report(found, "the brokers' log no longer shows whether it was to be committed");
            return false;
        }
        try {
            ends.write(found, result);
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

    /** Reports once, but not the first time: its producer may have continued. */
    private void report(OpenTransaction found, String why) {
        if (attempts.merge(found, 1, Integer::sum) == 2) {
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
