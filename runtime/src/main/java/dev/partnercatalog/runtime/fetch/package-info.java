/**
 * Limits what a consumer creates from the record batches that brokers send: a batch of a few kilobytes can decompress
 * to gigabytes, and Kafka's consumer creates an object for each record before anything can check it.
 *
 * <p>Nothing here knows what a record means. This is the only package that uses Kafka's own classes for batches.
 */
@NullMarked
package dev.partnercatalog.runtime.fetch;

import org.jspecify.annotations.NullMarked;
