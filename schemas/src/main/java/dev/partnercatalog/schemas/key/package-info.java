/**
 * The keys of every topic: typed, with one text form, and where each lies in a partitioned topic.
 *
 * <p>Knows nothing of records, clients or connections; of Kafka it uses the hash function alone.
 */
@NullMarked
package dev.partnercatalog.schemas.key;

import org.jspecify.annotations.NullMarked;
