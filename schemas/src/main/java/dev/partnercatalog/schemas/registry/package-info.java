/**
 * The schema registry and the wire format of every topic that others read: a zero byte, the registry's content id in
 * four bytes, and the record in Avro's binary form.
 *
 * <p>The registry is asked once per schema; records never wait for it afterwards. Internal topics and state stores of
 * Kafka Streams do not use this package.
 */
@NullMarked
package dev.partnercatalog.schemas.registry;

import org.jspecify.annotations.NullMarked;
