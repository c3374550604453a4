/**
 * Events as people write them, one plain JSON object a line or a row of a table each, turned into the Avro record and
 * the key of a topic.
 *
 * <p>Pure: bytes in, records, keys and faults out. Nothing here knows Kafka, the registry or a terminal.
 */
@NullMarked
package dev.partnercatalog.operations.eventfile;

import org.jspecify.annotations.NullMarked;
