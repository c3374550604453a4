package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.standalone.embedded.HangingTransactions.OpenTransaction;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.requests.TransactionResult;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.coordinator.transaction.TransactionState;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogKey;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;

/**
 * Reads the log of the transaction coordinators, which record how a transaction is to end before they tell its
 * partitions. Thread-safe.
 */
final class TransactionLog {

    private static final String TOPIC = Topic.TRANSACTION_STATE_TOPIC_NAME;
    private static final short KEY_VERSION = 0;

    /** From this version on, a producer's epoch is one higher at the end of a transaction than in its records. */
    private static final short VERSION_WITH_EPOCHS = 2;

    private final Properties kafka = new Properties();

    TransactionLog(String bootstrapServers) {
        kafka.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    }

    /**
     * How transactions were to end. Those for which the log has no entry, or contradictory ones, are missing: producers
     * of brokers before 4.0 have the same epoch in all of their transactions.
     *
     * @throws BrokerUnavailableException if the log can't be read, because brokers or access rights are missing
     */
    Map<OpenTransaction, TransactionResult> results(Collection<OpenTransaction> hanging) {
        Map<OpenTransaction, Set<TransactionResult>> found = new HashMap<>();
        try (Consumer<byte[], byte[]> consumer = LogReader.consumer(kafka)) {
            LogReader log = new LogReader(consumer, TOPIC);
            int partitions = log.partitions().size();
            Map<TopicPartition, Long> beginnings = log.beginnings();
            beginnings
                    .keySet()
                    .retainAll(hanging.stream()
                            .map(each -> log.partition(
                                    Utils.abs(each.transactionalId().hashCode()) % partitions))
                            .toList());
            log.read(beginnings, log.ends(), entry -> {
                for (OpenTransaction each : hanging) {
                    result(entry, each)
                            .ifPresent(result -> found.computeIfAbsent(
                                            each, unknown -> EnumSet.noneOf(TransactionResult.class))
                                    .add(result));
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

    private static Optional<TransactionResult> result(ConsumerRecord<byte[], byte[]> entry, OpenTransaction hanging) {
        if (entry.value() == null || !isOf(hanging.transactionalId(), ByteBuffer.wrap(entry.key()))) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(entry.value());
        short version = bytes.getShort();
        if (version > TransactionLogValue.HIGHEST_SUPPORTED_VERSION) {
            return Optional.empty();
        }
        TransactionLogValue value = new TransactionLogValue(new ByteBufferAccessor(bytes), version);
        if (value.producerId() != hanging.producerId() || !hasPartition(value, hanging.partition())) {
            return Optional.empty();
        }
        int least = value.clientTransactionVersion() >= VERSION_WITH_EPOCHS ? 1 : 0;
        int ahead = value.producerEpoch() - hanging.epoch();
        return switch (TransactionState.fromId(value.transactionStatus())) {
            case PREPARE_COMMIT -> ahead == least ? Optional.of(TransactionResult.COMMIT) : Optional.empty();
            // One more if the coordinator itself aborts a transaction, and fences its producer.
            case PREPARE_ABORT ->
                ahead == least || ahead == least + 1 ? Optional.of(TransactionResult.ABORT) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static boolean isOf(String transactionalId, ByteBuffer key) {
        return key.getShort() == KEY_VERSION
                && new TransactionLogKey(new ByteBufferAccessor(key), KEY_VERSION)
                        .transactionalId()
                        .equals(transactionalId);
    }

    private static boolean hasPartition(TransactionLogValue value, TopicPartition partition) {
        return value.transactionPartitions() != null
                && value.transactionPartitions().stream()
                        .anyMatch(topic -> topic.topic().equals(partition.topic())
                                && topic.partitionIds().contains(partition.partition()));
    }
}
