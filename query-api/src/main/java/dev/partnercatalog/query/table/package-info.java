/**
 * The catalog's topics as tables that this instance can look keys up in: the Kafka Streams topology that fills them, how
 * far they have got, and the look-ups; and readers of topics that are messages.
 *
 * <p>A table keeps records as they came. What a partner may see of one, and how it is asked for, is not known here.
 */
@NullMarked
package dev.partnercatalog.query.table;

import org.jspecify.annotations.NullMarked;
