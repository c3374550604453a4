/**
 * How state stores and internal topics keep records, and the memory that RocksDB may take.
 *
 * <p>What is stored, and under which keys, is each application's own matter.
 */
@NullMarked
package dev.partnercatalog.runtime.store;

import org.jspecify.annotations.NullMarked;
