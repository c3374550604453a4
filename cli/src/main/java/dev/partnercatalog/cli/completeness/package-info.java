/**
 * The command that shows what listed variants lack.
 *
 * <p>Nothing is counted here.
 */
@NullMarked
package dev.partnercatalog.cli.completeness;

import org.jspecify.annotations.NullMarked;
