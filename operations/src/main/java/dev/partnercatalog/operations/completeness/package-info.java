/**
 * What listed variants lack, and which units can't be converted, by company and as each partner reads it.
 *
 * <p>What counts as lacking is decided in {@code resolution}; here it is only asked, counted and named.
 */
@NullMarked
package dev.partnercatalog.operations.completeness;

import org.jspecify.annotations.NullMarked;
