/**
 * The keys of every topic: their types, their text forms, and the partition each belongs to.
 *
 * <p>Knows nothing about records, clients or connections. From Kafka it uses only the hash function.
 */
@NullMarked
package dev.partnercatalog.schemas.key;

import org.jspecify.annotations.NullMarked;
