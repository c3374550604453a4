/**
 * What listed variants lack, and which units can't be converted, by company and as each partner reads it.
 *
 * <p>{@code resolution} decides what counts as lacking; this package only asks it, counts and lists.
 */
@NullMarked
package dev.partnercatalog.operations.completeness;

import org.jspecify.annotations.NullMarked;
