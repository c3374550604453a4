/**
 * Our small compacted topics, as tables that every instance holds whole.
 *
 * <p>What the records mean is not known here.
 */
@NullMarked
package dev.partnercatalog.runtime.table;

import org.jspecify.annotations.NullMarked;
