/**
 * The schema registry, and the wire format of every topic that others read: a zero byte, the registry's content id in
 * four bytes, and the record in Avro's binary encoding.
 *
 * <p>The registry is asked once per schema; after that, records never wait for it. Kafka Streams' internal topics and
 * state stores do not use this package.
 */
@NullMarked
package dev.partnercatalog.schemas.registry;

import org.jspecify.annotations.NullMarked;
