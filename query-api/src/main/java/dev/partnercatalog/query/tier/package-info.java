/**
 * Entries in memory, with a fixed total size: each table's cache contains what its store contains, as far as there
 * is room, and knows which keys the store lacks, so that most look-ups need no store.
 *
 * <p>A cache receives every change from its store, and knows nothing about topics, scopes or partners.
 */
@NullMarked
package dev.partnercatalog.query.tier;

import org.jspecify.annotations.NullMarked;
