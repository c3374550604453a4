/**
 * Events as people write them, one plain JSON object per line or one row of a table, converted to the Avro record and
 * the key of a topic.
 *
 * <p>Pure: bytes in; records, keys and faults out. This package doesn't know Kafka, the registry or a terminal.
 */
@NullMarked
package dev.partnercatalog.operations.eventfile;

import org.jspecify.annotations.NullMarked;
