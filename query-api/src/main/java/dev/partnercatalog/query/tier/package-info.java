/**
 * Entries in memory, of a set size in all: each partition's cache holds what its store holds, as far as there is room,
 * and knows which keys the store lacks, so that most look-ups need no store.
 *
 * <p>A cache is told of every change by the store that it belongs to and knows nothing of topics, scopes or partners.
 */
@NullMarked
package dev.partnercatalog.query.tier;

import org.jspecify.annotations.NullMarked;
