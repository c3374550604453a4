package dev.partnercatalog.runtime;

import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that is open in a partition.
 *
 * @param transactionalId of its producer
 * @param epoch of its producer then
 * @param firstOffset its first record's
 */
record HangingTransaction(
        TopicPartition partition,
        String transactionalId,
        long producerId,
        short epoch,
        int coordinatorEpoch,
        long firstOffset) {}
