package dev.partnercatalog.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.internals.Topic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions of an application that its brokers have forgotten to end. A broker that starts after it was killed
 * can take a partition that has no leader yet for one that was deleted: it calls the transaction over and never writes
 * its end there. Whoever reads committed records of that partition, or committed positions, then waits for ever; so a
 * single broker that was killed could stop an application until an operator stepped in. Thread-safe.
 */
final class HangingTransactions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final String applicationId;
    private final Predicate<String> written;
    private final Admin admin;
    private final Set<TopicPartition> unreadable = new HashSet<>();
    private final PeriodicTask looking = new PeriodicTask("hanging-transactions", INTERVAL, this::look);
    private volatile List<Hanging> hanging = List.of();

    /**
     * A transaction that is open in a partition.
     *
     * @param firstOffset its first record's
     */
    private record Hanging(
            TopicPartition partition, long producerId, short epoch, int coordinatorEpoch, long firstOffset) {}

    /**
     * Looks at the application's own transactions; nothing runs yet.
     *
     * @param written whether the application writes to a topic
     * @param admin is closed with this
     */
    HangingTransactions(String applicationId, Predicate<String> written, Admin admin) {
        this.applicationId = applicationId;
        this.written = written;
        this.admin = admin;
    }

    /** Looks once, so that the application doesn't begin with what would stop it; then every five seconds. */
    void start() {
        look();
        looking.start();
    }

    /** In how many partitions a transaction hangs that couldn't be ended. */
    int count() {
        return hanging.size();
    }

    private void look() {
        try {
            List<Hanging> left = new ArrayList<>();
            for (Hanging found : find()) {
                if (!end(found)) {
                    left.add(found);
                }
            }
            hanging = List.copyOf(left);
        } catch (ExecutionException | RuntimeException e) {
            // Brokers that are away are the common cause. Whatever it is, the next look tells.
            LOG.debug("whether transactions hang can't be told now", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A coordinator knows a partition of a transaction from before the first record until after the last one, the
     * marker that ends it. So what is open, then unknown to the coordinator, then still open, hangs.
     */
    private List<Hanging> find() throws ExecutionException, InterruptedException {
        Map<Long, String> producers = new HashMap<>();
        for (TransactionListing listing : admin.listTransactions().all().get()) {
            if (listing.transactionalId().startsWith(applicationId + "-")) {
                producers.put(listing.producerId(), listing.transactionalId());
            }
        }
        List<Hanging> open = producers.isEmpty() ? List.of() : open(partitions(), producers.keySet());
        if (open.isEmpty()) {
            return List.of();
        }
        Map<String, TransactionDescription> known =
                admin.describeTransactions(producers.values()).all().get();
        List<Hanging> unknown = new ArrayList<>();
        for (Hanging found : open) {
            TransactionDescription ofProducer = known.get(producers.get(found.producerId));
            if (ofProducer != null && !ofProducer.topicPartitions().contains(found.partition)) {
                unknown.add(found);
            }
        }
        if (unknown.isEmpty()) {
            return List.of();
        }
        List<Hanging> stillOpen = open(unknown.stream().map(Hanging::partition).toList(), producers.keySet());
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

    private List<Hanging> open(Collection<TopicPartition> partitions, Set<Long> producerIds)
            throws ExecutionException, InterruptedException {
        List<TopicPartition> readable =
                partitions.stream().filter(each -> !unreadable.contains(each)).toList();
        DescribeProducersResult described = admin.describeProducers(readable);
        List<Hanging> open = new ArrayList<>();
        for (TopicPartition partition : readable) {
            for (ProducerState producer : producers(described, partition)) {
                if (producer.currentTransactionStartOffset().isPresent()
                        && producerIds.contains(producer.producerId())) {
                    open.add(new Hanging(
                            partition,
                            producer.producerId(),
                            (short) producer.producerEpoch(),
                            producer.coordinatorEpoch().orElse(0),
                            producer.currentTransactionStartOffset().getAsLong()));
                }
            }
        }
        return open;
    }

    private List<ProducerState> producers(DescribeProducersResult described, TopicPartition partition)
            throws ExecutionException, InterruptedException {
        try {
            return described.partitionResult(partition).get().activeProducers();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                // The groups' own topic, where not everyone gives rights. The data of a transaction mostly hangs with
                // it.
                unreadable.add(partition);
                LOG.debug("whether transactions hang in {} can't be told: {}", partition, e.getMessage());
                return List.of();
            }
            throw e;
        }
    }

    private boolean end(Hanging found) throws InterruptedException {
        try {
            admin.abortTransaction(new AbortTransactionSpec(
                            found.partition, found.producerId, found.epoch, found.coordinatorEpoch))
                    .all()
                    .get();
            LOG.warn(
                    "The brokers had left a transaction open in {} from offset {}: it is aborted, and what was in it is"
                            + " done again",
                    found.partition,
                    found.firstOffset);
            return true;
        } catch (ExecutionException e) {
            if (!hanging.contains(found)) {
                LOG.error(
                        "The brokers have left a transaction open in {} from offset {}, and it can't be aborted from here"
                                + " ({}). Nothing behind it is read until it is: kafka-transactions.sh"
                                + " --bootstrap-server HOST:PORT abort --topic {} --partition {} --start-offset {}",
                        found.partition,
                        found.firstOffset,
                        String.valueOf(e.getCause()),
                        found.partition.topic(),
                        found.partition.partition(),
                        found.firstOffset);
            }
            return false;
        }
    }

    @Override
    public void close() {
        looking.close();
        admin.close(CLOSE_TIMEOUT);
    }
}
