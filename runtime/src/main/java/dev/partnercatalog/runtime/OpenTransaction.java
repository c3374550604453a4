package dev.partnercatalog.runtime;

import org.apache.kafka.common.TopicPartition;

/**
 * Somebody's transaction that has held up a partition for longer than transactions usually take.
 *
 * @param from the first offset that isn't read
 * @param producer the producer's {@code transactional.id} in printable form, or its id if the brokers don't tell the
 *     former; empty if they tell neither
 */
public record OpenTransaction(TopicPartition partition, long from, String producer) {}
