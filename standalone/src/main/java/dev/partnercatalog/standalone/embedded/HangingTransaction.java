package dev.partnercatalog.standalone.embedded;

import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that is open in a partition.
 *
 * @param transactionalId of its producer
 * @param epoch of its producer at the time
 * @param firstOffset of its first record
 */
record HangingTransaction(
        TopicPartition partition,
        String transactionalId,
        long producerId,
        short epoch,
        int coordinatorEpoch,
        long firstOffset) {}
