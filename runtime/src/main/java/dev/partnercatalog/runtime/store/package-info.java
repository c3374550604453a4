/**
 * How state stores and internal topics encode records, how much memory RocksDB may use, and stores of our own with what
 * they remember of their topics.
 *
 * <p>Each application decides what is stored, and under which keys.
 */
@NullMarked
package dev.partnercatalog.runtime.store;

import org.jspecify.annotations.NullMarked;
