/** Tests of the tables that every instance holds whole. */
@NullMarked
package dev.partnercatalog.runtime.table;

import org.jspecify.annotations.NullMarked;
