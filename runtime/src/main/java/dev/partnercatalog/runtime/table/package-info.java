/**
 * Our small compacted topics, as tables that every instance holds completely, and how far topics have been read, by the
 * tables and by groups.
 *
 * <p>Nothing here knows what the records mean.
 */
@NullMarked
package dev.partnercatalog.runtime.table;

import org.jspecify.annotations.NullMarked;
