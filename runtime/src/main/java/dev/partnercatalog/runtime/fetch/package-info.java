/**
 * Bounds what a consumer makes of the record batches that brokers send: a batch of a few kilobytes can decompress to
 * gigabytes, and Kafka's consumer makes one object of each record before anybody can look at it.
 *
 * <p>What a record says is not known here. This is the one package that knows Kafka's own classes for batches.
 */
@NullMarked
package dev.partnercatalog.runtime.fetch;

import org.jspecify.annotations.NullMarked;
