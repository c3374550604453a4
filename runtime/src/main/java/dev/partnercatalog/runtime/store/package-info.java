/**
 * How state stores and internal topics encode records, and how much memory RocksDB may use.
 *
 * <p>Each application decides what is stored, and under which keys.
 */
@NullMarked
package dev.partnercatalog.runtime.store;

import org.jspecify.annotations.NullMarked;
