/**
 * The catalog's topics as tables in which this instance can look up keys: the Kafka Streams topology that fills them,
 * their progress, and the look-ups; and readers of topics of messages.
 *
 * <p>Nothing here knows what a partner may see of a record, or how it is requested.
 */
@NullMarked
package dev.partnercatalog.query.table;

import org.jspecify.annotations.NullMarked;
