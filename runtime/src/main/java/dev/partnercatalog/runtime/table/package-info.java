/**
 * Our small compacted topics, as tables that every instance holds completely, and how far these have been read.
 *
 * <p>Nothing here knows what the records mean.
 */
@NullMarked
package dev.partnercatalog.runtime.table;

import org.jspecify.annotations.NullMarked;
