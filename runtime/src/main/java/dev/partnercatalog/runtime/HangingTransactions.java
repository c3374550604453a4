package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
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
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.requests.TransactionResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions of an application that its brokers have forgotten to end (KAFKA-20734). When a broker restarts after
 * a kill, it can mistake a partition that has no leader yet for a deleted one: it then considers the transaction
 * finished and never writes its end to that partition. A reader of that partition's committed records or positions then
 * waits forever. A single killed broker could thus stop an application until an operator intervened.
 *
 * <p>Each transaction is ended as its coordinator had decided. Most were to be committed: aborting one would lose its
 * records, because the positions of the records read for it may already be committed.
 */
final class HangingTransactions implements HealthCheck {

    private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private final String applicationId;
    private final Predicate<String> written;
    private final Admin admin;
    private final TransactionLog log;
    private final TransactionMarkers markers;
    private final Set<TopicPartition> unreadable = new HashSet<>();
    private final Set<HangingTransaction> reported = new HashSet<>();

    /** Those whose decision is no longer in the log; the log is not read for them again. */
    private final Set<HangingTransaction> undecided = new HashSet<>();

    private volatile List<HangingTransaction> hanging = List.of();

    /**
     * Checks the application's own transactions.
     *
     * @param written whether the application writes to a topic
     */
    HangingTransactions(
            String applicationId,
            Predicate<String> written,
            Admin admin,
            TransactionLog log,
            TransactionMarkers markers) {
        this.applicationId = applicationId;
        this.written = written;
        this.admin = admin;
        this.log = log;
        this.markers = markers;
    }

    /** The number of partitions with a hanging transaction that couldn't be ended. */
    int count() {
        return hanging.size();
    }

    @Override
    public void look() throws ExecutionException, InterruptedException {
        List<HangingTransaction> left = end(find());
        hanging = left;
        reported.retainAll(left);
        undecided.retainAll(left);
    }

    /**
     * A coordinator knows a partition of a transaction from before its first record until after the marker that ends
     * it. A transaction that is open, then unknown to the coordinator, and then still open is therefore hanging.
     */
    private List<HangingTransaction> find() throws ExecutionException, InterruptedException {
        Map<Long, String> producers = new HashMap<>();
        for (TransactionListing listing : admin.listTransactions().all().get()) {
            if (listing.transactionalId().startsWith(applicationId + "-")) {
                producers.put(listing.producerId(), listing.transactionalId());
            }
        }
        List<HangingTransaction> open = producers.isEmpty() ? List.of() : open(partitions(), producers);
        if (open.isEmpty()) {
            return List.of();
        }
        Map<String, TransactionDescription> known =
                admin.describeTransactions(producers.values()).all().get();
        List<HangingTransaction> unknown = new ArrayList<>();
        for (HangingTransaction found : open) {
            TransactionDescription ofProducer = known.get(found.transactionalId());
            if (ofProducer != null && !ofProducer.topicPartitions().contains(found.partition())) {
                unknown.add(found);
            }
        }
        if (unknown.isEmpty()) {
            return List.of();
        }
        List<HangingTransaction> stillOpen =
                open(unknown.stream().map(HangingTransaction::partition).toList(), producers);
        return unknown.stream().filter(stillOpen::contains).toList();
    }

    private List<TopicPartition> partitions() throws ExecutionException, InterruptedException {
        List<String> topics = admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get().stream()
                .filter(topic -> written.test(topic) || topic.equals(Topic.GROUP_METADATA_TOPIC_NAME))
                .toList();
        List<TopicPartition> partitions = new ArrayList<>();
        for (TopicDescription topic :
                admin.describeTopics(topics).allTopicNames().get().values()) {
            topic.partitions().forEach(each -> partitions.add(new TopicPartition(topic.name(), each.partition())));
        }
        return partitions;
    }

    private List<HangingTransaction> open(Collection<TopicPartition> partitions, Map<Long, String> producers)
            throws ExecutionException, InterruptedException {
        List<TopicPartition> readable =
                partitions.stream().filter(each -> !unreadable.contains(each)).toList();
        DescribeProducersResult described = admin.describeProducers(readable);
        List<HangingTransaction> open = new ArrayList<>();
        for (TopicPartition partition : readable) {
            for (ProducerState producer : described(described, partition)) {
                String transactionalId = producers.get(producer.producerId());
                if (transactionalId != null
                        && producer.currentTransactionStartOffset().isPresent()) {
                    open.add(new HangingTransaction(
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

    private List<ProducerState> described(DescribeProducersResult described, TopicPartition partition)
            throws ExecutionException, InterruptedException {
        try {
            return described.partitionResult(partition).get().activeProducers();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                // The groups' own topic, to which not every operator grants access. The data of a transaction usually
                // hangs along with it.
                unreadable.add(partition);
                LOG.debug("can't check for hanging transactions in {}: {}", partition, e.getMessage());
                return List.of();
            }
            throw e;
        }
    }

    private List<HangingTransaction> end(List<HangingTransaction> found)
            throws ExecutionException, InterruptedException {
        List<HangingTransaction> decided =
                found.stream().filter(each -> !undecided.contains(each)).toList();
        try {
            Map<HangingTransaction, TransactionResult> results = decided.isEmpty() ? Map.of() : log.results(decided);
            List<HangingTransaction> left = new ArrayList<>();
            for (HangingTransaction each : found) {
                if (!end(each, results.get(each))) {
                    left.add(each);
                }
            }
            return List.copyOf(left);
        } catch (BrokerUnavailableException | KafkaException e) {
            found.forEach(each -> report(each, String.valueOf(e.getMessage())));
            return found;
        }
    }

    private boolean end(HangingTransaction found, @Nullable TransactionResult result)
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
            report(found, String.valueOf(e.getMessage()));
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
     * Reports once, but not the first time: another instance may just have ended it, or its producer may have
     * continued.
     */
    private void report(HangingTransaction found, String why) {
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
}
