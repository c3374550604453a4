/** Tests of the tables that every instance holds completely. */
@NullMarked
package dev.partnercatalog.runtime.table;

import org.jspecify.annotations.NullMarked;
